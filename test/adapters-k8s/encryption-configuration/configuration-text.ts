/** Texts of configuration files. */

/** Base64 of 32, 24 and 16 bytes, and of 32 others. */
export const secrets = {
  long: 'bm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm4=',
  middle: 'bW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1t',
  short: 'cHBwcHBwcHBwcHBwcHBwcA==',
  other: 'QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=',
} as const

export const head = `apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
`

/** One entry for secrets with these lines as its providers. */
export const withProviders = (...lines: readonly string[]): string =>
  `${head}- resources: ['secrets']\n  providers:\n${lines.map((line) => `  ${line}\n`).join('')}`

/** One entry for secrets with one aescbc key and identity. */
export const plainFile = withProviders(
  '- aescbc:',
  '    keys:',
  '    - name: key1',
  `      secret: ${secrets.long}`,
  '- identity: {}',
)

/** A file as users write them: comments, quotes, several styles. */
export const livelyFile = `# Encryption at rest, see the runbook.
apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration   # not the old one

resources:
  # events are many, and dull
  - resources:
      - events
    providers:
      - identity: {}

  - resources: [ 'secrets', "configmaps" ]   # what matters
    providers:
      # made in spring
      - aescbc:
          keys:
            - name: "key1"   # the first one
              secret: ${secrets.long}
            # from before
            - {name: key0, secret: ${secrets.middle}}
      - kms:
          apiVersion: v2
          name: vault
          endpoint: unix:///var/run/vault.sock   # sidecar
          timeout: 5s
      - identity: {} # until all is rewritten
  - resources: ['*.apps']
    providers:
      - secretbox: { keys: [ { name: box, secret: "${secrets.other}" } ] }
# the end
`
