import { sql, type RawBuilder } from 'kysely'
import type { FactContent } from '#shared/domain/accounting/facts.ts'
import { inDays } from '#server/locale/pharmacy-day.repo.ts'

/** What a source of facts needs: the pharmacy, its days and its time zone. */
export type Range = { pharmacyId: string; from: string; to: string; timeZone: string }
type Kind = FactContent['kind']

/** SQL: facts `(key, day, content)` of one kind. `object`: pairs of names and values of their content. */
export function factsOf(
  kind: Kind,
  { id, day, object, rows }: Record<'id' | 'day' | 'object' | 'rows', RawBuilder<unknown>>,
): RawBuilder<unknown> {
  return sql`select ${kind}::text || ':' || ${id} as key, (${day})::date as day,
    jsonb_build_object('kind', ${kind}::text, ${object}) as content from ${rows}`
}

/** SQL: the day of an instant in the pharmacy. */
export function dayOf(instant: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> {
  return sql`${instant} at time zone ${timeZone}`
}

/** SQL: an instant is in the days. */
export function within(instant: RawBuilder<unknown>, { from, to, timeZone }: Range): RawBuilder<unknown> {
  return sql.join(inDays(instant, { from, to }, timeZone), sql` and `)
}
