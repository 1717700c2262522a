import { readdir, readFile, realpath, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { serverAccount, type Account } from '#server/db/embedded/account.ts'
import { namedBinaries, readyBinaries, type Binaries } from '#server/db/embedded/binaries.ts'
import {
  clockFault,
  majorOf,
  placeIn,
  prepareData,
  prepareFolder,
  type Place,
} from '#server/db/embedded/data-directory.ts'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import {
  addressOf,
  connectSuperuser,
  ensureBackups,
  ensureDatabase,
  own,
  serves,
  versionOf,
} from '#server/db/embedded/keeper.ts'
import { isAlive } from '#server/db/embedded/is-alive.ts'
import { forgetPostmaster, processesOn, readPostmaster, type Postmaster } from '#server/db/embedded/postmaster-file.ts'
import {
  halt,
  clearDoor,
  isUsableDoor,
  launch,
  newDoor,
  removeDoor,
  type Child,
  type Door,
} from '#server/db/embedded/postmaster.ts'
import { failureOf } from '#server/db/embedded/programs.ts'
import { removeUnfinished, undoSwap } from '#server/db/embedded/swap.ts'

export type EmbeddedOptions = {
  /** Folder of the cluster; created on the first start. */
  directory: string
  /** Receives sentences for the person who runs the shop: a recovery, a restart, a clock that went back. */
  say?: (sentence: string) => void
  /** PostgreSQL settings that override ours. Tests use them to trade durability for speed. */
  settings?: Record<string, string>
  /** Folder of PostgreSQL's programs (`POSTGRES_BIN`). Without it, those that npm installed. */
  binaries?: string | undefined
  /** It follows another PostgreSQL (`standby.signal`): nothing is written into it. */
  isFollower?: boolean
  /** False: listen on a port of 127.0.0.1 with a password, as on Windows. */
  withSockets?: boolean
}

/** A PostgreSQL that this process owns. */
export type EmbeddedPostgres = {
  /**
   * Address of the application's database; its login is not a superuser. The address stays the same after a restart of
   * PostgreSQL.
   */
  url: string
  /** Address of the superuser, for tests and tools. */
  adminUrl: string
  /** Address of the login that takes backups: it may read the log and the files, and change no table. */
  backupUrl: string
  /** The account that it runs under, when that is not ours. */
  account: Account | undefined
  /**
   * False when the disk is nearly full. PostgreSQL stops completely when it cannot write its log, so the server refuses
   * writes before that point.
   */
  hasRoom(): Promise<boolean>
  /** Free bytes on its disk; null when the file system does not report them. */
  freeBytes(): Promise<number | null>
  /** Stops PostgreSQL. `immediate` skips the final writes, for data that is deleted afterwards. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
}

/** A start without messages is reported only after this time. */
const slowStartMs = 5_000
/** How long a running PostgreSQL may refuse connections without reporting that it is starting. */
const hungLimitMs = 60_000
/** PostgreSQL extends its log by 16 MB at a time; the rest is for writes in progress when the limit is reached. */
const reservedBytes = 64 * 1024 * 1024
const retryMs = 25
const restartMs = 1_000

/** The values of a cluster that never change. */
type Cluster = {
  place: Place
  binaries: Binaries
  account: Account | undefined
  password: string
  options: EmbeddedOptions
  door: Door | undefined
}

/**
 * Opens the embedded PostgreSQL of a directory: takes over the one that runs there, or starts one; never a second one
 * on the same data. Restarts it when it dies. Throws `EmbeddedError` with instructions; `in-use` when another process
 * owns it.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepare(options)
  let keeper = await bringUp(cluster)
  let isStopping = false
  const watch = (): void => {
    keeper.once('end', () => {
      if (!isStopping) void reopen()
    })
  }
  const reopen = async (): Promise<void> => {
    options.say?.('PostgreSQL s’est arrêté ; Officine le relance.')
    for (let said = ''; !isStopping; await pause(restartMs)) {
      try {
        keeper = await bringUp(cluster)
        // `stop` was called meanwhile.
        if (isStopping) return await halt(cluster.place, cluster.binaries, cluster.account)
        watch()
        return options.say?.('PostgreSQL est reparti.')
      } catch (error) {
        const { message } = error as Error
        if (message !== said) options.say?.(message)
        said = message
      }
    }
  }
  watch()

  const door = cluster.door!
  return {
    url: addressOf(door, cluster.password),
    adminUrl: addressOf(door, cluster.password).replace(/\/\/officine/, '//postgres'),
    backupUrl: addressOf(door, cluster.password).replace(/\/\/officine/, '//officine_backup'),
    account: cluster.account,
    // When the file system does not report free space, writes are allowed.
    hasRoom: async () => ((await freeBytes(cluster.place.folder)) ?? Infinity) > reservedBytes,
    freeBytes: () => freeBytes(cluster.place.folder),
    async stop(mode) {
      isStopping = true
      await halt(cluster.place, cluster.binaries, cluster.account, mode)
      await keeper.end().catch(() => undefined)
      await removeDoor(door)
    },
  }
}

async function prepare(options: EmbeddedOptions): Promise<Cluster> {
  const named = placeIn(options.directory)
  const account = await serverAccount(named)
  await prepareFolder(named, account)
  // PostgreSQL reports its data directory with links resolved.
  const place = placeIn(await realpath(options.directory))
  const binaries = options.binaries
    ? await namedBinaries(options.binaries, account)
    : await readyBinaries(place.folder, account)
  const undone = await undoSwap(place)
  if (undone) options.say?.(undone)
  // A database made here would be no copy of the other one.
  if (options.isFollower && (await majorOf(place)) === undefined)
    throw new EmbeddedError('broken', `${place.data} n’a plus la copie du premier ordinateur. Rien n’a été touché.`)
  await prepareData(place, binaries, account)
  const fault = await clockFault(place, new Date())
  if (fault) options.say?.(fault)
  return { place, binaries, account, password: await readFile(place.password, 'utf8'), options, door: undefined }
}

function freeBytes(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
}

/**
 * Returns the connection that owns the cluster. A PostgreSQL of an earlier process may be of another minor version: it
 * is replaced by ours.
 */
async function bringUp(cluster: Cluster, isReplaced = false): Promise<Client> {
  const { place, binaries, account } = cluster
  const client = await connected(cluster)
  try {
    await own(client, place.data)
    if (!isReplaced && (await versionOf(client)) !== binaries.version) {
      await halt(place, binaries, account)
      await client.end().catch(() => undefined)
      return await bringUp(cluster, true)
    }
    if (cluster.options.isFollower) return client
    await removeUnfinished(place, binaries, account)
    await ensureDatabase(client, cluster.password)
    await ensureBackups(client, cluster.password)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Connects to the PostgreSQL of the data directory. Starts one when none runs; ends one that no longer answers. */
async function connected(cluster: Cluster): Promise<Client> {
  const { place, password, options } = cluster
  const startedAt = Date.now()
  let child: Child | undefined
  let silentSince = Date.now()
  let isReported = false
  for (;;) {
    const running = await readPostmaster(place.data)
    if (running) {
      const answer = await ask(running, password, place.data)
      if (answer.kind === 'ready') {
        cluster.door = { host: running.host, port: running.port }
        return answer.client
      }
      if (answer.kind === 'starting') silentSince = Date.now()
    }
    if (!isReported && Date.now() - startedAt > slowStartMs) {
      isReported = true
      options.say?.(
        'PostgreSQL se rétablit après un arrêt brutal ; cela peut prendre quelques minutes. Ne fermez pas Officine.',
      )
    }
    child = await aliveOrStarted(cluster, { child, running, isHung: Date.now() - silentSince > hungLimitMs })
    if (Date.now() - silentSince > hungLimitMs) silentSince = Date.now()
    await pause(retryMs)
  }
}

type Answer = { kind: 'ready'; client: Client } | { kind: 'starting' } | { kind: 'silent' }

/**
 * SQLSTATE codes of a server that runs but cannot serve yet: it is starting, recovering or stopping, or has no free
 * connection.
 */
const busy = new Set(['57P03', '53300'])

/** Tries to connect to a door (see `postmaster.ts`). Throws errors that a retry cannot solve. */
async function ask(door: Door, password: string, data: string): Promise<Answer> {
  try {
    const client = await connectSuperuser(door, password)
    if (await serves(client, data)) return { kind: 'ready', client }
    await client.end()
    return { kind: 'silent' }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (busy.has(code)) return { kind: 'starting' }
    if (code.startsWith('28')) throw error
    return { kind: 'silent' }
  }
}

/** Returns the PostgreSQL that we started, now or earlier, while it runs. Throws the reason when it ended. */
async function aliveOrStarted(
  cluster: Cluster,
  { child, running, isHung }: { child: Child | undefined; running: Postmaster | undefined; isHung: boolean },
): Promise<Child | undefined> {
  const { data } = cluster.place
  if (child?.hasEnded()) {
    const printed = await child.ended
    // Another start was faster, or processes of a killed server have not exited yet.
    if (!/lock file "[^"]+" already exists|pre-existing shared memory block/.test(printed))
      throw failureOf('PostgreSQL', printed + (await lastLog(cluster.place)))
    return undefined
  }
  if (child) {
    if (!isHung) return child
    throw new EmbeddedError('broken', `PostgreSQL ne répond pas ; son journal est dans ${cluster.place.log}.`)
  }
  const alive = await livingProcesses(data, running)
  if (alive.length > 0) {
    if (isHung) for (const pid of alive) process.kill(pid, 'SIGKILL')
    return undefined
  }
  if (running) await forgetStranger(data, running)
  return start(cluster)
}

/**
 * PostgreSQL replaces the pid file of a dead server by itself, unless another program now has that process id: after a
 * power cut, or in a new container.
 */
async function forgetStranger(data: string, dead: Postmaster): Promise<void> {
  if (process.platform !== 'linux' || !isAlive(dead.pid)) return
  const now = await readPostmaster(data)
  if (now?.pid === dead.pid) await forgetPostmaster(data)
}

/** The end of the newest log file, where PostgreSQL writes why it ends once it has begun to start. */
async function lastLog({ log }: Place): Promise<string> {
  const files = await Promise.all(
    (await readdir(log))
      .filter((name) => name.startsWith('postgresql-'))
      .map(async (name) => ({ name, at: (await stat(join(log, name))).mtimeMs })),
  )
  const newest = files.toSorted((a, b) => b.at - a.at)[0]
  return newest ? (await readFile(join(log, newest.name), 'utf8')).slice(-2000) : ''
}

/**
 * When the system does not report which processes use a folder, the process of `postmaster.pid` is trusted; PostgreSQL
 * checks it again.
 */
async function livingProcesses(data: string, running: Postmaster | undefined): Promise<number[]> {
  const found = await processesOn(data)
  if (found) return found
  return running && isAlive(running.pid) ? [running.pid] : []
}

/**
 * Starts PostgreSQL behind the known door, or behind a new one on the first start. Never takes over the door of a dead
 * process: a second start may do the same at this moment.
 */
async function start({ place, binaries, account, options, door: known }: Cluster): Promise<Child> {
  const door =
    known && (await isUsableDoor(known, account))
      ? known
      : await newDoor(account, options.withSockets ?? process.platform !== 'win32')
  await clearDoor(door)
  return launch({ place, binaries, account, door, settings: options.settings ?? {} })
}
