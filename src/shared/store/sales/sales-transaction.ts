import { keptLines, knownRows, type KnownRows, type Rows } from '#shared/store/lists/known-rows.ts'
import { newMark } from '#shared/store/sales/sales-rebuild.ts'
import { recordChanges, type Recording, type Written } from '#shared/store/sales/sales-recording.ts'
import {
  writtenStores,
  type CopyMark,
  type SalesDatabaseHandle,
  type SalesTx,
  type WritingTx,
} from '#shared/store/sales/sales-rows.ts'

const linesBetweenTrims = 1_000

/**
 * The writer of one window: uses cached rows when possible, else reads from disk. Writes apply in the order of their
 * calls.
 */
export function knowingWriter() {
  const known = knownRows<SalesDatabaseHandle>()
  let underWay = 0
  let guess: Promise<void> | undefined
  const over = () => {
    guess = undefined
  }
  const begin = <T>(database: SalesDatabaseHandle, work: Work<T>): Promise<Landed<T>> => {
    // While another write of this window runs, a write with cached rows would fail: the other write takes the number.
    const believed = underWay === 0 ? known.of(database) : undefined
    if (!believed) return numbered(database, work)
    const writing = numbered(database, work, believed).catch(() => {
      // Whatever the error was, repeat with rows read from disk.
      known.forget()
      return numbered(database, work)
    })
    guess = writing.then(over, over)
    return writing
  }
  return async <T>(database: SalesDatabaseHandle, work: Work<T>): Promise<Landed<T>> => {
    // The repetition of an optimistic write must not run after a write that was called later.
    while (guess) await guess
    const writing = begin(database, work)
    underWay++
    try {
      const landed = await writing
      if (landed.changes.length > 0) known.learn(database, landed)
      return landed
    } finally {
      underWay--
    }
  }
}

type Work<T> = (tx: SalesTx) => Promise<T>
/** A committed write and its number. */
export type Landed<T> = KnownRows & { result: T; changes: Written[] }

/**
 * One write under the next write number of this database. With `known`, nothing is read from disk; if another write
 * came in between, its number is taken and the whole transaction fails.
 */
function numbered<T>(database: SalesDatabaseHandle, work: Work<T>, known?: KnownRows): Promise<Landed<T>> {
  return transact(database, known?.rows, async ({ tx, changes, rows }) => {
    // Read in parallel with the reads of `work`.
    const asked = known ? Promise.resolve(known.mark) : markOf(tx)
    asked.catch(() => undefined)
    const result = await work(tx as unknown as SalesTx)
    const [mark, written] = [await asked, [...changes]]
    if (written.length > 0) return { result, mark: await countWriting(tx, mark), changes: written, rows }
    // Without a write no number is claimed, so outdated cached rows would not be detected.
    if (known) throw new Error('nothing is written: what it stands on must be read')
    return { result, mark, changes: written, rows }
  })
}

/**
 * One strict transaction: all of `work` or nothing. Throws the error of `work`, or the disk's. `known`: rows that need
 * not be read.
 */
export async function transact<T>(
  database: SalesDatabaseHandle,
  known: Rows | undefined,
  work: (recording: Recording) => Promise<T>,
): Promise<T> {
  const tx = database.transaction(writtenStores, 'readwrite', { durability: 'strict' })
  const recording = recordChanges(tx, known)
  // A refused write may abort the transaction while `work` waits for another request.
  tx.done.catch(() => undefined)
  try {
    const result = await work(recording)
    commit(tx)
    await tx.done
    return result
  } catch (error) {
    // Requests after a refused write, and the transaction itself, only report the abort.
    const reason = recording.refusal() ?? error
    await giveUp(tx)
    throw reason
  }
}

/** Commits explicitly, so that the browser does not wait for further requests. */
function commit(tx: WritingTx): void {
  try {
    tx.commit()
  } catch {
    // The transaction has already finished; `done` reports the outcome.
  }
}

/** Claims the next write number; the transaction fails if another write has it. */
export async function countWriting(tx: WritingTx, before: CopyMark): Promise<CopyMark> {
  const mark = { ...before, line: before.line + 1 }
  await tx.objectStore('lines').add(true, mark.line)
  if (mark.line % linesBetweenTrims === 0)
    await tx.objectStore('lines').delete(IDBKeyRange.upperBound(mark.line - keptLines))
  await tx.objectStore('meta').put(mark, 'copy')
  return mark
}

/** Write position of this database; a new database gets a unique id. */
export async function markOf(tx: WritingTx): Promise<CopyMark> {
  return ((await tx.objectStore('meta').get('copy')) as CopyMark | undefined) ?? newMark()
}

async function giveUp(tx: WritingTx): Promise<void> {
  try {
    tx.abort()
  } catch {
    // The browser has already aborted it (a full disk); the first error is the reason.
  }
  await tx.done.catch(() => undefined)
}
