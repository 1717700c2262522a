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
 * How one window writes: standing on what it knows where it may, else asking the disk first. Writings stand in the order in which they were asked for.
 */
export function knowingWriter() {
  const known = knownRows<SalesDatabaseHandle>()
  let underWay = 0
  let guess: Promise<void> | undefined
  const over = () => {
    guess = undefined
  }
  const begin = <T>(database: SalesDatabaseHandle, work: Work<T>): Promise<Landed<T>> => {
    // Beside another writing of this window it would only be refused: that one takes the number.
    const believed = underWay === 0 ? known.of(database) : undefined
    if (!believed) return numbered(database, work)
    const writing = numbered(database, work, believed).catch(() => {
      // Whatever it was that went wrong: what is read decides.
      known.forget()
      return numbered(database, work)
    })
    guess = writing.then(over, over)
    return writing
  }
  return async <T>(database: SalesDatabaseHandle, work: Work<T>): Promise<Landed<T>> => {
    // Done again, it must not come after one that was asked for later.
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
/** What became of a writing: under which number it stands. */
export type Landed<T> = KnownRows & { result: T; changes: Written[] }

/**
 * One writing under the next number of this database. With `known` nothing need be asked of the disk: what it says is as another writing left it, and if that
 * was not the last one the number is taken, and all of this is refused.
 */
function numbered<T>(database: SalesDatabaseHandle, work: Work<T>, known?: KnownRows): Promise<Landed<T>> {
  return transact(database, known?.rows, async ({ tx, changes, rows }) => {
    // Asked beside the work's own questions.
    const asked = known ? Promise.resolve(known.mark) : markOf(tx)
    asked.catch(() => undefined)
    const result = await work(tx as unknown as SalesTx)
    const [mark, written] = [await asked, [...changes]]
    if (written.length > 0) return { result, mark: await countWriting(tx, mark), changes: written, rows }
    // Without a writing nothing would contradict what is no longer so.
    if (known) throw new Error('nothing is written: what it stands on must be read')
    return { result, mark, changes: written, rows }
  })
}

/** One strict transaction: all of `work` or nothing; throws what `work` throws, or why the disk refused. `known`: rows that it need not ask for. */
export async function transact<T>(
  database: SalesDatabaseHandle,
  known: Rows | undefined,
  work: (recording: Recording) => Promise<T>,
): Promise<T> {
  const tx = database.transaction(writtenStores, 'readwrite', { durability: 'strict' })
  const recording = recordChanges(tx, known)
  // What the disk refuses ends it while `work` still waits for something else.
  tx.done.catch(() => undefined)
  try {
    const result = await work(recording)
    commit(tx)
    await tx.done
    return result
  } catch (error) {
    // What was asked behind a refused writing, and the transaction itself, only say that it is over.
    const reason = recording.refusal() ?? error
    await giveUp(tx)
    throw reason
  }
}

/** Everything is handed over: the disk need not ask whether more will come. */
function commit(tx: WritingTx): void {
  try {
    tx.commit()
  } catch {
    // It is over already, well or not: `done` says which.
  }
}

/** Gives a writing its number: refused, with all of it, where another one has it. */
export async function countWriting(tx: WritingTx, before: CopyMark): Promise<CopyMark> {
  const mark = { ...before, line: before.line + 1 }
  await tx.objectStore('lines').add(true, mark.line)
  if (mark.line % linesBetweenTrims === 0)
    await tx.objectStore('lines').delete(IDBKeyRange.upperBound(mark.line - keptLines))
  await tx.objectStore('meta').put(mark, 'copy')
  return mark
}

/** How far this database has written; one that never has gets a name of its own. */
export async function markOf(tx: WritingTx): Promise<CopyMark> {
  return ((await tx.objectStore('meta').get('copy')) as CopyMark | undefined) ?? newMark()
}

async function giveUp(tx: WritingTx): Promise<void> {
  try {
    tx.abort()
  } catch {
    // It is over already: the browser aborted it (a full disk), and the first error says why.
  }
  await tx.done.catch(() => undefined)
}
