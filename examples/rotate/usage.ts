/** What `--help` prints. */
export const usage = `Rotates the encryption of an embedded control plane while every server serves requests.

  npm run -s demo -- [flags]

  --config FILE    EncryptionConfiguration to start from (default: a shipped example)
  --to KIND        aescbc (default), aesgcm, secretbox, kms or plaintext, with a fresh key
  --new-key FILE   use the base64 key in FILE, as an aescbc key, in place of a fresh one
  --servers N      kube-apiservers (default 3)
  --objects N      objects in etcd, spread over the rotated resources (default 300)
  --seed N         the same seed and input give the same run (default 1)
  --single-stage   the naive way, the new configuration at once, to see what it breaks
  --crash          the controller and the servers die and restart at random moments
  --out DIR        write the configuration of each stage there, with its keys, mode 0600
  --json, -o json  print one JSON document; progress goes to stderr
  --help, -h       print this

Exit codes: 0 completed without a failed request, 1 not so, 2 bad input.
`
