import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '#shared/contract/engine.ts'
import { missingRoom } from '#shared/domain/backup/drill.ts'
import { keptDays, type Calendar, type KeptDay } from '#shared/domain/backup/kept-days.ts'
import { apartFolder, clearApart, makeApart, startApart } from '#server/backup/apart.ts'
import type { Backup } from '#server/backup/backup-loop.ts'
import { chooseBase } from '#server/backup/choose-base.ts'
import { serverBytes } from '#server/backup/ledger-figures.repo.ts'
import { basesInOrder, linesOfKey } from '#server/backup/medium.ts'
import type { RecoveryKey } from '#server/backup/recovery-key.ts'
import type { RestoreOrder } from '#server/backup/restore.ts'
import { unpackedLogBytes } from '#server/backup/unpack-backup.ts'
import type { Database } from '#server/db/database.ts'
import { authorityFile } from '#server/tls/shop-tls.ts'

/** What the process of a shop beside this one is told; it restores and opens it. */
export type BesideOrder = Pick<RestoreOrder, 'from' | 'to' | 'at' | 'key' | 'kind' | 'binaries'> & {
  /** The file of the authority that the tills of this shop trust; null: it has none. */
  authority: string | null
}
/** What it says: until when everything is there, that it is open, that somebody uses it, or why it ends. */
export type BesideNews = { holdsUntil: Date } | { port: number } | { used: true } | { refusal: string }

/** `at`: the moment to show; null: all that the medium has. */
export type BesideWish = { kind: 'exercise' | 'past'; day: string | null; at: Date | null }

export type BesideOptions = {
  database: Database
  backup: Pick<Backup, 'status'>
  /** BACKUP_DIRECTORY: the medium. */
  directory: string
  dataDirectory: string
  key: RecoveryKey
  binaries?: string | undefined
  /** The program that restores and opens it (`beside-main.ts`). */
  program: URL
  /** The environment of its server, with its port, without what leaves the house. */
  environment: NodeJS.ProcessEnv
  /** Whether the backup is tried now: each of the two would take the room that the other one counted. */
  isTrying?: () => boolean
  now?: () => Date
  /** In ms: how long it stays open without use, and at most. */
  idleMs?: number
  longestMs?: number
  onError: (error: unknown) => void
}

/** A second shop, restored from the backup, in a process of its own: to exercise in, or as it was on a day. */
export type Beside = {
  /** Removes what a killed process left. */
  start(): void
  /** The days that can be shown. */
  days(calendar: Calendar): Promise<KeptDay[]>
  /** Begins to restore and open it; false: one is there already. Nobody waits for it. */
  begin(wish: BesideWish): boolean
  state(): NonNullable<Engine['beside']>['open']
  /** Ends it and removes what it wrote; nothing happens when there is none. */
  end(): Promise<void>
  stop(): Promise<void>
}

type Shop = BesideWish & {
  phase: 'restoring' | 'open' | 'failed'
  port: number | null
  holdsUntil: Date | null
  beganAt: number
  usedAt: number
  fault: string | null
  child: ChildProcess | undefined
  ended: Promise<void>
}

const hourMs = 3_600_000
const watchMs = 60_000
/** In bytes: with less on the disk, the shop itself needs what is left. */
const leastFree = 500_000_000

export function openBeside(options: BesideOptions): Beside {
  const { dataDirectory, now = () => new Date(), idleMs = 3 * hourMs, longestMs = 24 * hourMs, onError } = options
  const folders = (['exercise', 'past'] as const).map((kind) => apartFolder(dataDirectory, kind))
  let shop: Shop | undefined
  let isStopped = false
  /** What still removes a folder: the next shop waits for it. */
  let clearing: Promise<unknown> = Promise.resolve()

  const endsAt = ({ beganAt, usedAt }: Shop): number => Math.min(beganAt + longestMs, usedAt + idleMs)
  const look = async (): Promise<void> => {
    const watched = shop
    if (!watched?.child || watched.phase === 'failed') return
    if (watched.phase === 'open' && now().getTime() > endsAt(watched)) return end()
    const free = (await options.database.freeBytes()) ?? Infinity
    if (free >= leastFree) return
    watched.fault ??= 'la place manquait sur le disque'
    watched.child.kill('SIGKILL')
  }
  const watch = setInterval(() => void look().catch(onError), Math.min(watchMs, idleMs))
  watch.unref()

  const begin = (wish: BesideWish): boolean => {
    if (isStopped || (shop && shop.phase !== 'failed')) return false
    const at = now().getTime()
    const begun: Shop = {
      ...wish,
      phase: 'restoring',
      port: null,
      holdsUntil: null,
      beganAt: at,
      usedAt: at,
      fault: null,
      child: undefined,
      ended: Promise.resolve(),
    }
    shop = begun
    begun.ended = run(begun, clearing)
    clearing = begun.ended
    return true
  }

  /** Runs its process to the end, and removes its folder. */
  async function run(begun: Shop, before: Promise<unknown>): Promise<void> {
    const folder = apartFolder(dataDirectory, begun.kind)
    try {
      await before
      if (options.isTrying?.())
        throw new Error('la sauvegarde est essayée en ce moment\u00a0; recommencez dans quelques minutes')
      await requireRoom(options, begun.at ?? undefined)
      await makeApart(folder)
      const authority = await readFile(join(dataDirectory, authorityFile), 'utf8').catch(() => null)
      if (shop !== begun) return
      begun.child = startApart(options.program, folder, options.environment)
      await listen(begun, begun.child, { folder, authority })
    } catch (error) {
      begun.fault ??= (error as Error).message
    } finally {
      await clearApart(folder).catch(onError)
      begun.phase = 'failed'
    }
  }

  async function listen(
    begun: Shop,
    child: ChildProcess,
    { folder, authority }: { folder: string; authority: string | null },
  ): Promise<void> {
    let printed = ''
    child.stderr!.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-1000)))
    child.on('message', (news: BesideNews) => {
      if ('holdsUntil' in news) begun.holdsUntil = news.holdsUntil
      if ('refusal' in news) begun.fault = news.refusal
      if ('used' in news) begun.usedAt = now().getTime()
      if (!('port' in news)) return
      begun.port = news.port
      begun.phase = 'open'
      begun.usedAt = now().getTime()
    })
    const { directory: from, key, binaries } = options
    const order: BesideOrder = {
      from,
      to: join(folder, 'data'),
      at: begun.at ?? undefined,
      key,
      kind: begun.kind,
      binaries,
      authority,
    }
    const gone = once(child, 'exit')
    child.send(order)
    await gone
    throw new Error(printed.trim() || 'son programme s’est arrêté')
  }

  async function end(): Promise<void> {
    const ending = shop
    shop = undefined
    // Nothing of it is worth a clean end: its data are removed.
    ending?.child?.kill('SIGKILL')
    await ending?.ended
  }

  return {
    start() {
      clearing = Promise.all(folders.map((folder) => clearApart(folder))).catch(onError)
    },
    async days(calendar) {
      const { awaySince, storedUntil } = await options.backup.status()
      if (awaySince) return []
      const bases = basesInOrder(await linesOfKey(options.directory, options.key.recipient))
      return keptDays(
        bases.map(({ finishedAt, line }) => ({ at: Date.parse(finishedAt), line })),
        { now: now().getTime(), storedUntil: storedUntil?.getTime() ?? 0 },
        calendar,
      )
    },
    begin,
    state: () => (shop ? stateOf(shop, endsAt(shop)) : null),
    end,
    async stop() {
      isStopped = true
      clearInterval(watch)
      await end()
      await clearing
    },
  }
}

/** What the page says of it. `endsMs`: when it ends if nobody uses it. */
function stateOf({ kind, day, phase, port, holdsUntil, fault }: Shop, endsMs: number): ReturnType<Beside['state']> {
  const endsAt = phase === 'open' ? new Date(endsMs).toISOString() : null
  return { kind, day, phase, port, holdsUntil: holdsUntil?.toISOString() ?? null, endsAt, fault }
}

/** Throws a French phrase when the disk of the data lacks room for a second shop. */
async function requireRoom({ database, directory, key }: BesideOptions, at: Date | undefined): Promise<void> {
  const log = unpackedLogBytes(await chooseBase(directory, at, key.recipient))
  const data = await database.platform(serverBytes)
  const missing = missingRoom({ data, log, free: (await database.freeBytes()) ?? Infinity })
  if (missing > 0)
    throw new Error(`il manque ${Math.ceil(missing / 1_000_000)}\u00a0Mo sur le disque pour restaurer à côté`)
}
