/**
 * What to do about each refusal, in one sentence.
 */
import type { RefusalCode } from '../admission/refusal.js'

/** One remedy per refusal code. */
export const refusalRemedies: { readonly [code in RefusalCode]: string } = {
  RemovalWithoutDecrypt:
    'Wish for plaintext, wait until the rotation to it has finished, and only then remove the wish.',
  InPlaceKeyChange: 'Put the former key back, and give the new one a name of its own.',
  NameCollision: 'Give the new key another name, without a colon.',
  UnpinnedKey: 'Name one version of the key: an alias may mean another key on the next server.',
  DuplicateFingerprint: 'Make a new key: the same bytes under another name protect nothing more.',
  UnsupportedProvider: 'Choose a provider that the policy allows for new keys.',
  NotInRecord:
    'Wish for a KMS or an aescbc key, or keep the record in its plain form, which holds every kind.',
  TwoChangesAtOnce: 'Wait until the running rotation has finished, then change the rest.',
  SelfHosted:
    'Keep the record and the configuration outside of the cluster that they encrypt, or leave their resource unencrypted.',
}
