import { tellDisk } from '#shared/store/disk/disk-reports.ts'
import type { SalesJournal } from '#shared/store/disk/journal-files.ts'
import { noteChange, survey, type Change, type JournalLine } from '#shared/store/disk/journal-lines.ts'
import type { CopyMark } from '#shared/store/sales/sales-rows.ts'
import { ifFree, lockNames } from '#shared/windows/locks.ts'

/** The content that the journal copies, from one read transaction. */
export type Copied = { mark: CopyMark; changes: Change[] }
export type CopySource = {
  /** Reads all content that the journal copies. `isWhole` false: for immutable records the key is enough. */
  read(isWhole: boolean): Promise<Copied>
  /**
   * Restores content of databases that were deleted; what was restored before is ignored, except with `isUnheard`: lines
   * that never reached the journal.
   */
  absorb(lines: readonly JournalLine[], isUnheard?: boolean): Promise<void>
}

export type SalesCopy = {
  /** Appends the changes of a write. Resolves when they are on disk or after a short wait; never throws. */
  note(mark: CopyMark, changes: readonly Change[]): Promise<void>
  /** Compares the journal with the database and rewrites it when they differ. Never throws. */
  audit(): Promise<void>
  close(): void
}

/** In ms. Longest time that a receipt waits for the journal. */
const receiptWaitMs = 150
/** In ms. Typing causes bursts of writes, and only the last state of a sale counts. */
const typingWaitMs = 400
/** In ms. A full disk often has room again soon, and until then a sale has one copy. Doubles with each failure. */
const firstRetryMs = 2_000
const lastRetryMs = 30_000
/** In changes. What cannot be written is kept in memory up to this number; a comparison reads it from the database. */
const mostUnwritten = 20_000

/**
 * Keeps the journal of one pharmacy's sales in sync with the database. Without a journal it only reports `unavailable`.
 */
export function openSalesCopy(pharmacyId: string, journal: SalesJournal | undefined, source: CopySource): SalesCopy {
  const tell = (copy: 'kept' | 'behind' | 'unavailable' | null) => tellDisk({ kind: 'copy', name: pharmacyId, copy })
  /** What the journal does not have yet, by the database that it was written into. */
  let pending = new Map<string, Map<string, Change>>()
  /** The database of the last write. */
  let current = ''
  let flushing: Promise<void> | undefined
  let typed: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let retryMs = firstRetryMs
  // Until the first comparison the content of the journal is unknown.
  let isAudited = false
  let isClosed = false
  if (!journal) tell('unavailable')

  const failed = (error: unknown) => {
    isAudited = false
    if (isMissing(error) || sizeOf(pending) > mostUnwritten) pending = new Map()
    tell(isMissing(error) ? 'unavailable' : 'behind')
    auditLater()
  }
  const auditLater = () => {
    clearTimeout(retry)
    if (isClosed) return
    retry = setTimeout(() => void audit(), retryMs)
    retryMs = Math.min(2 * retryMs, lastRetryMs)
  }
  const keep = (database: string, changes: Iterable<Change>) => {
    const state = pending.get(database) ?? new Map<string, Change>()
    pending.set(database, state)
    for (const change of changes) noteChange(state, change)
  }
  const flushAll = async (to: SalesJournal) => {
    for (let changes = pending.get(current); changes; changes = pending.get(current)) {
      const database = current
      pending.delete(database)
      try {
        await to.append({ database, changes: [...changes.values()] })
      } catch (error) {
        keep(database, changes.values())
        throw error
      }
    }
    if (isAudited) tell('kept')
  }
  const flush = (): Promise<void> => {
    clearTimeout(typed)
    typed = undefined
    if (!journal) return Promise.resolve()
    flushing ??= flushAll(journal)
      .catch(failed)
      .finally(() => {
        flushing = undefined
      })
    return flushing
  }

  /** The browser made the database anew before these changes reached the journal: they go into the new one. */
  const saveUnheard = async () => {
    const { mark } = await source.read(false)
    const unheard = [...pending].filter(([database]) => database !== mark.database)
    if (unheard.length === 0) return
    await source.absorb(
      unheard.map(([database, changes]) => ({ database, changes: [...changes.values()] })),
      true,
    )
    for (const [database] of unheard) pending.delete(database)
  }
  const compare = async (to: SalesJournal) => {
    if (pending.size > 0) await saveUnheard()
    await flush()
    const held = await to.survey()
    const { mark } = await source.read(false)
    if (held.some(({ database }) => database !== mark.database && !mark.absorbed.includes(database)))
      await source.absorb(await to.read())
    if (!(await isSame(to))) {
      const { mark: latest, changes } = await source.read(true)
      await to.replace({ database: latest.database, changes }, latest.line)
    } else await to.compact()
    isAudited = true
    retryMs = firstRetryMs
    tell('kept')
  }
  const isSame = async (to: SalesJournal) => {
    const { mark, changes } = await source.read(false)
    return (await to.survey()).some((held) => held.database === mark.database && held.survey === survey(changes))
  }
  const audit = async () => {
    if (!journal || isClosed) return
    // When another window holds the lock, that window compares.
    await ifFree(lockNames.journalAudit(pharmacyId), () => compare(journal)).catch(failed)
    if (!isAudited) auditLater()
  }

  return {
    async note({ database }, changes) {
      if (!journal || isClosed) return
      current = database
      keep(database, changes)
      if (changes.every(({ store }) => store === 'sales')) {
        typed ??= setTimeout(() => void flush(), typingWaitMs)
        return
      }
      const flushed = flush()
      // Only new outbox rows wait for the journal, and only while it is in sync. An acknowledgement does not wait.
      if (isAudited && changes.some(({ store, value }) => store === 'outbox' && value !== undefined))
        await shortly(flushed, () => tell('behind'))
    },
    audit,
    close() {
      isClosed = true
      clearTimeout(retry)
      void flush()
      tell(null)
    },
  }
}

function sizeOf(pending: ReadonlyMap<string, ReadonlyMap<string, Change>>): number {
  return [...pending.values()].reduce((sum, { size }) => sum + size, 0)
}

async function shortly(work: Promise<void>, onLate: () => void): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onLate()
      resolve()
    }, receiptWaitMs)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** The browser has no origin-private file system, or refuses it: a quick retry is useless. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NotSupportedError', 'SecurityError', 'TypeError'].includes(error.name)
}
