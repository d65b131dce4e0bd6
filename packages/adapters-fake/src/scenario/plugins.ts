/** The KMS plugins that a world needs: one for each endpoint that is named. */
import { isPlaintext } from '@keyroll/core'
import type { Loaded } from '../configuration/loaded.js'
import type { Environment } from '../world/environment.js'
import type { Plugin } from '../world/world.js'
import type { ControlPlaneOptions } from './options.js'

/** Those of the options first; then one for every other endpoint, each with a remote key of its own. */
export const pluginsOf = (
  { keyring }: Environment,
  { plugins = [] }: ControlPlaneOptions,
  loaded: Loaded | null,
): readonly Plugin[] => {
  const found = new Map(plugins.map((plugin) => [plugin.endpoint, plugin]))
  for (const { key, material } of [...(loaded?.keys ?? []).flat(), ...keyring])
    if (material._tag === 'Endpoint' && !found.has(material.endpoint))
      found.set(material.endpoint, {
        endpoint: material.endpoint,
        remoteKey: (isPlaintext(key) ? '' : key.fingerprint) || material.endpoint,
        keyIds: ['1'],
        answers: true,
        downSince: null,
      })
  return [...found.values()]
}
