import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import {
  drillWords,
  isDrillDue,
  ledgerDifferences,
  missingRoom,
  type LedgerDifference,
  type LedgerFigures,
} from '#shared/domain/backup/drill.ts'
import { apartFolder, clearApart, makeApart, startApart } from '#server/backup/apart.ts'
import type { Backup } from '#server/backup/backup-loop.ts'
import { chooseBase, RestoreRefusal } from '#server/backup/choose-base.ts'
import { endDrill, endedDrills, insertDrill, tidyDrills, type DrillEnd } from '#server/backup/drill.repo.ts'
import type { DrillAnswer, DrillOrder } from '#server/backup/drill-process.ts'
import {
  flushedPosition,
  freeze,
  ledgerFigures,
  ledgers,
  positionOf,
  serverBytes,
} from '#server/backup/ledger-figures.repo.ts'
import type { RecoveryKey } from '#server/backup/recovery-key.ts'
import { openRounds } from '#server/base/rounds.ts'
import type { Database } from '#server/db/database.ts'
import { readPosition } from '#server/db/embedded/replication.ts'

export type DrillOptions = {
  database: Database
  backup: Pick<Backup, 'status' | 'hasStored'>
  /** BACKUP_DIRECTORY: the medium. */
  directory: string
  dataDirectory: string
  key: RecoveryKey
  binaries?: string | undefined
  /** Whether a shop is being restored beside this one: each of the two would take the room that the other one counted. */
  isBusy?: () => boolean
  now?: () => Date
  /** Receives the words of each drill, and what differs. */
  say?: (words: string, differences: readonly LedgerDifference[]) => void
  onError: (error: unknown) => void
}

/** Restores the newest backup beside the running shop, compares, and removes it: each week, or when somebody asks. */
export type Drills = {
  /** Removes what a killed process left, and begins the rounds. */
  start(): void
  /** Begins a drill when one is due. */
  look(): Promise<void>
  /** Begins a drill; false: one runs already, or a shop is being restored beside. Nobody waits for it. */
  tryNow(): boolean
  isRunning(): boolean
  /** Resolves when no drill runs. */
  idle(): Promise<void>
  /** Ends a drill that runs, without a result. */
  stop(): Promise<void>
}

/** In ms. A computer that was just switched on has other things to do. */
const [firstMs, roundMs] = [10 * 60_000, 5 * 60_000]
/** In ms: how long a moment is sought at which nobody writes, how long the medium may need, and the whole restore. */
const [quietMs, storedMs, restoreMs] = [60_000, 60_000, 6 * 3_600_000]

/** Why a drill has no result or a bad one: a French phrase. */
class DrillFault extends Error {}

export function openDrills(options: DrillOptions): Drills {
  const { database, dataDirectory, now = () => new Date(), say, onError } = options
  const folder = apartFolder(dataDirectory, 'drill')
  const stopping = new AbortController()
  // Whoever asks for a drill is not who does it, and a transaction may run beside another one.
  const outside = AsyncLocalStorage.snapshot()
  let running: Promise<void> | undefined

  const tryNow = (): boolean => {
    if (running || stopping.signal.aborted || options.isBusy?.()) return false
    running = outside(drill)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error)
      })
      .finally(() => (running = undefined))
    return true
  }

  async function drill(): Promise<void> {
    const id = randomUUID()
    const beganAt = now()
    const found: DrillEnd = {
      endedAt: beganAt,
      baseAt: null,
      restoredMs: null,
      lossMs: null,
      ledgers: null,
      fault: null,
      differences: [],
    }
    const compare = comparison(options, { id, beganAt, folder, signal: stopping.signal, outside }, found)
    await compare.catch((error: Error) => {
      found.fault = error.message
      const isForeseen = error instanceof DrillFault || error instanceof RestoreRefusal
      if (!isForeseen && !stopping.signal.aborted) onError(error)
    })
    await clearApart(folder)
    if (stopping.signal.aborted) return
    found.endedAt = now()
    await database.platform(async (tx) => {
      // It may have failed before its mark.
      if (!(await endDrill(tx, id, found))) {
        await insertDrill(tx, { id, beganAt })
        await endDrill(tx, id, found)
      }
    })
    say?.(drillWords(found), found.differences)
  }

  const look = async (): Promise<void> => {
    const { newestBaseAt } = await options.backup.status()
    if (!newestBaseAt) return
    const at = now()
    const [last] = await database.platform((tx) => endedDrills(tx, 1))
    const told = last ? { at: last.beganAt.getTime(), isGood: last.fault === null } : null
    if (isDrillDue(told, { now: at.getTime(), hour: at.getHours() })) tryNow()
  }
  const tidy = async (): Promise<void> => {
    await clearApart(folder)
    await database.platform((tx) => tidyDrills(tx, now()))
  }
  const rounds = openRounds(look, { firstMs, roundMs, onError })

  return {
    start() {
      running = tidy()
        .catch(onError)
        .finally(() => (running = undefined))
      rounds.start()
    },
    look,
    tryNow,
    isRunning: () => running !== undefined,
    idle: async () => running,
    async stop() {
      stopping.abort()
      await rounds.stop()
      await running
    },
  }
}

type Outside = ReturnType<typeof AsyncLocalStorage.snapshot>
type Run = { id: string; beganAt: Date; folder: string; signal: AbortSignal; outside: Outside }

/** Notes in `found` what a drill finds. Throws `DrillFault` or `RestoreRefusal` with why the backup is not proved. */
async function comparison(
  options: DrillOptions,
  { id, beganAt, folder, signal, outside }: Run,
  found: DrillEnd,
): Promise<void> {
  const { database, backup, directory, key, binaries } = options
  await requireBackup(backup)
  const originals = await originalsNow(database, outside, signal)
  const position = readPosition(originals.position)
  const markedAt = performance.now()
  await database.platform((tx) => insertDrill(tx, { id, beganAt }))
  const mark = readPosition(await database.platform(flushedPosition))
  for (const until = markedAt + storedMs; !backup.hasStored(mark); await pause(20, undefined, { signal }))
    if (performance.now() > until) throw new DrillFault('le support n’a pas suivi en une minute')
  found.lossMs = Math.round(performance.now() - markedAt)
  const { base } = await chooseBase(directory, originals.at, key.recipient)
  const missing = missingRoom({
    data: await database.platform(serverBytes),
    log: Number(position - base.start),
    free: (await database.freeBytes()) ?? Infinity,
  })
  if (missing > 0)
    throw new DrillFault(`il manque ${Math.ceil(missing / 1_000_000)}\u00a0Mo sur le disque pour restaurer à côté`)
  await makeApart(folder)
  const order: DrillOrder = { from: directory, at: originals.at, position, key, binaries }
  const answer = await restoredApart(folder, order, signal)
  if ('refusal' in answer) throw new RestoreRefusal(answer.refusal)
  if ('error' in answer) throw new Error(answer.error)
  found.baseAt = answer.baseAt
  found.restoredMs = answer.restoredMs
  found.ledgers = ledgers.length
  found.differences = ledgerDifferences(originals.figures, answer.figures)
  const differing = [...new Set(found.differences.map(({ ledger }) => ledger))]
  if (differing.length > 0) throw new DrillFault(`livres différents\u00a0: ${differing.join(', ')}`)
}

async function requireBackup(backup: Pick<Backup, 'status'>): Promise<void> {
  const { awaySince, isStreaming, newestBaseAt, fault } = await backup.status()
  if (awaySince) throw new DrillFault('le support de sauvegarde est absent')
  if (!newestBaseAt) throw new DrillFault('pas encore de sauvegarde complète')
  if (!isStreaming) throw new DrillFault(fault ?? 'le support n’est pas suivi en ce moment')
}

type Originals = { at: Date; position: string; figures: LedgerFigures[] }

/**
 * The ledgers of the shop at one position of its log, which is sought again while somebody writes: no sale waits for it.
 */
async function originalsNow(database: Database, outside: Outside, signal: AbortSignal): Promise<Originals> {
  for (const until = performance.now() + quietMs; ; await pause(50, undefined, { signal })) {
    const found = await database.platform(async (tx) => {
      const snapshot = await freeze(tx)
      const position = await outside(() => database.platform((now) => positionOf(now, snapshot)))
      const at = new Date()
      return position && { at, position, figures: await ledgerFigures(tx) }
    })
    if (found) return found
    if (performance.now() > until) throw new DrillFault('aucun instant sans écriture en une minute')
  }
}

/** Runs the process of a drill to its answer. */
async function restoredApart(folder: string, order: DrillOrder, signal: AbortSignal): Promise<DrillAnswer> {
  const child = startApart(new URL('./drill-process.ts', import.meta.url), folder)
  let printed = ''
  child.stderr!.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-2000)))
  const ended = once(child, 'exit')
  const leave = (): void => void child.kill('SIGKILL')
  const limit = AbortSignal.any([signal, AbortSignal.timeout(restoreMs)])
  limit.addEventListener('abort', leave)
  try {
    const answered = new Promise<DrillAnswer>((done) => child.once('message', (answer) => done(answer as DrillAnswer)))
    child.send(order)
    const answer = await Promise.race([answered, ended.then(() => undefined)])
    await ended
    if (!answer) throw new DrillFault(`la restauration s’est arrêtée${printed && `\u00a0: ${printed.trim()}`}`)
    return answer
  } finally {
    limit.removeEventListener('abort', leave)
  }
}
