import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { postgresBinaries } from './postgres-binaries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL where each test file makes its own database; undefined means PGlite. */
    postgresUrl: string | undefined
  }
}

/** A throw-away PostgreSQL for the whole run; or the one of TEST_DATABASE_URL, whose login must be allowed to create databases and roles. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const binaries = postgresBinaries()
  if (!given && !binaries) throw new Error('no PostgreSQL here; vite.config.ts leaves this project out')
  const cluster = given ? undefined : await startCluster(binaries ?? '')
  project.provide('postgresUrl', given ?? cluster?.url)
  return async () => cluster?.stop()
}

/** PostgreSQL refuses to run as root: then its own account does it. */
const asOwner = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []

/** An empty PostgreSQL in a directory of its own, which `stop` throws away; its login owns databases and is no superuser. */
export async function startCluster(binaries: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const root = mkdtempSync(join(tmpdir(), 'officine-postgres-'))
  if (asOwner.length > 0) execFileSync('chown', ['postgres', root])
  else chmodSync(root, 0o700)
  const data = join(root, 'data')
  const owned = (program: string, args: string[]): [string, string[]] => {
    const [first = '', ...rest] = [...asOwner, join(binaries, program), ...args]
    return [first, rest]
  }
  execFileSync(
    ...owned('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']),
    { stdio: 'ignore', cwd: '/' },
  )
  const port = await freePort()
  // Speed only: nothing here outlives the run.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${root}`,
    'max_connections=200',
  ]
  const server = spawn(
    ...owned('postgres', ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]),
    { stdio: 'ignore', cwd: '/' },
  )
  await createOwner(`postgresql://postgres@127.0.0.1:${port}/postgres`, server)
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => server.once('exit', done))
    execFileSync(...owned('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-s']), { stdio: 'ignore', cwd: '/' })
    await ended
    rmSync(root, { recursive: true, force: true })
  }
  return { url: `postgresql://officine@127.0.0.1:${port}/postgres`, stop }
}

/** The suite signs in as managed databases let one: owner of its databases, no superuser. */
async function createOwner(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.query('create role officine login createdb createrole')
      return
    } catch (error) {
      if (attempt >= 100 || server.exitCode !== null) throw error
      await delay(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : failed(new Error('no port'))))
    })
  })
}
