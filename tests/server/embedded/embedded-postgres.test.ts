import { spawn } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { serverAccount } from '#server/db/embedded/account.ts'
import { readyBinaries } from '#server/db/embedded/binaries.ts'
import { placeIn } from '#server/db/embedded/data-directory.ts'
import { openEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { processesOn, readPostmaster } from '#server/db/embedded/postmaster-file.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

const isRoot = process.getuid?.() === 0
const onLinux = test.skipIf(process.platform !== 'linux')

test('the login owns its database and is no superuser; every write is checked and synced', async () => {
  const { url, adminUrl } = await opened(aDirectory())
  expect(
    await ask(
      url,
      `select current_user as value, (select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user) as is_mighty`,
    ),
  ).toEqual({ value: 'officine', is_mighty: false })
  const settings = `select current_setting('data_checksums') as data_checksums, current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit, current_setting('listen_addresses') as listen_addresses`
  expect(await ask(adminUrl, settings)).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    synchronous_commit: 'on',
    listen_addresses: '',
  })
})

test('what was written is there after a stop and a start', async () => {
  const directory = aDirectory()
  const first = await opened(directory)
  await write(first.url)
  await first.stop()
  expect(await readPostmaster(join(directory, 'data'))).toBeUndefined()
  expect(await read((await opened(directory)).url)).toBe(1)
})

test('where there are no sockets a port of this machine asks for a password', async () => {
  const directory = aDirectory()
  const { url } = await opened(directory, { withSockets: false })
  const { hostname, password } = new URL(url)
  expect([hostname, password.length]).toEqual(['127.0.0.1', 48])
  await write(url)
  await expect(ask(Object.assign(new URL(url), { password: '' }).href, 'select 1 as value')).rejects.toThrow(/password/)
  await expect(ask(Object.assign(new URL(url), { password: 'guessed' }).href, 'select 1 as value')).rejects.toThrow(
    /password/,
  )
})

test('two starts at once on a new directory: one owns it, the other is told who does', async () => {
  const directory = aDirectory()
  const outcomes = await Promise.allSettled([openEmbedded({ directory }), openEmbedded({ directory })])
  const [owner] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  onTestFinished(() => owner?.stop())
  const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
  expect(refused).toMatchObject({
    reason: 'in-use',
    message: expect.stringContaining(`processus ${process.pid}`) as string,
  })
  await write(owner!.url)
  await expect(openEmbedded({ directory })).rejects.toMatchObject({ reason: 'in-use' })
  expect(await read(owner!.url)).toBe(1)
})

onLinux(
  'PostgreSQL that is killed starts again by itself, at the same address, with everything that was written',
  async () => {
    const directory = aDirectory()
    const said: string[] = []
    const { url } = await opened(directory, { say: (sentence) => said.push(sentence) })
    await write(url)
    const running = await readPostmaster(join(directory, 'data'))
    for (const pid of (await processesOn(join(directory, 'data')))!) process.kill(pid, 'SIGKILL')
    await expect.poll(() => read(url).catch((error: Error) => error.message), { timeout: 60_000 }).toBe(1)
    expect((await readPostmaster(join(directory, 'data')))?.pid).not.toBe(running!.pid)
    await expect.poll(() => said).toEqual(['PostgreSQL s’est arrêté ; Officine le relance.', 'PostgreSQL est reparti.'])
  },
)

onLinux('the PostgreSQL of a killed process is taken over as it runs', async () => {
  const directory = aDirectory()
  const killed = await openElsewhere(directory)
  const before = await readPostmaster(join(directory, 'data'))
  await write(killed.url)
  await killed.kill()
  const { url } = await opened(directory)
  expect(await readPostmaster(join(directory, 'data'))).toEqual(before)
  expect(await read(url)).toBe(1)
})

onLinux('the PostgreSQL of a killed process that is of another minor version is replaced', async () => {
  const directory = aDirectory()
  const killed = await openElsewhere(directory)
  const before = await readPostmaster(join(directory, 'data'))
  await write(killed.url)
  await killed.kill()
  const binaries = await newerPrograms(directory)
  const { url } = await opened(directory, { binaries })
  expect((await readPostmaster(join(directory, 'data')))?.pid).not.toBe(before!.pid)
  expect(await read(url)).toBe(1)
})

onLinux('a process id in a dead file that belongs to another program now is no obstacle', async () => {
  const directory = aDirectory()
  await (await openEmbedded({ directory })).stop()
  // as after a power cut: the file names a process that lives and is not PostgreSQL
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore', ...(isRoot ? await ownerOf(directory) : {}) })
  onTestFinished(() => void stranger.kill())
  await writeFile(
    join(directory, 'data', 'postmaster.pid'),
    [stranger.pid, join(directory, 'data'), 1, 5432, '/tmp/gone', '', '0 0', 'ready'].join('\n'),
  )
  expect(await ask((await opened(directory)).url, 'select 1 as value')).toEqual({ value: 1 })
})

test('an initdb that was killed leaves nothing that counts', async () => {
  const directory = aDirectory()
  const dead = spawn(process.execPath, ['-e', ''])
  await new Promise((done) => dead.once('exit', done))
  await mkdir(join(directory, `data.part-${dead.pid}-0a`, 'base'), { recursive: true })
  await opened(directory)
  expect((await readdir(directory)).toSorted()).toEqual(['data', 'log', 'password'])
})

onLinux('killed at any moment of the first start, the next one starts', async () => {
  const directory = aDirectory()
  for (const afterMs of [0, 60, 120, 200, 300, 450]) {
    const child = spawnOpening(directory)
    await child.begun
    await new Promise((done) => setTimeout(done, afterMs))
    await child.kill()
  }
  const { url } = await opened(directory)
  await write(url)
  expect(await read(url)).toBe(1)
})

test('a directory of another major version is left alone, and the way is named', async () => {
  const directory = aDirectory()
  await (await openEmbedded({ directory })).stop()
  await writeFile(join(directory, 'data', 'PG_VERSION'), '14\n')
  const before = await readdir(join(directory, 'data'))
  await expect(openEmbedded({ directory })).rejects.toMatchObject({
    reason: 'version',
    message: expect.stringMatching(/PostgreSQL 14 .*npm run postgres:upgrade/) as string,
  })
  expect(await readdir(join(directory, 'data'))).toEqual(before)
  expect(await readFile(join(directory, 'data', 'PG_VERSION'), 'utf8')).toBe('14\n')
})

test('a folder that is no database is left alone', async () => {
  const directory = aDirectory()
  await mkdir(join(directory, 'data'), { recursive: true })
  await writeFile(join(directory, 'data', 'letter.txt'), 'mine')
  await expect(openEmbedded({ directory })).rejects.toMatchObject({ reason: 'broken' })
  expect(await readdir(join(directory, 'data'))).toEqual(['letter.txt'])
})

test('a folder without rights is named with what to do', async () => {
  const parent = newDataDirectory('closed')
  onTestFinished(() => removeDataDirectory(parent))
  // root may write anywhere: for it the account that runs PostgreSQL is stopped
  await chmod(parent, isRoot ? 0o700 : 0o500)
  await expect(openEmbedded({ directory: join(parent, 'postgresql') })).rejects.toMatchObject({
    reason: 'unreachable',
    message: expect.stringContaining(parent) as string,
  })
})

test('a clock that jumped back is said, and everything works', async () => {
  const directory = aDirectory()
  await (await openEmbedded({ directory })).stop()
  const tomorrow = new Date(Date.now() + 86_400_000)
  await utimes(join(directory, 'data', 'global', 'pg_control'), tomorrow, tomorrow)
  const said: string[] = []
  const { url } = await opened(directory, { say: (sentence) => said.push(sentence) })
  expect(said).toEqual([expect.stringContaining('L’horloge de cet ordinateur a reculé')])
  expect(await ask(url, 'select 1 as value')).toEqual({ value: 1 })
})

/** The programs that npm installed, in a folder whose version is a later one. */
async function newerPrograms(directory: string): Promise<string> {
  const folder = newDataDirectory('programs')
  onTestFinished(() => removeDataDirectory(folder))
  const { major, ...programs } = await readyBinaries(directory, await serverAccount(placeIn(directory)))
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const isAsked = `[ "$1" = -V ] && echo 'postgres (PostgreSQL) ${major}.99' && exit`
    const path = join(dirname(programs.postgres), name)
    await writeFile(join(folder, name), `#!/bin/sh\n${isAsked}\nexec ${path} "$@"\n`)
    await chmod(join(folder, name), 0o755)
  }
  return folder
}

function aDirectory(): string {
  const directory = newDataDirectory('embedded')
  onTestFinished(() => removeDataDirectory(directory))
  return join(directory, 'postgresql')
}

async function opened(directory: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const embedded = await openEmbedded({ directory, ...options })
  onTestFinished(() => embedded.stop('immediate'))
  return embedded
}

async function ownerOf(directory: string): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await stat(join(directory, 'data'))
  return { uid, gid }
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return ((await client.query(statement)) as { rows: Record<string, unknown>[] }).rows[0] ?? {}
  } finally {
    await client.end()
  }
}

async function write(url: string): Promise<void> {
  await ask(url, 'create table written (value int)')
  await ask(url, 'insert into written values (1)')
}

async function read(url: string): Promise<unknown> {
  return (await ask(url, 'select value from written')).value
}

/** A process of its own that opens the directory: `begun` when it is about to, `url` when it has. */
function spawnOpening(directory: string) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, '../support/open-embedded.ts'), directory],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise((done) => child.once('close', done))
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const hears = async (pattern: RegExp): Promise<string> => {
    await expect.poll(() => said, { timeout: 100_000, interval: 5 }).toMatch(pattern)
    return pattern.exec(said)![1]!
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return { begun: hears(/(begun)/), url: () => hears(/(postgresql:.*)\n/), kill }
}

async function openElsewhere(directory: string): Promise<{ url: string; kill(): Promise<void> }> {
  const { url, kill } = spawnOpening(directory)
  return { url: await url(), kill }
}
