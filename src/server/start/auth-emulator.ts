import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { freePort } from '#server/db/embedded/free-port.ts'

export type AuthEmulator = {
  /** `127.0.0.1:port`, in the form of FIREBASE_AUTH_EMULATOR_HOST. */
  host: string
  /** Stops the emulator and saves its accounts for the next start. */
  stop(): Promise<void>
}

/**
 * Runs in the emulator before anything else: its input is a pipe from this process, which the system closes when this
 * process ends, also by `kill -9`. The emulator then kills its process group, in which it is alone with its own children.
 */
const endWithParent = `data:text/javascript,${encodeURIComponent(
  "process.stdin.on('close', () => process.kill(-process.pid, 'SIGKILL')).on('error', () => {}).resume(); process.stdin.unref()",
)}`

/** How long the emulator may take to start; on two busy cores it needs about 10 s. */
const startLimitMs = 240_000

/**
 * Starts the sign-in emulator of firebase-tools, without Java or network. The emulator keeps its accounts in memory, so
 * they are exported at the end and imported at the start: a till stays signed in across restarts.
 */
export async function startAuthEmulator(options: {
  projectId: string
  directory: string
  port?: number | undefined
}): Promise<AuthEmulator> {
  const directory = resolve(options.directory)
  const saved = join(directory, 'accounts')
  await mkdir(directory, { recursive: true })
  const [port, hub, logging] = await Promise.all([options.port ?? freePort(), freePort(), freePort()])
  const configFile = join(directory, 'firebase.json')
  await writeFile(
    configFile,
    JSON.stringify({
      emulators: {
        singleProjectMode: true,
        auth: { host: '127.0.0.1', port },
        hub: { host: '127.0.0.1', port: hub },
        logging: { host: '127.0.0.1', port: logging },
        ui: { enabled: false },
      },
    }),
  )
  const firebase = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js')
  const child = spawn(
    process.execPath,
    [
      '--import',
      endWithParent,
      firebase,
      'emulators:start',
      '--only',
      'auth',
      '--project',
      options.projectId,
      '--config',
      configFile,
      `--export-on-exit=${saved}`,
      ...(existsSync(saved) ? [`--import=${saved}`] : []),
    ],
    // In its own process group: Ctrl+C in the terminal must not reach it directly, but through stop(), after the API
    // has finished its requests.
    {
      cwd: directory,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, CI: 'true', NO_UPDATE_NOTIFIER: '1' },
    },
  )
  const output: string[] = []
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  // The emulator must not survive this process: `endWithParent` sees to it when this process is killed.
  const killGroup = (): void => void (child.pid && child.exitCode === null && process.kill(-child.pid, 'SIGKILL'))
  process.once('exit', killGroup)

  const host = `127.0.0.1:${port}`
  try {
    await answers(`http://${host}/`, () => child.exitCode !== null)
  } catch (cause) {
    killGroup()
    // A saved state that cannot be read must not prevent the start: it is set aside, and the accounts are created
    // again.
    if (existsSync(saved)) {
      await rename(saved, `${saved}-unreadable-${Date.now()}`)
      return startAuthEmulator(options)
    }
    throw new Error(`The sign-in emulator did not start.\n${output.join('').slice(-2000)}`, { cause })
  }
  return {
    host,
    async stop() {
      process.removeListener('exit', killGroup)
      child.kill('SIGINT')
      const inTime = await Promise.race([exited.then(() => true), pause(10_000).then(() => false)])
      if (!inTime) killGroup()
      await rm(configFile, { force: true })
    },
  }
}

async function answers(url: string, gaveUp: () => boolean): Promise<void> {
  const deadline = Date.now() + startLimitMs
  while (Date.now() < deadline && !gaveUp()) {
    const ready = await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    await pause(200)
  }
  throw new Error(gaveUp() ? 'it ended by itself' : `no answer within ${startLimitMs / 1000} s`)
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
