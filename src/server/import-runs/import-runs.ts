import { randomUUID } from 'node:crypto'
import type { CallReply } from '#shared/contract/endpoint.ts'
import type { ImportRunCalls } from '#shared/contract/import-runs.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { ImportChange } from '#shared/domain/imports/undo-plan.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import type { Context } from '#server/http/context.ts'
import {
  dropOldChanges,
  findRun,
  insertChanges,
  insertRun,
  noteUndone,
  rowsOfRun,
  type ChangePart,
  type ImportKind,
  type ImportSubject,
  type KnownRun,
  type NewRun,
  type Undone,
} from '#server/import-runs/import-run.repo.ts'

/** Keeps a file that was imported just now, with what it changed, so that it can be undone. */
export async function keepRun(
  tx: Tx,
  { actor, now }: Context,
  subject: ImportSubject,
  {
    changes,
    ...run
  }: Omit<NewRun, 'id' | 'by' | 'at'> & {
    changes: Partial<Record<ChangePart, readonly ImportChange[]>>
  },
): Promise<void> {
  const id = randomUUID()
  await insertRun(tx, subject, { ...run, id, by: actor.userId, at: now })
  for (const [part, changed] of Object.entries(changes) as [ChangePart, readonly ImportChange[]][])
    await insertChanges(tx, subject, { importId: id, part }, changed)
  await dropOldChanges(tx, subject)
}

/** Throws `requests:notFound`. */
export async function readRunRows(tx: Tx, of: ImportKind, id: string): Promise<CallReply<ImportRunCalls['rows']>> {
  return requireRow(await rowsOfRun(tx, of, id))
}

/**
 * Undoes an import within the lock under which its kind is imported: `takeBack` writes, and says what it left. Undone
 * before, it answers the same again. Throws `requests:notFound`, and `requests:conflict` for an import that a later one
 * followed: the later file may name the same rows.
 */
export async function undoRun(
  tx: Tx,
  { actor, now }: Context,
  of: ImportKind,
  id: string,
  takeBack: (run: KnownRun) => Promise<Undone>,
): Promise<CallReply<ImportRunCalls['undo']>> {
  const run = requireRow(await findRun(tx, of, id))
  if (run.undone) return run.undone
  if (!run.canUndo) throw new AppError('requests:conflict')
  const undone = await takeBack(run)
  await noteUndone(tx, id, { ...undone, by: actor.userId, at: now })
  return { ...undone, kept: undone.kept.length }
}
