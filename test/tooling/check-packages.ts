/**
 * `npm run pack:check`: packs each package as it would be published, and looks at the result: what is in it,
 * whether its package.json and its types hold for users, whether plain Node loads it.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

interface Finding {
  readonly check: string
  /** Empty: nothing to complain about. */
  readonly complaint: string
}

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

const complaintOf = (cwd: string, command: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}${error?.message ?? ''}`.trim() || 'it failed'
}

const pack = (name: string, destination: string): Packed => {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['pack', '--json', '--pack-destination', destination],
    { cwd: join(root, 'packages', name), encoding: 'utf8' },
  )
  const [packed] = status === 0 ? (JSON.parse(stdout) as readonly Packed[]) : []
  if (packed === undefined) throw new Error(`npm pack failed for ${name}: ${stderr}`)
  return packed
}

const complaintAboutFiles = ({ files }: Packed): string => {
  const paths = new Set(files.map(({ path }) => path))
  const missing = ['package.json', 'dist/index.js', 'dist/index.d.ts', 'src/index.ts'].filter(
    (path) => !paths.has(path),
  )
  const left = [...paths].filter(
    (path) =>
      path.endsWith('.tsbuildinfo') ||
      (/^dist\/.*\.js$/.test(path) && !paths.has(path.replace(/^dist(.*)\.js$/, 'src$1.ts'))),
  )
  return [
    ...missing.map((path) => `${path} is missing`),
    ...left.map((path) => `${path} does not belong in it`),
  ].join('\n')
}

/** A folder where the packed package is installed beside what the repository has installed. */
const install = (folder: string, name: string, tarball: string): string => {
  const target = join(folder, 'node_modules/@keyroll', name)
  mkdirSync(target, { recursive: true })
  return complaintOf(folder, 'tar', '-xzf', tarball, '--strip-components=1', '-C', target)
}

const linkDependencies = (folder: string): void => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  for (const entry of readdirSync(join(root, 'node_modules')))
    if (!entry.startsWith('.') && entry !== '@keyroll')
      symlinkSync(join(root, 'node_modules', entry), join(folder, 'node_modules', entry))
}

const check = (folder: string, names: readonly string[]): boolean => {
  linkDependencies(folder)
  const packed = names.map((name) => {
    const tarball = pack(name, folder)
    return { name, tarball, path: join(folder, tarball.filename) }
  })
  const installed = packed.map(({ name, path }) => install(folder, name, path))
  const bin = (tool: string): string => join(root, 'node_modules/.bin', tool)
  return packed
    .map(({ name, tarball, path }, index) => {
      const findings: readonly Finding[] = [
        { check: 'files', complaint: complaintAboutFiles(tarball) },
        { check: 'publint', complaint: complaintOf(root, bin('publint'), '--strict', path) },
        {
          check: 'types',
          complaint: complaintOf(root, bin('attw'), path, '--profile', 'esm-only'),
        },
        {
          check: 'loads',
          complaint:
            installed[index] ||
            complaintOf(
              folder,
              process.execPath,
              '--input-type=module',
              '-e',
              `await import('@keyroll/${name}')`,
            ),
        },
      ]
      return report(name, tarball.files.length, findings)
    })
    .every((fine) => fine)
}

const report = (name: string, files: number, findings: readonly Finding[]): boolean => {
  const bad = findings.filter(({ complaint }) => complaint !== '')
  const verdict = findings.map(
    ({ check: title, complaint }) => `${title} ${complaint === '' ? 'ok' : 'FAILED'}`,
  )
  console.log(`@keyroll/${name}: ${files} files: ${verdict.join(', ')}`)
  for (const { check: title, complaint } of bad) console.error(`${title}: ${complaint}`)
  return bad.length === 0
}

const folder = mkdtempSync(join(tmpdir(), 'keyroll-packed-'))
try {
  process.exitCode = check(folder, readdirSync(join(root, 'packages'))) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
