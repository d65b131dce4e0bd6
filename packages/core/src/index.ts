export * from './key/key.js'
export * from './key/concealed.js'
export * from './configuration/ordinal.js'
export * from './configuration/configuration.js'
