/**
 * The guards of the decision table: total, synchronous, and only about the situation at hand.
 */
export * from './lost.js'
export * from './configuration.js'
export * from './wish.js'
export * from './servers.js'
export * from './migrating.js'
export * from './retiring.js'
