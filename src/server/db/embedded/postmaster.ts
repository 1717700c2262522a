import { spawn, type ChildProcess } from 'node:child_process'
import { chown, lstat, mkdtemp, open, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Account } from '#server/db/embedded/account.ts'
import type { Binaries } from '#server/db/embedded/binaries.ts'
import type { Place } from '#server/db/embedded/data-directory.ts'
import { engineSizes } from '#server/db/embedded/engine-sizes.ts'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import type { Postmaster } from '#server/db/embedded/postmaster-file.ts'
import { cannotRun, programEnvironment, runProgram } from '#server/db/embedded/programs.ts'
import { closedFolder } from '#server/db/embedded/reachable.ts'
import { freePort } from '#server/db/embedded/free-port.ts'

/** Where a PostgreSQL listens: a socket in a private folder, or a port of 127.0.0.1 on systems without sockets. */
export type Door = Pick<Postmaster, 'host' | 'port'>

/** A PostgreSQL that we started. `ended` resolves to its output when it exits. */
export type Child = { pid: number; ended: Promise<string>; hasEnded(): boolean }

/** The path of a socket is limited to 103 bytes (macOS) or 107 (Linux). */
const longestSocketPath = 100
/** The folder name that `mkdtemp` creates for a door. */
const doorName = /^officine-[A-Za-z0-9]{6}$/
const leftDoorMs = 60 * 60_000
/** Part of the socket's file name. Any number works. */
const socketPort = 5432

/**
 * Creates a new door. With sockets, only the account (and root) can enter its folder; without them, a password is
 * required.
 */
export async function newDoor(account: Account | undefined, withSockets: boolean): Promise<Door> {
  if (!withSockets) return { host: '127.0.0.1', port: await freePort() }
  const name = 'officine-XXXXXX'
  const parent = join(tmpdir(), name, `.s.PGSQL.${socketPort}`).length > longestSocketPath ? '/tmp' : tmpdir()
  await removeLeftDoors(parent, account)
  const host = await mkdtemp(join(parent, name.replace('XXXXXX', '')))
  if (account) {
    await chown(host, account.uid, account.gid)
    const closed = await closedFolder(join(host, 'socket'), account)
    if (closed)
      throw new EmbeddedError(
        'unreachable',
        `Le compte ${account.uid}, qui fait tourner PostgreSQL, ne peut pas traverser ${closed}. Lancez « chmod o+x ${closed} » ou changez TMPDIR.`,
      )
  }
  return { host, port: socketPort }
}

/**
 * Removes the empty doors that killed processes left in `parent`. A door in use contains a socket, and `rmdir` fails on
 * a folder that is not empty; a door younger than an hour may not have its socket yet, so it is kept.
 */
export async function removeLeftDoors(parent: string, account: Account | undefined): Promise<void> {
  const owner = account?.uid ?? process.getuid?.()
  const names = await readdir(parent).catch(() => [])
  for (const name of names.filter((name) => doorName.test(name))) {
    const door = join(parent, name)
    const found = await lstat(door).catch(() => undefined)
    if (!found?.isDirectory() || found.uid !== owner || found.mtimeMs > Date.now() - leftDoorMs) continue
    await rmdir(door).catch(() => undefined)
  }
}

/** Whether an earlier door can be used again: its folder must still belong to our account alone. */
export async function isUsableDoor({ host }: Door, account: Account | undefined): Promise<boolean> {
  if (!host.startsWith('/')) return true
  const found = await stat(host).catch(() => undefined)
  return (
    found !== undefined &&
    found.isDirectory() &&
    found.uid === (account?.uid ?? process.getuid?.()) &&
    (found.mode & 0o077) === 0
  )
}

/**
 * Removes the socket that a dead PostgreSQL left in a door that is reused. Its lock file contains a process id that
 * another program may have now, or that is still a zombie: PostgreSQL would then believe that another server uses the
 * door.
 */
export async function clearDoor({ host, port }: Door): Promise<void> {
  if (!host.startsWith('/')) return
  for (const name of [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]) await rm(join(host, name), { force: true })
}

/** Removes the door of a PostgreSQL that was stopped. */
export async function removeDoor({ host }: Door): Promise<void> {
  if (host.startsWith('/')) await rm(host, { recursive: true, force: true })
}

/**
 * Starts PostgreSQL as a process that outlives this one: a sale that is being written completes even when this process
 * dies, and the next start takes PostgreSQL over. `settings` override ours.
 */
export async function launch({
  place,
  binaries,
  account,
  door,
  settings,
}: {
  place: Place
  binaries: Binaries
  account: Account | undefined
  door: Door
  settings: Record<string, string>
}): Promise<Child> {
  const isSocket = door.host.startsWith('/')
  const all = {
    listen_addresses: isSocket ? '' : door.host,
    unix_socket_directories: isSocket ? door.host : '',
    unix_socket_permissions: '0700',
    port: String(door.port),
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // The package contains no JIT compiler.
    jit: 'off',
    // One file per day of the week, overwritten a week later, so that logs never fill the disk.
    logging_collector: 'on',
    log_directory: place.log,
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_size: '0',
    ...engineSizes(totalmem()),
    ...settings,
  }
  const said = join(place.log, 'start.log')
  const output = await open(said, 'w', 0o600)
  try {
    const child = spawn(
      binaries.postgres,
      ['-D', place.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...account,
        cwd: '/',
        env: programEnvironment(),
        stdio: ['ignore', output.fd, output.fd],
        detached: true,
        windowsHide: true,
      },
    )
    await started(child, binaries.postgres)
    child.unref()
    const ended = new Promise<string>((done) =>
      child.once('exit', () => void readFile(said, 'utf8').then(done, () => done(''))),
    )
    return { pid: child.pid!, ended, hasEnded: () => child.exitCode !== null || child.signalCode !== null }
  } finally {
    await output.close()
  }
}

function started(child: ChildProcess, program: string): Promise<void> {
  return new Promise((done, failed) => {
    child.once('spawn', done)
    child.once('error', (cause) => failed(cannotRun(program, cause)))
  })
}

/**
 * Stops the PostgreSQL of a data directory: open transactions are rolled back and all data is written. After a minute,
 * it is stopped as in a power cut, which loses no data either.
 */
export async function halt(
  { data }: Place,
  { pgCtl }: Binaries,
  account: Account | undefined,
  mode: 'fast' | 'immediate' = 'fast',
): Promise<void> {
  const stop = (how: string): Promise<void> =>
    runProgram(pgCtl, ['stop', '-D', data, '-m', how, '-w', '-t', '60', '-s'], account)
  await stop(mode).catch(() => stop('immediate').catch(() => undefined))
}
