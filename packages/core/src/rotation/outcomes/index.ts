/**
 * What each row of the decision table comes to.
 */
export * from './holding.js'
export * from './writing.js'
export * from './migrating.js'
