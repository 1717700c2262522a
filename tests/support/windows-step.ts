/** The built windows, and real windows that sell while everything breaks, as steps of `npm test`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atLeastOne, failures, readReport, reports, run, type Count } from './steps.ts'

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

/** Files that contain a worker from a blob and are told never to start it: `useCompression: false`, no `worker: true`. */
const neverStarted = /^assets\/(?:reporter|table-worker)-/

/** Whether the newest build starts workers only from its own files: the policy forbids others, and their work never ends. */
export function windowsStartOwnWorkers(folder = 'dist'): boolean {
  const [newest] = JSON.parse(readFileSync(join(folder, 'builds.json'), 'utf8')) as { files: string[] }[]
  const scripts = (newest?.files ?? []).filter((file) => file.endsWith('.js') && !neverStarted.test(file))
  const found = scripts.filter((file) =>
    /new (?:[\w$]+\.)*Worker\((?!new URL\()/.test(readFileSync(join(folder, file), 'utf8')),
  )
  for (const file of found) console.log(`a window starts a worker that is no file of its own: ${file}`)
  return scripts.length > 0 && found.length === 0
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

type ChaosReport = { laws: { name: string; broken: string[] }[] }

/** Runs chaos; each law of the shop is one test. The windows must be built. */
export function chaos(options: readonly string[]): Count {
  return lawsOf('chaos', ['chaos/chaos.ts', '--no-build', ...options])
}

/** Runs the chaos of a fiscal platform; each of its laws is one test. */
export function fiscalChaos(options: readonly string[]): Count {
  return lawsOf('fiscal chaos', ['chaos/fiscal.ts', ...options])
}

function lawsOf(name: string, program: readonly string[]): Count {
  const file = join(reports, `${name.replace(' ', '-')}.json`)
  const ok = run(name, 'npx', ['tsx', ...program, '--report', file])
  const laws = readReport<ChaosReport>(file)?.laws
  const broken = laws?.filter((law) => law.broken.length > 0) ?? []
  for (const law of broken) failures.push(`${name}: ${law.name}\n${law.broken.join('\n').slice(0, 2000)}`)
  return atLeastOne(ok, laws && { passed: laws.length - broken.length, failed: broken.length, skipped: 0 })
}
