import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openDatabase, type Database } from '#server/db/database.ts'
import { demoAccounts } from '#server/demo/demo-pharmacies.ts'
import { startAuthEmulator } from '#server/start/auth-emulator.ts'
import { createSignInAccounts } from '#server/start/sign-in-accounts.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'
import { shopStore } from './shop-store.ts'
import { freePort } from '#server/db/embedded/free-port.ts'

/** The shop behind the proxy: the real server as a process that can be killed, with a directory that can be deleted. */
export type Shop = {
  port: number
  /** Codes of boxes without restrictions. */
  shelf: readonly string[]
  /** The last sale number of the demo: sales of this run follow it. */
  soldBefore: number
  isUp(): boolean
  /** SIGKILL, whatever it is doing. */
  kill(): Promise<void>
  start(): Promise<void>
  /** SIGKILL to PostgreSQL alone: the shop restarts it. */
  killDatabase(): Promise<void>
  /** While it is down: deletes its database. */
  throwDatabaseAway(): Promise<void>
  /** While it is down: copies all that the server keeps. */
  backUp(): Promise<void>
  hasBackup(): boolean
  /** While it is down: restores the last copy. */
  restoreBackup(): Promise<void>
  /** Identifiers of all its sales. */
  identifiers(): Promise<string[]>
  /** While it is down: opens the database itself, to check it. */
  openDatabase(): Promise<Database>
  /** Stops everything and deletes the directory. */
  close(): Promise<void>
}

type Opened = { shelf: string[]; sold: number }

const projectId = 'demo-officine'
const startLimitMs = 180_000
const answerLimitMs = 60_000

/** A shop in a temporary directory, which `close` removes. */
export async function openShop(): Promise<Shop> {
  const directory = newDataDirectory('chaos')
  const port = await freePort()
  const store = shopStore(directory)
  const emulator = await startAuthEmulator({ projectId, directory: join(directory, 'sign-in') })
  // The server library creates the accounts, and reads the emulator's address from this variable.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host
  await createSignInAccounts(demoAccounts, projectId)
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIRECTORY: directory,
    DATABASE_URL: '',
    PORT: String(port),
    FIREBASE_PROJECT_ID: projectId,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
  }
  let running: ChildProcess | undefined
  let first: Opened | undefined

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = running
    running = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await ended
  }
  process.once('exit', () => void running?.kill('SIGKILL'))

  return {
    port,
    get shelf() {
      return first?.shelf ?? []
    },
    get soldBefore() {
      return first?.sold ?? 0
    },
    isUp: () => running !== undefined,
    kill: () => end('SIGKILL'),
    async start() {
      const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'shop-server.ts')], {
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      running = child
      const opened = await saidBy(child)
      first ??= opened
      if (first.shelf.length === 0) throw new Error('the shop has nothing to sell')
    },
    killDatabase: store.kill,
    throwDatabaseAway: store.throwAway,
    backUp: store.backUp,
    hasBackup: store.hasBackup,
    restoreBackup: store.restore,
    identifiers: () => (running ? identifiersOf(running) : Promise.reject(new Error('the shop is down'))),
    openDatabase: () => openDatabase({ directory: join(directory, 'postgresql') }),
    async close() {
      await end('SIGTERM')
      await emulator.stop()
      await store.stop()
      removeDataDirectory(directory)
    },
  }
}

/** Asks the running shop, which owns its PostgreSQL. */
function identifiersOf(child: ChildProcess): Promise<string[]> {
  return new Promise((done, failed) => {
    const lines = createInterface({ input: child.stdout! })
    const end = (): void => {
      clearTimeout(tooLate)
      lines.close()
      child.off('exit', gone)
    }
    const gone = (): void => {
      end()
      failed(new Error('the shop ended before it answered'))
    }
    const tooLate = setTimeout(() => {
      end()
      failed(new Error('the shop does not answer'))
    }, answerLimitMs)
    child.once('exit', gone)
    lines.on('line', (line) => {
      if (!line.startsWith('{"identifiers"')) return
      end()
      done((JSON.parse(line) as { identifiers: string[] }).identifiers)
    })
    child.stdin!.write('identifiers\n')
  })
}

function saidBy(child: ChildProcess): Promise<Opened> {
  return new Promise((done, failed) => {
    const tooLate = setTimeout(() => child.kill('SIGKILL'), startLimitMs)
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (!line.startsWith('{"url"')) return
      clearTimeout(tooLate)
      done(JSON.parse(line) as Opened)
    })
    child.once('exit', (code, signal) => {
      clearTimeout(tooLate)
      failed(new Error(`the shop ended with ${code ?? signal} before it was open`))
    })
  })
}
