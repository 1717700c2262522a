import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { onTestFinished } from 'vitest'
import { aServiceAccount } from '#tests/server/support/service-account.ts'

/** Complete settings of production under a root, as `officine install` finds them. */
export async function writeSettings(root: string, own: Record<string, string>): Promise<void> {
  await mkdir(join(root, 'etc/officine'), { recursive: true })
  const settings = {
    NODE_ENV: 'production',
    FIRST_START: 'new',
    PIN_SECRET: '8c2b6f0e91d74a53b7e0c4f219a86d35',
    SECRETS_KEY: 'ab01'.repeat(16),
    PUBLIC_ORIGIN: 'https://officine.example',
    FIREBASE_PROJECT_ID: 'officine-bj',
    GOOGLE_APPLICATION_CREDENTIALS: await aServiceAccount(root, 'officine-bj'),
    ...own,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(root, 'etc/officine/officine.env'), lines.join(''))
}

/**
 * Does with a unit what systemd does: its environment, its start line, its restart, its stop signal, one process alone.
 * `lasts`: beyond the running test; who called it stops it.
 */
export async function supervise(
  root: string,
  { lasts = false } = {},
): Promise<{ kill(): void; stop(): Promise<number | null> }> {
  const unit = await readFile(join(root, 'etc/systemd/system/officine.service'), 'utf8')
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!
  const runtime = join(root, 'run', valueOf('RuntimeDirectory'))
  await mkdir(runtime, { recursive: true })
  const [name = '', value = ''] = valueOf('Environment').split('=', 2)
  const settings = parseEnv(await readFile(join(root, valueOf('EnvironmentFile')), 'utf8'))
  const environment = { ...settings, PATH: process.env.PATH, [name]: value.replace('%t', join(root, 'run')) }
  const words = [...valueOf('ExecStart').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
  let child: ChildProcess
  let isStopped = false
  const start = (): void => {
    child = spawn(words[0]!, words.slice(1), { cwd: valueOf('WorkingDirectory'), env: environment, stdio: 'ignore' })
    child.once('exit', () => {
      if (!isStopped && valueOf('Restart') === 'always') setTimeout(start, Number(valueOf('RestartSec')) * 1000)
    })
  }
  start()
  const stop = (signal: NodeJS.Signals): Promise<number | null> => {
    isStopped = true
    const ended = new Promise<number | null>((done) => child.once('exit', done))
    child.kill(signal)
    return ended
  }
  if (!lasts)
    onTestFinished(async () => {
      if (!isStopped) await stop('SIGTERM')
    })
  return { kill: () => void child.kill('SIGKILL'), stop: () => stop(valueOf('KillSignal') as NodeJS.Signals) }
}
