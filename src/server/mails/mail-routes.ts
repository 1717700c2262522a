import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { mailCalls, NewMail } from '#shared/contract/mails.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf } from '#server/http/context.ts'
import { route, type App } from '#server/http/route.ts'
import type { JobLoop } from '#server/jobs/job-loop.ts'
import { changing, type Touch } from '#server/lists/changing.ts'
import type { MailSubject } from '#server/mails/mail.repo.ts'
import type { MailFile } from '#server/base/mailer.ts'
import { mailsAbout, queueMail } from '#server/mails/mail.service.ts'

type Calls<Body extends typeof NewMail> = ReturnType<typeof mailCalls<Body>>

/** Serves the calls about the e-mails of one kind of record. */
export function mailRoutes<Body extends typeof NewMail>(
  app: App,
  jobs: Pick<JobLoop, 'wake'>,
  calls: Calls<Body>,
  of: {
    about: MailSubject
    /** Throws when there is no such record, or when it may not be sent. */
    check: (tx: Tx, pharmacyId: string, id: string, gesture: 'send' | 'read') => Promise<unknown>
    /** The files that are attached, of the record as it is now. */
    filesOf: (
      tx: Tx,
      pharmacyId: string,
      id: string,
      body: HandlerInput<Calls<Body>['mail']>['body'],
      now: Date,
    ) => Promise<readonly MailFile[]>
    /** Makes the address that of whom the record goes to. */
    keepAddress: (tx: Tx, pharmacyId: string, id: string, to: string, touch: Touch) => Promise<void>
  },
): void {
  const isOn = app.services.mailer !== null
  route(app, calls.mail, async (input, context) => {
    if (!isOn) throw new AppError('mails:off')
    const { params, body } = input as {
      params: { id: string }
      body: HandlerInput<Calls<Body>['mail']>['body'] & NewMail
    }
    const about = { about: of.about, id: params.id }
    const answer = await changing(context, async (tx, pharmacyId, touch) => {
      await of.check(tx, pharmacyId, params.id, 'send')
      const { id, to, subject, text } = body
      const files = () => of.filesOf(tx, pharmacyId, params.id, body, context.now)
      await queueMail(tx, context, pharmacyId, about, { id, to, subject, text, files })
      if (body.keepsAddress && context.changes.made) await of.keepAddress(tx, pharmacyId, params.id, to, touch)
      return mailsAbout(tx, pharmacyId, about, isOn)
    })
    jobs.wake()
    return answer as CallReply<Calls<Body>['mail']>
  })
  route(app, calls.mails, ({ params }, context) => {
    const pharmacyId = pharmacyOf(context)
    return context.database.read(pharmacyId, async (tx) => {
      await of.check(tx, pharmacyId, params.id, 'read')
      return mailsAbout(tx, pharmacyId, { about: of.about, id: params.id }, isOn)
    })
  })
}
