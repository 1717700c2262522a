import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { openDatabase, type Database } from '#server/db/database.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { pinSecretOf } from '#server/base/kept-secrets.ts'
import { demoSeededAt } from '#server/start/demo-directory.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'
import { ifInterrupted } from './if-interrupted.ts'

export type BenchShop = { url: string; stop(): Promise<void> }

const project = join(import.meta.dirname, '../..')
const startLimitMs = 180_000

/**
 * A separate demo in a temporary directory, with additional data from `fill`. It serves the windows that were built
 * last.
 */
export async function openBenchShop(fill: (database: Database) => Promise<void>): Promise<BenchShop> {
  const directory = newDataDirectory('bench')
  const env = { ...process.env, DATA_DIRECTORY: directory, LOG_LEVEL: 'error', DATABASE_URL: '', PIN_SECRET: '' }
  const clear = (): void => removeDataDirectory(directory)
  try {
    await fillDemo(directory, fill)
    const server = spawn(process.execPath, ['--import', 'tsx', 'src/server/start.ts', '--no-build', '--port', '0'], {
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const stop = async (): Promise<void> => {
      callOff()
      await ended(server)
      clear()
    }
    const callOff = ifInterrupted(stop)
    return { url: await addressOf(server).catch((error: unknown) => stop().then(() => Promise.reject(error))), stop }
  } catch (error) {
    clear()
    throw error
  }
}

/** Fills the demo as the server would on its first start, which then finds it. */
async function fillDemo(directory: string, fill: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ directory: join(directory, 'postgresql') })
  try {
    await seedDemo(database, {
      now: await demoSeededAt(directory, new Date()),
      pinSecret: await pinSecretOf({ pinSecret: undefined, dataDirectory: directory }),
    })
    await fill(database)
  } finally {
    await database.close()
  }
}

/** The address that the server prints when it is open. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const tooLate = setTimeout(() => reject(new Error(`the shop did not open in time\n${said}`)), startLimitMs)
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /(http:\/\/\S+)\/kiosk\//.exec(said)?.[1]
      if (!address) return
      clearTimeout(tooLate)
      resolve(address)
    })
    server.once('exit', (code) => {
      clearTimeout(tooLate)
      reject(new Error(`the shop ended with ${code}\n${said}`))
    })
  })
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
}
