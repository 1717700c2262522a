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
  /** Restores journal content of databases that were deleted. */
  absorb(lines: readonly JournalLine[]): Promise<void>
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
const retryMs = 15_000

/**
 * Keeps the journal of one pharmacy's sales in sync with the database. Without a journal it only reports `unavailable`.
 */
export function openSalesCopy(pharmacyId: string, journal: SalesJournal | undefined, source: CopySource): SalesCopy {
  const tell = (copy: 'kept' | 'behind' | 'unavailable' | null) => tellDisk({ kind: 'copy', name: pharmacyId, copy })
  let pending = new Map<string, Map<string, Change>>()
  let flushing: Promise<void> | undefined
  let typed: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  // Until the first comparison the content of the journal is unknown.
  let isAudited = false
  let isClosed = false
  if (!journal) tell('unavailable')

  const failed = (error: unknown) => {
    isAudited = false
    pending = new Map()
    tell(isMissing(error) ? 'unavailable' : 'behind')
    auditLater()
  }
  const auditLater = () => {
    clearTimeout(retry)
    if (!isClosed) retry = setTimeout(() => void audit(), retryMs)
  }
  const flushAll = async (to: SalesJournal) => {
    while (pending.size > 0) {
      const taken = pending
      pending = new Map()
      for (const [database, changes] of taken) await to.append({ database, changes: [...changes.values()] })
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

  const compare = async (to: SalesJournal) => {
    await flush()
    const held = await to.survey()
    const { mark } = await source.read(false)
    if (held.some(({ database }) => database !== mark.database && !mark.absorbed.includes(database)))
      await source.absorb(await to.read())
    if (!(await isSame(to))) {
      const { mark: current, changes } = await source.read(true)
      await to.replace({ database: current.database, changes }, current.line)
    } else await to.compact()
    isAudited = true
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
      const state = pending.get(database) ?? new Map<string, Change>()
      pending.set(database, state)
      for (const change of changes) noteChange(state, change)
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
