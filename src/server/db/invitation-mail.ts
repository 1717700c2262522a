import { sql, type RawBuilder } from 'kysely'
import type { InvitationMail } from '#shared/contract/invitations.ts'

/** The e-mail of the open invitation of a row of `users`. It has the id of the invitation. */
export function invitationMailOf(user: 'users' | 'u'): RawBuilder<InvitationMail> {
  return sql`(select json_build_object('to', m.recipient, 'problem', j.error -> 'details' ->> 'reason', 'state',
      case when m.sent_at is not null then 'sent' when j.status in ('queued', 'running') then 'waiting' else 'failed' end)
    from invitations i join mails m on m.pharmacy_id = i.pharmacy_id and m.id = i.id
      left join jobs j on j.pharmacy_id = m.pharmacy_id and j.id = m.id
    where i.pharmacy_id = ${sql.ref(user)}.pharmacy_id and i.user_id = ${sql.ref(user)}.id
      and i.accepted_at is null and i.withdrawn_at is null)`
}
