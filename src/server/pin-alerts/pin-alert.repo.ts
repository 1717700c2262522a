import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { PinAlert, pinAlerts } from '#shared/contract/pin-alerts.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { countedMs } from '#shared/domain/pin-attempts.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import type { Tx } from '#server/db/database.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { timeZoneOf, inDays } from '#server/locale/pharmacy-day.repo.ts'

export type PinAlertQuery = HandlerInput<typeof pinAlerts.list>['query']
/** `guesses`: how many wrong PINs there are at the start of a series. */
export type WrongSeries = { userId: string; terminalId: string; guesses: number }

/** Counts one more wrong PIN in the running series of this member and terminal, or begins one. */
export async function noteWrongPin(
  tx: Tx,
  pharmacyId: string,
  { userId, terminalId, guesses }: WrongSeries,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('pin_alerts')
    .set({ guesses: sql`guesses + 1`, last_at: now })
    .where('pharmacy_id', '=', pharmacyId)
    .where('user_id', '=', userId)
    .where('terminal_id', '=', terminalId)
    .where('last_at', '>', new Date(now.getTime() - countedMs))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await tx
    .insertInto('pin_alerts')
    .values({
      pharmacy_id: pharmacyId,
      id: randomUUID(),
      user_id: userId,
      terminal_id: terminalId,
      terminal_code: terminalCode(terminalId),
      guesses,
      started_at: now,
      last_at: now,
    })
    .execute()
}

type AlertRow = Omit<PinAlert, 'userName'> & { user: PersonName }

/** One page of the series. Days are those of the last wrong PIN, in the pharmacy's time zone. */
export async function findPinAlerts(
  tx: Tx,
  pharmacyId: string,
  { from, to, search, sort, page, size }: PinAlertQuery,
): Promise<{ items: PinAlert[]; total: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const name = sql`folded(u.last_name || ' ' || u.first_name)`
  const kept = sql.join(
    [
      sql`a.pharmacy_id = ${pharmacyId}`,
      ...inDays(sql`a.last_at`, { from, to }, timeZone),
      ...wordsOf(search ?? '').map((word) => sql`strpos(${name}, ${word}) > 0`),
    ],
    sql` and `,
  )
  const order = sortOrder(
    sort,
    {
      lastAt: sql`a.last_at`,
      since: sql`(a.started_at at time zone ${timeZone})::time`,
      hour: sql`(a.last_at at time zone ${timeZone})::time`,
      user: name,
      terminal: sql`a.terminal_code`,
      guesses: sql`a.guesses`,
    },
    sql`a.last_at desc, a.id`,
  )
  const { rows } = await sql<{ total: number; items: AlertRow[] }>`
    with page as (
      select a.id, a.user_id as "userId", a.terminal_code as "terminalCode", a.guesses,
        a.started_at as "startedAt", a.last_at as "lastAt", json_build_object('firstName', u.first_name, 'lastName', u.last_name) as user,
        row_number() over (order by ${order}) as place
      from pin_alerts a join users u on u.id = a.user_id where ${kept}
      order by place limit ${size} offset ${page * size}
    )
    select (select count(*) from pin_alerts a join users u on u.id = a.user_id where ${kept}) as total,
      (select coalesce(json_agg(to_jsonb(p) - 'place' order by p.place), '[]') from page p) as items`.execute(tx)
  const { total, items } = rows[0]!
  return { total, items: items.map(alertOf) }
}

function alertOf({ user, startedAt, lastAt, ...row }: AlertRow): PinAlert {
  return {
    ...row,
    startedAt: new Date(startedAt).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
    userName: displayName(user),
  }
}
