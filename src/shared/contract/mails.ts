import * as z from 'zod'
import type { Resource } from '#shared/contract/freshness.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Id, Instant, multilineTexts, Text } from '#shared/contract/values.ts'

/** An e-mail that the server sends; the files are attached by the server. */
export const NewMail = z.object({
  id: Id,
  to: z.email().max(254),
  subject: Text,
  text: z.string().trim().min(1).max(20_000).register(multilineTexts),
  /** The address becomes that of the payer or supplier. */
  keepsAddress: z.boolean().default(false),
})
export type NewMail = z.infer<typeof NewMail>

export const Mail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Names of the attached files. */
  files: z.array(z.string()),
  askedAt: Instant,
  byName: z.string(),
  sentAt: Instant.nullable(),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** What the mail server answered when it refused. */
  problem: z.string().nullable(),
})
export type Mail = z.infer<typeof Mail>

/** `isOn`: the server has a mail server to send by. `closing`: what the server writes under each text. The newest first. */
export const MailsAbout = z.object({ isOn: z.boolean(), closing: z.string(), items: z.array(Mail) })
export type MailsAbout = z.infer<typeof MailsAbout>

/** The two calls about the e-mails of one record: send one, and read those that were sent. */
export function mailCalls<Body extends typeof NewMail>(of: {
  path: string
  noun: string
  writing: Permission
  reading: Permission
  touches: readonly Resource[]
  body: Body
}) {
  return {
    mail: endpoint({
      method: 'POST',
      path: `${of.path}/{id}/mail`,
      summary: `Send ${of.noun} by e-mail, once; it counts as sent when the mail server has taken it`,
      permission: of.writing,
      touches: ['mails', ...of.touches],
      params: ById,
      body: of.body,
      unreplayed: 'outside',
      reply: MailsAbout,
      status: 201,
    }),
    mails: endpoint({
      method: 'GET',
      path: `${of.path}/{id}/mails`,
      summary: `The e-mails about ${of.noun}`,
      permission: of.reading,
      params: ById,
      reply: MailsAbout,
    }),
  }
}
