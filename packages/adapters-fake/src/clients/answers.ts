/**
 * What servers answer, in kube-apiserver 1.37's words.
 */
import type { Answer } from '../world/outcome.js'

/** What is asked, and where. */
export type Request = Pick<Answer, 'kind' | 'server' | 'resource' | 'name'>

export const fine = (request: Request, status: number): Answer => ({
  ...request,
  status,
  verdict: 'ok',
  message: '',
})

/** The connection was refused: nobody listens there. */
export const refused = (request: Request): Answer => ({
  ...request,
  status: 0,
  verdict: 'interrupted',
  message: 'connection refused',
})

/** The process runs and does not serve yet. */
export const starting = (request: Request): Answer => ({
  ...request,
  status: 503,
  verdict: 'interrupted',
  message: 'apiserver is not ready',
})

/** A value that the server cannot open, on a GET or an update. */
export const corrupt = (request: Request, key: string, text: string): Answer => ({
  ...request,
  status: 500,
  verdict: 'failed',
  message:
    'Internal error occurred: StorageError: corrupt object, Code: 7, ' +
    `Key: ${key.replace(/^\/registry/, '')}, ResourceVersion: 0, AdditionalErrorMsg: ` +
    `data from the storage is not transformable revision=0: ${text}`,
})

/** The server could not seal. */
export const unsealed = (request: Request, text: string): Answer => ({
  ...request,
  status: 500,
  verdict: 'failed',
  message: `Internal error occurred: ${text}`,
})

/** The answer is well formed, and it is not what was written. */
export const wrong = (request: Request): Answer => ({
  ...request,
  status: 200,
  verdict: 'failed',
  message: 'the content is not what was written',
})

/** A list while the watch cache has only just met a value that it cannot decode. */
export const listFailed = (request: Request, keyId: string): Answer => ({
  ...request,
  status: 500,
  verdict: 'failed',
  message: `failed to read one or more ${request.resource} from the storage: objects under ${keyId}`,
})

/** A list after the watch cache has given up; watches have ended. */
export const listLost = (request: Request, keyId: string): Answer => ({
  ...request,
  status: 429,
  verdict: 'failed',
  message: `storage is (re)initializing: failed to list ${request.resource}: objects under ${keyId}`,
})
