import { sql } from 'kysely'
import type { Mail, NewMail } from '#shared/contract/mails.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { personName } from '#server/db/person-name.ts'
import type { MailFile, OutgoingMail } from '#server/base/mailer.ts'

/** What an e-mail is about. */
export type MailSubject = 'order' | 'claim' | 'bill' | 'invitation' | 'report'
export type About = { about: MailSubject; id: string }
export type WaitingMail = OutgoingMail & { about: About; askedBy: string }

type Row = Omit<Mail, 'askedAt' | 'sentAt' | 'byName' | 'state'> & {
  askedAt: Date
  sentAt: Date | null
  by: PersonName
  job: string | null
}

/** Newest first. A job is deleted after a month: an e-mail without one that was not sent never will be. */
export async function findMails(tx: Tx, pharmacyId: string, { about, id }: About): Promise<Mail[]> {
  const { rows } = await sql<Row>`
    select m.id, m.recipient as "to", m.subject, m.body as text, m.asked_at as "askedAt", m.sent_at as "sentAt",
      ${personName('u')} as by, j.status as job, j.error -> 'details' ->> 'reason' as problem,
      coalesce((select json_agg(a.name order by a.position) from mail_attachments a
        where a.pharmacy_id = m.pharmacy_id and a.mail_id = m.id), '[]') as files
    from mails m join users u on u.id = m.asked_by
      left join jobs j on j.pharmacy_id = m.pharmacy_id and j.id = m.id
    where m.pharmacy_id = ${pharmacyId} and m.about = ${about} and m.about_id = ${id}
    order by m.asked_at desc, m.id`.execute(tx)
  return rows.map(({ askedAt, sentAt, by, job, ...mail }) => ({
    ...mail,
    askedAt: askedAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    byName: displayName(by),
    state: sentAt ? 'sent' : job === 'queued' || job === 'running' ? 'waiting' : 'failed',
  }))
}

/** Returns false when the pharmacy has an e-mail of this id. */
export async function insertMail(
  tx: Tx,
  pharmacyId: string,
  { about, id: aboutId }: About,
  mail: Omit<NewMail, 'keepsAddress'> & { files: readonly MailFile[]; askedBy: string; askedAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mails')
    .values({
      pharmacy_id: pharmacyId,
      id: mail.id,
      about,
      about_id: aboutId,
      recipient: mail.to,
      subject: mail.subject,
      body: mail.text,
      reply_to: sql<string | null>`(select email from users where id = ${mail.askedBy})`,
      asked_by: mail.askedBy,
      asked_at: mail.askedAt,
    })
    .onConflict((conflict) => conflict.columns(['pharmacy_id', 'id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  if (mail.files.length > 0)
    await tx
      .insertInto('mail_attachments')
      .values(mail.files.map((file, position) => ({ pharmacy_id: pharmacyId, mail_id: mail.id, position, ...file })))
      .execute()
  return true
}

/** How many e-mails the pharmacy asked for since then. */
export async function countMailsSince(tx: Tx, pharmacyId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mails where pharmacy_id = ${pharmacyId} and asked_at > ${since}`.execute(tx)
  return rows[0]!.count
}

/** An e-mail that was not sent yet, and not that of an invitation that is over. */
export async function waitingMail(tx: Tx, pharmacyId: string, id: string, now: Date): Promise<WaitingMail | undefined> {
  const { rows } = await sql<Omit<WaitingMail, 'files' | 'about'> & { about: MailSubject; aboutId: string }>`
    select m.id, m.recipient as "to", m.subject, m.body as text, m.reply_to as "replyTo", h.name as "fromName",
      m.about, m.about_id as "aboutId", m.asked_by as "askedBy"
    from mails m join pharmacies h on h.id = m.pharmacy_id
    where m.pharmacy_id = ${pharmacyId} and m.id = ${id} and m.sent_at is null and (m.about <> 'invitation'
      or exists (select from invitations i where i.pharmacy_id = m.pharmacy_id and i.id = m.about_id
        and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${now}))`.execute(tx)
  if (!rows[0]) return undefined
  const { about, aboutId, ...mail } = rows[0]
  const files = await tx
    .selectFrom('mail_attachments')
    .select(['name', 'mime', 'content'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('mail_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...mail, about: { about, id: aboutId }, files }
}

export async function markMailSent(tx: Tx, pharmacyId: string, id: string, at: Date): Promise<void> {
  await sql`update mails set sent_at = ${at} where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}
