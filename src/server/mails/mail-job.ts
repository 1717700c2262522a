import { AppError } from '#shared/domain/errors.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { JobKind } from '#server/jobs/job-loop.ts'
import type { Mailer } from '#server/base/mailer.ts'
import { markMailSent, waitingMail, type MailSubject } from '#server/mails/mail.repo.ts'

/** Notes at a record that an e-mail about it has left. */
export type NoteMailed = (tx: Tx, pharmacyId: string, id: string, by: { userId: string; at: Date }) => Promise<void>

/** The background job that sends one e-mail. One that the mail server refuses fails with its answer. */
export function mailJobs(
  database: Database,
  {
    mailer,
    now,
    mailed,
  }: {
    mailer: Mailer | null
    now: () => Date
    mailed: Record<Exclude<MailSubject, 'invitation' | 'report'>, NoteMailed>
  },
): JobKind {
  return {
    resource: 'mails',
    isLeaving: true,
    async run({ pharmacyId, id }) {
      const mail = await database.read(pharmacyId, (tx) => waitingMail(tx, pharmacyId, id, now()))
      // Another process sent it before this one took the job again, or the invitation is over.
      if (!mail) return async () => undefined
      if (!mailer) throw new AppError('mails:off')
      await mailer.send(mail).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
        throw new AppError('mails:notSent', { reason })
      })
      return async (tx) => {
        const at = now()
        await markMailSent(tx, pharmacyId, id, at)
        const { about, id: aboutId } = mail.about
        if (about !== 'invitation' && about !== 'report')
          await mailed[about](tx, pharmacyId, aboutId, { userId: mail.askedBy, at })
      }
    },
  }
}
