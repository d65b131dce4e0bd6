/**
 * What each stage is about, in one sentence.
 */
import type { Stage } from '../rotation/stage.js'

/** One text per stage. */
export const stageTexts: { readonly [stage in Stage]: string } = {
  Unencrypted: 'Nothing is encrypted, and nothing is being changed.',
  Steady: 'No rotation is running.',
  ReadOnlyDeploy:
    'The new key is being made readable on every API server; none writes with it yet.',
  WritePromote:
    'The rotation is past its commit: the new key becomes the writer on every API server.',
  Migrating:
    'Every API server writes with the new key; what is stored is being rewritten under it.',
  Retiring:
    'A rotation has completed; the keys that it left behind are to leave the configuration.',
  Unknown: 'Too little can be seen to say how far anything is.',
}
