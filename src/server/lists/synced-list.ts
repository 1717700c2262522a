import type { SyncedList } from '#shared/contract/freshness.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Tx } from '#server/db/database.ts'
import { listState, removedBetween, renewEpoch } from '#server/lists/list-state.repo.ts'

/** The position of a reader of changes: after this row, in the order of revisions. */
export type Cursor = { rev: number; id: string }
/** A cursor with the epoch in which the reader got it; an old till sends no epoch. */
type From = { cursor: Cursor | null; epoch: string | undefined }
type Revised = { id: string; rev: number }

/** How a family reads its list. */
export type ListReader<Row extends Revised> = {
  list: SyncedList
  byPage(tx: Tx, pharmacyId: string, page: { page: number; size: number }): Promise<Row[]>
  /** The rows that changed after a cursor, oldest change first; all rows without a cursor. */
  after(tx: Tx, pharmacyId: string, cursor: Cursor | null, size: number): Promise<Row[]>
}

type ListQuery = { page: number; size: number; cursor?: string | undefined; epoch?: string | undefined }
export type ListReply<Row> = {
  items: Row[]
  total: number
  cursor?: string
  more?: boolean
  epoch?: string
  removed?: string[]
}

/**
 * Reads a list by page, or by cursor the changes since (an empty cursor reads from the start). Throws
 * `requests:invalid` for a malformed cursor.
 */
export async function readList<Row extends Revised>(
  tx: Tx,
  pharmacyId: string,
  reader: ListReader<Row>,
  { page, size, cursor, epoch }: ListQuery,
): Promise<ListReply<Row>> {
  if (cursor !== undefined) return changesSince(tx, pharmacyId, reader, { cursor: readCursor(cursor), epoch }, size)
  const { total } = await listState(tx, pharmacyId, reader.list)
  return { items: await reader.byPage(tx, pharmacyId, { page, size }), total }
}

/**
 * The changes after a cursor. No change is missed, although each statement has its own snapshot: a revision is taken
 * and committed under the pharmacy's write lock, so a reader that sees revision R also sees every change up to R. The
 * state is therefore read first; changes that later statements see beyond it are sent a second time. On the last page,
 * the cursor moves past that state, removals included.
 */
async function changesSince<Row extends Revised>(
  tx: Tx,
  pharmacyId: string,
  { list, after }: ListReader<Row>,
  { cursor, epoch: known }: From,
  size: number,
): Promise<ListReply<Row>> {
  const { total, rev, epoch: current } = await listState(tx, pharmacyId, list)
  // Cursors are never above the counter. When one is, the counter went back because a backup was restored. A cursor of
  // an ended epoch gets no further changes.
  const isAhead = cursor !== null && cursor.rev > rev && (known ?? current) === current
  const epoch = isAhead ? await renewEpoch(tx, pharmacyId, current) : current
  const found = await after(tx, pharmacyId, cursor, size + 1)
  const items = found.slice(0, size)
  const last = items.at(-1)
  const more = found.length > size
  const reached: Cursor = more && last ? last : { rev: Math.max(rev, last?.rev ?? 0), id: lastId }
  // A reader from the start holds no rows to remove, except those removed during its reading: its last page reports
  // them.
  const removed = cursor || !more ? await removedBetween(tx, pharmacyId, list, cursor?.rev ?? rev, reached.rev) : []
  return { items, total, cursor: `${reached.rev}:${reached.id}`, more, epoch, removed }
}

/** Sorts after every id. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

function readCursor(text: string): Cursor | null {
  if (text === '') return null
  const [, rev, id] = /^(\d{1,15}):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.exec(text) ?? []
  if (rev === undefined || id === undefined)
    throw new AppError('requests:invalid', { issues: [{ path: 'query.cursor', message: 'not a cursor of this list' }] })
  return { rev: Number(rev), id }
}
