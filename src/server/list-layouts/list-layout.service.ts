import type { ListLayout } from '#shared/contract/list-layouts.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { layoutsOf, putLayout } from '#server/list-layouts/list-layout.repo.ts'

/** The layouts of the calling member in this pharmacy. */
export function myLayouts(context: Context): Promise<ListLayout[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => layoutsOf(tx, pharmacyId, context.actor.userId))
}

/** Replaces the layout of one list; the last write wins. */
export async function keepLayout(context: Context, layout: ListLayout): Promise<ListLayout> {
  const pharmacyId = pharmacyOf(context)
  await context.database.write(pharmacyId, (tx) => putLayout(tx, pharmacyId, context.actor.userId, layout))
  return layout
}
