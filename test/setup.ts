import fc from 'fast-check'
import { inject } from 'vitest'

fc.configureGlobal(inject('propertySettings'))
