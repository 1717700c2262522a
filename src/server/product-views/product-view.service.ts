import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { ProductView, productViews } from '#shared/contract/product-views.ts'
import { AppError } from '#shared/domain/errors.ts'
import { applyChange } from '#server/base/apply-change.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { deleteView, findView, insertView, updateView, viewsSeenBy } from '#server/product-views/product-view.repo.ts'

/** The member's own views and the shared ones of the pharmacy. */
export function listViews(
  context: Context,
  query: HandlerInput<typeof productViews.list>['query'],
): Promise<CallReply<typeof productViews.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => viewsSeenBy(tx, pharmacyId, context.actor.userId, query))
}

/** Throws `requests:notFound`, also for a view that another member keeps for himself. */
export function readView(context: Context, id: string): Promise<ProductView> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    requireRow(await findView(tx, pharmacyId, context.actor.userId, id)),
  )
}

/** Throws `auth:forbidden` for a shared view without the right, `requests:taken` for a name the member uses already. */
export function createView(
  context: Context,
  body: HandlerInput<typeof productViews.create>['body'],
): Promise<ProductView> {
  const pharmacyId = pharmacyOf(context)
  if (body.shared) demandShare(context)
  const id = randomUUID()
  return context.database.write(pharmacyId, async (tx) => {
    await insertView(tx, pharmacyId, context.actor.userId, { id, ...body })
    return requireRow(await findView(tx, pharmacyId, context.actor.userId, id))
  })
}

/** A member changes his own views; a shared one, or sharing, needs the right. */
export function changeView(
  context: Context,
  id: string,
  body: HandlerInput<typeof productViews.patch>['body'],
): Promise<ProductView> {
  const pharmacyId = pharmacyOf(context)
  return context.database.write(pharmacyId, async (tx) => {
    const view = requireRow(await findView(tx, pharmacyId, context.actor.userId, id))
    const changed = applyChange(view, body)
    if (!view.own || changed.shared) demandShare(context)
    await updateView(tx, pharmacyId, changed)
    return changed
  })
}

/** A member removes his own views; a shared one of a colleague needs the right. */
export function removeView(context: Context, id: string): Promise<{ id: string }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.write(pharmacyId, async (tx) => {
    const view = requireRow(await findView(tx, pharmacyId, context.actor.userId, id))
    if (!view.own) demandShare(context)
    await deleteView(tx, pharmacyId, id)
    return { id }
  })
}

function demandShare({ actor }: Context): void {
  if (!actor.permissions.has('settings.edit')) throw new AppError('auth:forbidden')
}
