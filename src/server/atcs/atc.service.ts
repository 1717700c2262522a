import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { Atc, atcs } from '#shared/contract/referential.ts'
import { atcLevelBelow } from '#shared/domain/atc.ts'
import { requireRow } from '#server/base/require-row.ts'
import { findAtc, findAtcs } from '#server/atcs/atc.repo.ts'
import type { Context } from '#server/http/context.ts'
import { readingReferential } from '#server/lists/changing-referential.ts'

/** ATC codes in the order of codes; with `parent`, the nodes one level below it. */
export async function listAtcs(
  context: Context,
  { parent, search, ...page }: HandlerInput<typeof atcs.list>['query'],
): Promise<CallReply<typeof atcs.list>> {
  if (parent === undefined) return readingReferential(context, (tx) => findAtcs(tx, { search }, page))
  const code = parent === 'root' ? '' : parent
  const length = atcLevelBelow(code)
  if (length === null) return { items: [], total: 0 }
  return readingReferential(context, (tx) => findAtcs(tx, { below: { code, length }, search }, page))
}

/** Throws `requests:notFound`. */
export async function readAtc(context: Context, code: string): Promise<Atc> {
  return requireRow(await readingReferential(context, (tx) => findAtc(tx, code)))
}
