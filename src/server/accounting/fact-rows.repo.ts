import { sql, type RawBuilder } from 'kysely'
import type { FactContent } from '#shared/domain/accounting/facts.ts'
import { inDays } from '#server/locale/pharmacy-day.repo.ts'

/**
 * What a source of facts needs: the pharmacy, its days and its time zone. `openedAt`: when the first export was made; what
 * the server wrote since then is booked, also of the days before, which the accountant had opened his books with (0083).
 */
export type Range = { pharmacyId: string; from: string; to: string; timeZone: string; openedAt: Date | null }
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

/**
 * SQL: an instant is in the days. `written`: when the server wrote it, for what may arrive late; without it, the instant
 * is that moment itself.
 */
export function within(
  instant: RawBuilder<unknown>,
  { from, to, timeZone, openedAt }: Range,
  written?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [since] = inDays(instant, { from }, timeZone)
  const [until] = inDays(instant, { to }, timeZone)
  return sql`${until} and ${orLate(since!, { openedAt, written })}`
}

/** SQL: the same of a day that a member chose. */
export function onDays(
  day: RawBuilder<unknown>,
  { from, to, openedAt }: Range,
  written: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`${day} <= ${to}::date and ${orLate(sql`${day} >= ${from}::date`, { openedAt, written })}`
}

function orLate(
  since: RawBuilder<unknown>,
  { openedAt, written }: { openedAt: Date | null; written: RawBuilder<unknown> | undefined },
): RawBuilder<unknown> {
  return openedAt && written ? sql`(${since} or ${written} >= ${openedAt})` : since
}
