import { tellDisk } from '#shared/store/disk/disk-reports.ts'
import type { SalesJournal } from '#shared/store/disk/journal-files.ts'
import { noteChange, survey, type Change, type JournalLine } from '#shared/store/disk/journal-lines.ts'
import type { CopyMark } from '#shared/store/sales/sales-rows.ts'
import { ifFree, lockNames } from '#shared/windows/locks.ts'

/** What of the database the copy is made from and compared with, as one reading. */
export type Copied = { mark: CopyMark; changes: Change[] }
export type CopySource = {
  /** Everything that has a copy; `isWhole` false: of what never changes its key is enough. */
  read(isWhole: boolean): Promise<Copied>
  /** Takes over what the journal holds of databases that were thrown away. */
  absorb(lines: readonly JournalLine[]): Promise<void>
}

export type SalesCopy = {
  /** Copies what a writing changed. Resolves when that stands, or is given up for now: it never throws and never takes long. */
  note(mark: CopyMark, changes: readonly Change[]): Promise<void>
  /** Compares the copy with the database, and makes it anew where they differ. Never throws. */
  audit(): Promise<void>
  close(): void
}

/** A receipt waits so long for the second copy, no longer. */
const receiptWaitMs = 150
/** What is typed comes in bursts, and of each sale only the last stand counts. */
const typingWaitMs = 400
const retryMs = 15_000

/** Keeps the second copy of one pharmacy's sales in step with the database; without a journal it only says that there is none. */
export function openSalesCopy(pharmacyId: string, journal: SalesJournal | undefined, source: CopySource): SalesCopy {
  const tell = (copy: 'kept' | 'behind' | 'unavailable' | null) => tellDisk({ kind: 'copy', name: pharmacyId, copy })
  let pending = new Map<string, Map<string, Change>>()
  let flushing: Promise<void> | undefined
  let typed: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  // Until they were compared nobody knows what the copy holds.
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
    // Another window compares: this one believes it.
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
      // Nobody waits for a copy that is known to be out of step, nor for what only says that the server has it.
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

/** The browser has no such place, or refuses it: nothing will come of trying soon. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NotSupportedError', 'SecurityError', 'TypeError'].includes(error.name)
}
