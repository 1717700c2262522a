import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isBaseDue } from '#shared/domain/backup/retention.ts'
import {
  connectReplication,
  dropReplication,
  openBackupLogin,
  streamLog,
  systemState,
  type BackupLogin,
} from '#server/db/embedded/replication.ts'
import { erasedCopier } from '#server/backup/erasures.ts'
import type { Erased } from '#server/persons/erase-person.ts'
import { MediumAway, openPresence } from '#server/backup/presence.ts'
import { freeBytes, makeLine, readLines, shopFolderIn, type Line } from '#server/backup/medium.ts'
import { prune } from '#server/backup/prune.ts'
import { segmentStart } from '#server/backup/unpack-backup.ts'
import { writeBase } from '#server/backup/write-base.ts'
import { openLogWriter } from '#server/backup/write-log.ts'

export type BackupOptions = {
  backupUrl: string
  /** BACKUP_DIRECTORY: the medium. */
  directory: string
  dataDirectory: string
  /** The public half of the recovery key. */
  recipient: string
  /** The newest migration of this program. */
  migration: string
  /** What lies beside the database: read again for each base. */
  readKeys: () => Promise<Record<string, string>>
  /**
   * Whether this is a restored copy, or was replaced: it must not stand on the medium as the newest backup of the pharmacy,
   * nor thin out what the shop's server writes there.
   */
  isNoShop: () => Promise<boolean>
  /** Who was erased, brought up to date in the list beside the database. */
  keepErased: () => Promise<readonly Erased[]>
  /** Receives a sentence for who reads the log. */
  say?: (sentence: string) => void
  now?: () => Date
  /** In ms: how long it waits after a failure. */
  retryMs?: number
}

/**
 * `storedUntil`: everything that was committed until then is on the medium. `lagBytes`: of the log, not yet there; null
 * while nothing is written. `awaySince`: since when the medium is missing. `fault`: what the system said last.
 */
export type BackupStatus = {
  directory: string
  isStreaming: boolean
  awaySince: Date | null
  newestBaseAt: Date | null
  storedUntil: Date | null
  lagBytes: number | null
  /** The medium is a folder of the disk that has the data: a stick that is not mounted, mostly. */
  isOnDataDisk: boolean
  fault: string | null
}

export type Backup = {
  start(): void
  status(): Promise<BackupStatus>
  /** Whether the medium has the log up to this position. */
  hasStored(position: bigint): boolean
  /** The folder of the shop on the medium and the line that is written now; null: none. `storedUntil` as in the status. */
  writing(): { folder: string; line: string; storedUntil: Date | null } | null
  /** Ends it, after what was committed is on the medium, if that takes no longer than a moment. */
  stop(): Promise<void>
}

/** Names of our slots begin so; the name is also that of the line. */
const slotPrefix = 'officine_'
const watchMs = 2_000
/** Of these rounds, one looks for erasures. */
const erasedRounds = 5
/** Bytes on the disk of the data, below which nothing is kept for a medium that is away. */
const leastRoom = 1_000_000_000
/** In ms: how long the end waits for the medium. */
const lastMs = 2_000
/** In ms: how long the end waits for a medium that no longer answers, as a network folder may. */
const hungMs = 5_000
const baseRoundMs = 60_000
/** In ms: a base that failed is not begun again at once: it may be large. */
const baseRetryMs = 600_000

/**
 * Keeps a medium up to date as long as it runs: the log as it is written, and a base each night. What fails is tried
 * again; a sale never waits for it.
 */
export function openBackup(options: BackupOptions): Backup {
  const { backupUrl, directory, dataDirectory, recipient, readKeys, now = () => new Date() } = options
  const stopping = new AbortController()
  const presence = openPresence({ ...options, now })
  const status = { newestBaseAt: null as Date | null, storedUntil: null as Date | null, fault: null as string | null }
  /** Why the last base failed: the log that goes on says nothing of it. */
  let baseFault: string | null = null
  let current: { login: BackupLogin; stored: bigint; folder: string; line: string } | undefined
  /** Ends the connection of the session that runs, whatever it waits for. */
  let drop: () => void = () => undefined
  let running: Promise<void> = Promise.resolve()

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await session().catch(async (error: unknown) => {
        if (stopping.signal.aborted) return
        status.fault = error instanceof MediumAway ? null : faultText(error as NodeJS.ErrnoException)
        await makeRoom(backupUrl, dataDirectory).catch(() => undefined)
        await options.keepErased().catch(() => undefined)
      })
      current = undefined
      await pause(options.retryMs ?? 5_000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  async function session(): Promise<void> {
    await requireWriting(presence, options)
    const ending = new AbortController()
    const signal = AbortSignal.any([stopping.signal, ending.signal])
    const login = await openBackupLogin(backupUrl)
    const client = await connectReplication(backupUrl).catch(async (error: unknown) => {
      await login.end()
      throw error
    })
    drop = () => dropReplication(client)
    try {
      const { system, timeline } = await systemState(client)
      const folder = shopFolderIn(directory, system)
      const { line, from } = await openLine(login, { folder, recipient, now: now() })
      await prune({ directory, folder, line, recipient, now: now() })
      const here = { login, stored: from, folder, line }
      // Another medium may be there than before: what was said of the former one is not true of it.
      Object.assign(status, { newestBaseAt: newestBefore(await readLines(folder), line, now()), storedUntil: null })
      current = here
      const writer = openLogWriter({ folder, line, timeline, recipient }, (position, until) => {
        here.stored = position
        status.storedUntil = until ?? status.storedUntil
        status.fault = null
        stream.confirm(position)
      })
      const stream = streamLog(client, { slot: line, from, timeline }, (piece) => writer.add(piece))
      const storedUntil = (position: bigint): Promise<void> => reached(here, position, signal)
      const takeBases = async (): Promise<void> => {
        for (;;) {
          status.newestBaseAt = newestBefore(await readLines(folder), line, now())
          if (isBaseDue(status.newestBaseAt?.getTime(), { now: now().getTime(), hour: now().getHours() })) {
            const order = { ...options, folder, line, system, engine: login.engine, storedUntil, signal, now }
            const base = async (): Promise<unknown> => writeBase({ ...order, keys: await readKeys() })
            await base().then(
              () => (baseFault = null),
              async (error: unknown) => {
                if (signal.aborted) throw error
                await presence.require()
                baseFault = `la base n’a pas pu être copiée : ${faultText(error as NodeJS.ErrnoException)}`
                await pause(baseRetryMs, undefined, { signal })
              },
            )
            await prune({ directory, folder, line, recipient, now: now() })
          } else await pause(baseRoundMs, undefined, { signal })
        }
      }
      const copyErased = erasedCopier(join(folder, line), { keepErased: options.keepErased, recipient, now })
      const watch = async (): Promise<void> => {
        for (let round = 0; ; round++) {
          if (round % erasedRounds === 0) await copyErased()
          await pause(watchMs, undefined, { signal })
          await requireWriting(presence, options)
          if (!(await writer.stands())) throw new MediumAway()
        }
      }
      const bases = takeBases()
      try {
        await Promise.race([stream.ended, writer.failed, bases, watch(), aborted(signal)])
      } finally {
        ending.abort()
        await stream.stop()
        await Promise.allSettled([bases, writer.end()])
      }
    } finally {
      await client.end().catch(() => undefined)
      await login.end().catch(() => undefined)
    }
  }

  return {
    start: () => void (running = run()),
    async status() {
      const here = current
      const position = await here?.login.position().catch(() => undefined)
      return {
        directory,
        isStreaming: here !== undefined,
        awaySince: await presence.awaySince(),
        isOnDataDisk: await presence.isOwnDisk(),
        ...status,
        fault: status.fault ?? baseFault,
        lagBytes: here && position !== undefined ? Math.max(0, Number(position - here.stored)) : null,
      }
    },
    hasStored: (position) => current !== undefined && current.stored >= position,
    writing: () =>
      current === undefined ? null : { folder: current.folder, line: current.line, storedUntil: status.storedUntil },
    async stop() {
      for (const until = Date.now() + lastMs; current && Date.now() < until; await pause(20)) {
        const position = await current.login.position().catch(() => undefined)
        if (position === undefined || current.stored >= position) break
      }
      stopping.abort()
      const isEnded = await Promise.race([running.then(() => true), pause(hungMs, false, { ref: false })])
      // The medium does not answer: what waits for it is left to the end of the process.
      if (!isEnded) drop()
    },
  }
}

/** Throws when the medium is away, or when this server must not write to it. */
async function requireWriting(
  presence: Pick<ReturnType<typeof openPresence>, 'require'>,
  { isNoShop }: Pick<BackupOptions, 'isNoShop'>,
): Promise<void> {
  await presence.require()
  if (await isNoShop())
    throw new Error('rien n’est sauvegardé ici : cette copie n’est pas confirmée, ou ce serveur a été remplacé')
}

/** Resolves when a signal is aborted. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done()
    signal.addEventListener('abort', () => done())
  })
}

async function reached(here: { stored: bigint }, position: bigint, signal: AbortSignal): Promise<void> {
  while (here.stored < position) await pause(50, undefined, { signal })
}

/**
 * Gives up what PostgreSQL keeps for the medium when the disk of the data has little room: no sale is refused for a
 * backup. The medium then gets a new base.
 */
async function makeRoom(backupUrl: string, dataDirectory: string): Promise<void> {
  if ((await freeBytes(dataDirectory)) > leastRoom) return
  const login = await openBackupLogin(backupUrl)
  try {
    for (const { name } of await login.slots(slotPrefix)) await login.dropSlot(name)
  } finally {
    await login.end()
  }
}

/** When the newest base of a line was taken. One of the future counts for nothing: the clock was wrong then. */
function newestBefore(lines: readonly Line[], name: string, now: Date): Date | null {
  const bases = lines.find((line) => line.name === name)?.bases ?? []
  const newest = bases.findLast(({ finishedAt }) => Date.parse(finishedAt) <= now.getTime())
  return newest ? new Date(newest.finishedAt) : null
}

/**
 * The line that this cluster writes to this medium: that of its slot, if the medium has it. Otherwise a new one, from a
 * new slot: another medium, another recovery key, or a slot that PostgreSQL gave up because the medium was away too long.
 */
async function openLine(
  login: BackupLogin,
  { folder, recipient, now }: { folder: string; recipient: string; now: Date },
): Promise<{ line: string; from: bigint }> {
  const lines = await readLines(folder)
  const slots = await login.slots(slotPrefix)
  for (const { name, position } of slots) {
    const line = lines.find((one) => one.name === name)
    // Without a base, it needs the log from the head of a file on.
    if (line && position !== null && line.bases.every((base) => base.recipient === recipient))
      return { line: name, from: line.bases.length > 0 ? position : segmentStart(position) }
  }
  for (const { name } of slots) await login.dropSlot(name)
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const line = `${slotPrefix}${stamp}_${randomBytes(3).toString('hex')}`
  const position = await login.createSlot(line)
  await makeLine(folder, line)
  return { line, from: segmentStart(position) }
}

const faults: Readonly<Record<string, string>> = {
  ENOSPC: 'le support est plein',
  EROFS: 'le support est en lecture seule',
  EIO: 'le support ne répond plus',
  EACCES: 'le support refuse l’écriture',
  EPERM: 'le support refuse l’écriture',
}

/** In French where a person can do something; else what the system says. */
function faultText({ code = '', message }: NodeJS.ErrnoException): string {
  return faults[code] ?? message
}
