import type { MailsAbout, NewMail } from '#shared/contract/mails.ts'
import { AppError } from '#shared/domain/errors.ts'
import { closedBy, mailClosing } from '#shared/domain/mail-closing.ts'
import type { Tx } from '#server/db/database.ts'
import type { Context } from '#server/http/context.ts'
import { insertJob } from '#server/jobs/job.repo.ts'
import { paperHeadOf } from '#server/locale/paper-head.repo.ts'
import { countMailsSince, findMails, insertMail, type About } from '#server/mails/mail.repo.ts'
import type { MailFile } from '#server/base/mailer.ts'

export const mailJob = 'mail'

/** In a day, of one pharmacy: a stolen account must not make the server a sender of advertisements. */
const mostOfDay = 300
const dayMs = 24 * 3_600_000

/**
 * Queues an e-mail with its files, closed by the identity of the pharmacy, once by its id. Throws `mails:tooMany`, and `requests:conflict` when the id is that
 * of an e-mail about something else.
 */
export async function queueMail(
  tx: Tx,
  {
    actor,
    now,
    changes,
  }: { actor: Pick<Context['actor'], 'userId'>; now: Date; changes: Pick<Context['changes'], 'made'> },
  pharmacyId: string,
  about: About,
  { files, text, ...mail }: Omit<NewMail, 'keepsAddress'> & { files: () => Promise<readonly MailFile[]> },
): Promise<void> {
  const known = (await findMails(tx, pharmacyId, about)).some(({ id }) => id === mail.id)
  changes.made = !known
  if (known) return
  if ((await countMailsSince(tx, pharmacyId, new Date(now.getTime() - dayMs))) >= mostOfDay)
    throw new AppError('mails:tooMany', { most: mostOfDay })
  const by = { askedBy: actor.userId, askedAt: now }
  const isNew =
    (await insertJob(tx, pharmacyId, { id: mail.id, kind: mailJob, ...by })) &&
    (await insertMail(tx, pharmacyId, about, {
      ...mail,
      ...by,
      text: closedBy(text, mailClosing(await paperHeadOf(tx, pharmacyId))),
      files: await files(),
    }))
  if (!isNew) throw new AppError('requests:conflict')
}

export async function mailsAbout(tx: Tx, pharmacyId: string, about: About, isOn: boolean): Promise<MailsAbout> {
  const closing = mailClosing(await paperHeadOf(tx, pharmacyId))
  return { isOn, closing, items: await findMails(tx, pharmacyId, about) }
}
