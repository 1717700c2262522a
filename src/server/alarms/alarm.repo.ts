import { sql } from 'kysely'
import type { Alarm, PharmacyFacts } from '#shared/domain/server-alarms.ts'
import type { Tx } from '#server/db/database.ts'

/** The version of PostgreSQL and what is known of the pharmacies that work; a restored copy certifies and receives nothing. */
export async function alarmFacts(tx: Tx): Promise<{ version: string; pharmacies: PharmacyFacts[] }> {
  const { rows } = await sql<PharmacyFacts>`
    with ms as (
      select p.id, p.name, extract(epoch from p.fiscal_token_expires_at) * 1000 as token,
        (select extract(epoch from min(d.sold_at)) * 1000 from fiscal_documents d
          where d.pharmacy_id = p.id and d.state = 'waiting') as uncertified,
        (select extract(epoch from min(q.oldest_at)) * 1000 from till_queues q
          where q.pharmacy_id = p.id and q.waiting > 0) as unsent
      from pharmacies p where p.suspended_at is null and lets_leave(p)
    )
    select id, name, token::bigint as "fiscalTokenEndsMs", uncertified::bigint as "uncertifiedSinceMs",
      unsent::bigint as "unsentSinceMs"
    from ms order by name, id`.execute(tx)
  const { rows: engine } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(tx)
  return { version: engine[0]!.version, pharmacies: rows }
}

/** In ms: what ended so long ago is of no use to anybody. */
const endedMs = 400 * 86_400_000

/** Raises what is new, ends what is over and forgets what ended long ago. An alarm that stays is raised once. */
export async function keepAlarms(tx: Tx, alarms: readonly Alarm[], at: Date): Promise<void> {
  const keys = alarms.map(({ key }) => key)
  await sql`update server_alarms set ended_at = ${at} where ended_at is null and not key = any(${keys})`.execute(tx)
  await sql`delete from server_alarms where ended_at < ${new Date(at.getTime() - endedMs)}`.execute(tx)
  for (const { key, text } of alarms)
    await sql`
      insert into server_alarms (key, raised_at, text) values (${key}, ${at}, ${text})
      on conflict (key) where ended_at is null do update set text = excluded.text`.execute(tx)
}

export type OpenAlarm = { key: string; text: string; raisedAt: Date }

/** Open alarms that no e-mail has told; one that came back is not told again before `since`. */
export async function untoldAlarms(tx: Tx, since: Date): Promise<OpenAlarm[]> {
  const { rows } = await sql<OpenAlarm>`
    select key, text, raised_at as "raisedAt" from server_alarms a
    where ended_at is null and told_at is null
      and not exists (select from server_alarms b where b.key = a.key and b.told_at > ${since})
    order by raised_at, key`.execute(tx)
  return rows
}

export async function noteTold(tx: Tx, alarms: readonly OpenAlarm[], at: Date): Promise<void> {
  for (const { key, raisedAt } of alarms)
    await sql`update server_alarms set told_at = ${at} where key = ${key} and raised_at = ${raisedAt}`.execute(tx)
}

/** The open alarms of the server and of the pharmacy that asks. */
export async function openAlarms(tx: Tx): Promise<OpenAlarm[]> {
  const { rows } = await sql<OpenAlarm>`
    select key, text, raised_at as "raisedAt" from server_alarms where ended_at is null order by raised_at, key`.execute(
    tx,
  )
  return rows
}
