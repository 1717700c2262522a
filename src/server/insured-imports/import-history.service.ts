import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { insuredImports as calls, RefusedRow } from '#shared/contract/insured-imports.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import {
  archiveUnused,
  importsOf,
  knownImport,
  noteUndone,
  refusedRowsOf,
} from '#server/insured-imports/import-history.repo.ts'
import { joinByHashing } from '#server/insured-imports/insured-import.repo.ts'
import { changing } from '#server/lists/changing.ts'

export function listImports(
  context: Context,
  query: HandlerInput<typeof calls.history>['query'],
): Promise<CallReply<typeof calls.history>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => importsOf(tx, pharmacyId, query))
}

/** Throws `requests:notFound`. */
export function readRefused(context: Context, id: string): Promise<RefusedRow[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => requireRow(await refusedRowsOf(tx, pharmacyId, id)))
}

/**
 * Archives what an import created and nothing has used since. What it changed stays changed, and who lost his policy by
 * it does not get it back. Throws `requests:conflict` for an import that is undone, or that a later one followed: the
 * later file may name the same persons.
 */
export function undoImport(context: Context, id: string): Promise<CallReply<typeof calls.undo>> {
  const { actor, now } = context
  return changing(context, async (tx, pharmacyId, touch) => {
    const known = requireRow(await knownImport(tx, pharmacyId, id))
    if (known.isUndone || !known.isLast) throw new AppError('requests:conflict')
    await joinByHashing(tx)
    const { policies, persons } = await archiveUnused(tx, pharmacyId, known)
    await noteUndone(tx, pharmacyId, id, { by: actor.userId, at: now })
    touch('persons', [...policies.map(({ personId }) => personId), ...persons])
    return { policies: policies.length, persons: persons.length, kept: known.policyIds.length - policies.length }
  })
}
