import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** `days` after which a row is old; `prune` takes away at most `most` of what is older than an instant. */
type Retained = { days: number; prune: (before: Date, most: number) => RawBuilder<unknown> }

/** What does not stay for ever, of all pharmacies. The reasons are in docs/retention.md. */
export const retained = {
  /** The body alone: key, hash and verdict stay, and a retry is answered from the sale. */
  answersOfSales: {
    days: 90,
    prune: (before, most) => sql`
      update inbox set answer = null where ctid = any(array(
        select ctid from inbox where accepted and kind = 'sale' and answer is not null and at < ${before}
        order by at limit ${most} for update skip locked))`,
  },
  /** A sale that waits at a till names the right that it was made with, which only this row proves. */
  unusedGrants: {
    days: 400,
    prune: (before, most) => sql`
      delete from grants where ctid = any(array(
        select ctid from grants where used_at is null and expires_at < ${before} limit ${most} for update skip locked))`,
  },
  /** The content alone: the e-mail still names its files. */
  attachments: {
    days: 400,
    prune: (before, most) => sql`
      update mail_attachments set content = '' where ctid = any(array(
        select a.ctid from mails m join mail_attachments a on a.pharmacy_id = m.pharmacy_id and a.mail_id = m.id
        where m.sent_at < ${before} and octet_length(a.content) > 0 limit ${most} for update of a skip locked))`,
  },
  /** The audit keeps each question. */
  assistantCalls: {
    days: 400,
    prune: (before, most) => sql`
      delete from assistant_calls where ctid = any(array(
        select ctid from assistant_calls where at < ${before} limit ${most} for update skip locked))`,
  },
  pinAlerts: {
    days: 400,
    prune: (before, most) => sql`
      delete from pin_alerts where ctid = any(array(
        select ctid from pin_alerts where last_at < ${before} limit ${most} for update skip locked))`,
  },
  /**
   * The last one of each member at each terminal stays: it says when he was there. So does the session for work without a
   * network that a till still has, whatever a wrong clock wrote beside it.
   */
  unlocks: {
    days: 400,
    prune: (before, most) => sql`
      delete from unlocks where ctid = any(array(
        select u.ctid from unlocks u where u.at < ${before} and not (u.offline and u.ended_at is null)
          and exists (select from unlocks l where l.pharmacy_id = u.pharmacy_id and l.user_id = u.user_id
            and l.terminal_id = u.terminal_id and l.offline = u.offline and l.at > u.at)
        limit ${most} for update skip locked))`,
  },
} as const satisfies Record<string, Retained>

/** Days of work of which nothing goes, whatever the clock of the computer says. */
const keptDays = 30

/**
 * The first of the last `keptDays` days on which somebody unlocked a terminal; null: there were fewer. A clock that is years
 * ahead for an hour makes everything old, but brings one day of work only.
 */
export async function keptSince(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select case when count(*) = ${keptDays} then min(day) end as since
    from (select distinct date_trunc('day', at, 'UTC') as day from unlocks order by 1 desc limit ${keptDays}) d`.execute(
    tx,
  )
  return rows[0]!.since
}

/** Takes away at most `most` rows of one kind that are old and of before `since`; returns how many. */
export async function pruneSome(
  tx: Tx,
  name: keyof typeof retained,
  { now, since, most }: { now: Date; since: Date; most: number },
): Promise<number> {
  const { days, prune } = retained[name]
  const old = Math.min(now.getTime() - days * 86_400_000, since.getTime())
  const { numAffectedRows } = await prune(new Date(old), most).execute(tx)
  return Number(numAffectedRows ?? 0)
}
