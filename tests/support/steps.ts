/** What `npm test` and `npm run test:deep` are made of: steps that run a program, read its report and count what passed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

export type Count = { passed: number; failed: number; skipped: number }

export const reports = mkdtempSync(join(tmpdir(), 'officine-tests-'))
/** What failed, said again at the very end: the runner's own words stand thousands of lines above the last one. */
export const failures: string[] = []
const durations: [title: string, seconds: number][] = []

/** Runs a program to its end; true when it succeeded. */
export function run(title: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n── ${title} ──`)
  const startedAt = Date.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  durations.push([title, seconds])
  console.log(`── ${title}: ${status === 0 ? 'ok' : 'failed'} in ${seconds} s ──`)
  return status === 0
}

/** Reads a runner's JSON report. Without one, or with a failure that no test owns, the step is one failure: a broken runner is never a green one. */
export function count(ok: boolean, file: string, read: (report: Record<string, unknown>) => Count): Count {
  const counted = ((): Count => {
    try {
      return read(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
    } catch {
      return { passed: 0, failed: 0, skipped: 0 }
    }
  })()
  return ok || counted.failed > 0 ? counted : { ...counted, failed: 1 }
}

/** One step that either succeeds or not. */
export function oneOf(ok: boolean, title: string): Count {
  if (!ok) failures.push(title)
  return { passed: Number(ok), failed: Number(!ok), skipped: 0 }
}

type TestFile = {
  name: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
}

function failedTests(file: string): string[] {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: TestFile[] }
    return testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${relative(process.cwd(), name)}: ${message}`] : []),
      ...assertionResults
        .filter((each) => each.status === 'failed')
        .map(
          (each) =>
            `${relative(process.cwd(), name)} › ${each.fullName}\n${(each.failureMessages ?? []).join('\n').slice(0, 2000)}`,
        ),
    ])
  } catch {
    return ['the tests left no report']
  }
}

/** Vitest with these arguments. */
export function vitest(title: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Count {
  const file = join(reports, `${title.replaceAll(/\W+/g, '-')}.json`)
  const ok = run(
    title,
    'npx',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    env,
  )
  if (!ok) failures.push(...failedTests(file))
  return count(ok, file, (report) => ({
    passed: Number(report.numPassedTests),
    failed: Number(report.numFailedTests),
    skipped: Number(report.numPendingTests),
  }))
}

/** Real windows sell while everything breaks; each law of the shop is one test. The windows must be built. */
export function chaos(options: readonly string[]): Count {
  const file = join(reports, 'chaos.json')
  const ok = run('chaos', 'npx', ['tsx', 'chaos/chaos.ts', '--no-build', '--report', file, ...options])
  return count(ok, file, ({ laws }) => {
    const broken = (laws as { name: string; broken: string[] }[]).filter((law) => law.broken.length > 0)
    for (const law of broken) failures.push(`chaos: ${law.name}\n${law.broken.join('\n').slice(0, 2000)}`)
    return { passed: (laws as unknown[]).length - broken.length, failed: broken.length, skipped: 0 }
  })
}

/** Settings of the server that the build of the windows sees in its environment, and must not keep. */
const secrets = {
  PIN_SECRET: 'a-pin-secret-that-no-window-may-hold',
  SECRETS_KEY: 'c0ffee00'.repeat(8),
  FORMER_SECRETS_KEYS: 'deadbeef'.repeat(8),
  SMTP_URL: 'smtps://officine:a-mail-password-that-no-window-may-hold@127.0.0.1',
  DATABASE_URL: 'postgresql://officine:a-password-that-no-window-may-hold@127.0.0.1/officine',
}

/** The windows as the journeys and chaos open them. */
export function buildWindows(): boolean {
  return run('build', 'npm', ['run', '--silent', 'build'], {
    ...secrets,
    VITE_API_BASE: '/api',
    VITE_AUTH_EMULATOR: 'same-origin',
    VITE_SIGN_IN_PROVIDERS: 'google.com',
  })
}

/** What only the server may know, and words of its own sources. */
const serverOnly = [...Object.values(secrets), 'PIN_SECRET', 'officine_app', 'firebase-admin', 'PRIVATE KEY']

/** Whether no file of the built windows holds a secret or a part of the server. */
export function windowsHoldNoSecret(folder = 'dist'): boolean {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const found = files.flatMap(({ parentPath, name }) => {
    const content = readFileSync(join(parentPath, name), 'latin1')
    return serverOnly.filter((word) => content.includes(word)).map((word) => `${name}: ${word}`)
  })
  for (const fault of found) console.log(`a window holds what is the server’s: ${fault}`)
  return files.length > 0 && found.length === 0
}

/** Prints what failed, how long each step took, and the last line « N passed, N failed »; the exit code says the same. */
export function conclude(counts: readonly Count[]): void {
  rmSync(reports, { recursive: true, force: true })
  for (const each of failures) console.log(`\nfailed: ${each}`)
  console.log(`\n${durations.map(([title, seconds]) => `${title} ${seconds} s`).join(', ')}`)
  const total = (key: keyof Count): number => counts.reduce((sum, each) => sum + each[key], 0)
  const skipped = total('skipped')
  console.log(`\n${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode = total('failed') === 0 && total('passed') > 0 ? 0 : 1
}
