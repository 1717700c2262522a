import { readdir, readFile, realpath, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { serverAccount, type Account } from '#server/db/embedded/account.ts'
import { readyBinaries, type Binaries } from '#server/db/embedded/binaries.ts'
import { clockFault, placeIn, prepareData, prepareFolder, type Place } from '#server/db/embedded/data-directory.ts'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import { addressOf, connectSuperuser, ensureDatabase, own, serves } from '#server/db/embedded/keeper.ts'
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

export type EmbeddedOptions = {
  /** The folder of the cluster; made on the first start. */
  directory: string
  /** Hears sentences for whoever runs the shop: a recovery, a restart, a clock that jumped back. */
  say?: (sentence: string) => void
  /** Settings of PostgreSQL on top of ours; tests give up safety for speed here. */
  settings?: Record<string, string>
  /** Another PostgreSQL than the one that npm installed: tests run on the oldest version that we support. */
  binaries?: Binaries
  /** False: a port of 127.0.0.1 and a password, as on Windows. */
  withSockets?: boolean
}

/** A PostgreSQL that this process owns. */
export type EmbeddedPostgres = {
  /** Address of the application's database; its login is no superuser. It stays the same when PostgreSQL is started again. */
  url: string
  /** Address of the superuser, for tests and tools. */
  adminUrl: string
  /** False when the disk is nearly full: PostgreSQL stops altogether when it cannot write its log, so that writes are refused before. */
  hasRoom(): Promise<boolean>
  /** Stops PostgreSQL; `immediate` without writing anything, for what is thrown away. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
}

/** A silent start is not reported before this. */
const slowStartMs = 5_000
/** How long a PostgreSQL that runs may refuse connections without saying that it is starting. */
const hungLimitMs = 60_000
/** PostgreSQL takes 16 MB at a time for its log; the rest is for what is being written when the limit is met. */
const reservedBytes = 64 * 1024 * 1024
const retryMs = 25
const restartMs = 1_000

/** Everything that stays the same for one cluster. */
type Cluster = {
  place: Place
  binaries: Binaries
  account: Account | undefined
  password: string
  options: EmbeddedOptions
  door: Door | undefined
}

/**
 * Opens the embedded PostgreSQL of a directory: takes over the one that runs there, or starts one; never a second one on the same data. Starts it
 * again when it dies while we run. Throws `EmbeddedError` with what to do; `in-use` when another process owns it.
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
        // stopped meanwhile
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
    hasRoom: () => hasRoom(cluster.place.folder),
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
  // PostgreSQL tells its data directory without links
  const place = placeIn(await realpath(options.directory))
  const binaries = options.binaries ?? (await readyBinaries(place.folder, account))
  await prepareData(place, binaries, account)
  const fault = await clockFault(place, new Date())
  if (fault) options.say?.(fault)
  return { place, binaries, account, password: await readFile(place.password, 'utf8'), options, door: undefined }
}

async function hasRoom(folder: string): Promise<boolean> {
  // a file system that does not tell refuses nothing
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )
  return free > reservedBytes
}

/** Comes back with the connection that owns the cluster. */
async function bringUp(cluster: Cluster): Promise<Client> {
  const { data } = cluster.place
  const client = await connected(cluster)
  try {
    await own(client, data)
    await ensureDatabase(client, cluster.password)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Connects to the PostgreSQL of the data directory. Starts one where none runs; ends one that no longer answers. */
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

/** SQLSTATE of a server that lives and cannot serve yet: it starts, recovers or stops; it has no connection left. */
const busy = new Set(['57P03', '53300'])

/** Asks whoever listens at a door. Throws what a server refuses for good. */
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

/** Answers the PostgreSQL that we started, if we did: now, or before. Throws why it ended. */
async function aliveOrStarted(
  cluster: Cluster,
  { child, running, isHung }: { child: Child | undefined; running: Postmaster | undefined; isHung: boolean },
): Promise<Child | undefined> {
  const { data } = cluster.place
  if (child?.hasEnded()) {
    const printed = await child.ended
    // another start was faster, or processes of a killed one are still leaving
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
 * PostgreSQL replaces the file of a dead one by itself, unless its process id is alive again as another program: after a power cut, in a new container.
 */
async function forgetStranger(data: string, dead: Postmaster): Promise<void> {
  if (process.platform !== 'linux' || !isAlive(dead.pid)) return
  const now = await readPostmaster(data)
  if (now?.pid === dead.pid) await forgetPostmaster(data)
}

/** The end of the newest log: once it has begun to start, PostgreSQL writes there why it ends. */
async function lastLog({ log }: Place): Promise<string> {
  const files = await Promise.all(
    (await readdir(log))
      .filter((name) => name.startsWith('postgresql-'))
      .map(async (name) => ({ name, at: (await stat(join(log, name))).mtimeMs })),
  )
  const newest = files.toSorted((a, b) => b.at - a.at)[0]
  return newest ? (await readFile(join(log, newest.name), 'utf8')).slice(-2000) : ''
}

/** Where the system does not tell who works on a folder, the process of `postmaster.pid` is believed; PostgreSQL checks it again. */
async function livingProcesses(data: string, running: Postmaster | undefined): Promise<number[]> {
  const found = await processesOn(data)
  if (found) return found
  return running && isAlive(running.pid) ? [running.pid] : []
}

/**
 * Starts PostgreSQL: behind the door that our connections know, or behind a new one on the first start. The door of a dead process is never taken over: a
 * second start at this moment may do the same.
 */
async function start({ place, binaries, account, options, door: known }: Cluster): Promise<Child> {
  const door =
    known && (await isUsableDoor(known, account))
      ? known
      : await newDoor(account, options.withSockets ?? process.platform !== 'win32')
  await clearDoor(door)
  return launch({ place, binaries, account, door, settings: options.settings ?? {} })
}
