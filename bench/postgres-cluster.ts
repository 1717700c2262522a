import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Cluster = {
  url: string
  /** One more empty database on it; answers its address. */
  create(name: string): Promise<string>
  stop(): Promise<void>
}

/** A PostgreSQL of our own as a shop would run it, fsync on, thrown away at the end; undefined where its binaries are not installed. */
export async function openCluster(): Promise<Cluster | undefined> {
  const binaries = binariesOf()
  if (!binaries) return undefined
  const directory = mkdtempSync(join(tmpdir(), 'officine-bench-'))
  // PostgreSQL refuses to run as root; its package brings this account.
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (account.uid !== undefined && account.gid !== undefined) chownSync(directory, account.uid, account.gid)
  chmodSync(directory, 0o700)
  const data = join(directory, 'data')
  execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'], {
    ...account,
    stdio: 'ignore',
    cwd: directory,
  })
  const port = await freePort()
  const server = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${directory}`,
      '-c',
      'fsync=on',
      '-c',
      'synchronous_commit=on',
    ],
    { ...account, stdio: 'ignore', cwd: directory },
  )
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  await listening(port)
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`
  return {
    url: urlOf('postgres'),
    async create(name) {
      execFileSync(join(binaries, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', name])
      return urlOf(name)
    },
    async stop() {
      server.kill('SIGINT')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function binariesOf(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(root, version, 'bin')).find((binaries) => existsSync(join(binaries, 'initdb')))
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

async function listening(port: number): Promise<void> {
  const { Client } = (await import('pg')).default
  for (let attempt = 0; attempt < 100; attempt++) {
    const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error('PostgreSQL did not start')
}
