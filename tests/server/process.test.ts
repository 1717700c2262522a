import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { lockDirectory } from '#server/db/pglite-lock.ts'

/** PGlite on a directory, as a process of its own: what PostgreSQL looks after by itself. */
const onPGlite = test.skipIf(inject('postgresUrl') !== undefined)

onPGlite('SIGTERM stops a server that answers, and leaves no lock behind', async () => {
  const data = await aDirectory()
  const server = await start(data)
  expect((await fetch(`${server.url}/api/`, { method: 'HEAD' })).status).toBe(200)
  expect(server.output()).toContain('fsync is never called')
  expect(await server.end('SIGTERM')).toBe(0)
  expect(existsSync(join(data, 'pglite', 'officine.lock'))).toBe(false)
})

onPGlite('a second process on the same directory is refused with a clear message', async () => {
  const data = await aDirectory()
  const server = await start(data)
  const second = spawnServer(data)
  expect([await second.ended, second.output()]).toEqual([
    1,
    expect.stringContaining(`in use by process ${server.child.pid}`),
  ])
  expect((await fetch(`${server.url}/api/`)).status).toBe(200)
  await server.end('SIGTERM')
})

onPGlite('what a killed process wrote is there, and its lock is no obstacle', async () => {
  const data = await aDirectory()
  const first = await start(data)
  expect(await first.end('SIGKILL')).toBeNull()
  const second = await start(data)
  expect((await fetch(`${second.url}/api/`)).status).toBe(200)
  await second.end('SIGTERM')
})

onPGlite('the same directory cannot be opened twice in one process either', async () => {
  const directory = await aDirectory()
  const database = await openDatabase({ directory })
  await expect(openDatabase({ directory })).rejects.toThrow('in use by')
  await database.close()
  await (await openDatabase({ directory })).close()
})

onPGlite('of many that find the lock of a dead process, one takes it', async () => {
  const directory = await aDirectory()
  const dead = spawn(process.execPath, ['-e', ''])
  await ended(dead)
  await writeFile(join(directory, 'officine.lock'), JSON.stringify({ pid: dead.pid, startedAt: '1' }))
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(directory)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

onPGlite('a process id that was given to another since is no holder', async () => {
  const directory = await aDirectory()
  await writeFile(join(directory, 'officine.lock'), JSON.stringify({ pid: process.pid, startedAt: 'another time' }))
  await (
    await lockDirectory(directory)
  )()
})

onPGlite('a lock that was cut off while it was written is no obstacle', async () => {
  const directory = await aDirectory()
  await writeFile(join(directory, 'officine.lock'), '')
  const release = await lockDirectory(directory)
  expect(JSON.parse(await readFile(join(directory, 'officine.lock'), 'utf8'))).toMatchObject({ pid: process.pid })
  await release()
})

async function aDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'officine-data-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

function spawnServer(data: string): { child: ChildProcess; output: () => string; ended: Promise<number | null> } {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    env: { PATH: process.env.PATH, DATA_DIRECTORY: data, PORT: '0', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, output: () => text, ended: ended(child) }
}

async function start(data: string) {
  const { child, output, ended: hasEnded } = spawnServer(data)
  await expect.poll(output, { timeout: 100_000 }).toContain('fsync')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0] ?? ''
  return {
    child,
    output,
    url,
    end: (signal: NodeJS.Signals) => {
      child.kill(signal)
      return hasEnded
    },
  }
}

/** Ended, and all that it said has come: its last words may come after its exit. */
function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once('close', done))
}
