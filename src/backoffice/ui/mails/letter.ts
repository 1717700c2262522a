import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import type { mailCalls, MailsAbout } from '#shared/contract/mails.ts'

/** What an e-mail is proposed to say; the member may change all of it. */
export type Letter = { to: string; subject: string; text: string }
/** The two calls of a record (`mailCalls`), without what differs in their bodies. */
export type MailCalls = Pick<ReturnType<typeof mailCalls>, 'mail' | 'mails'>

/** The link that opens the mail program of the member, where the server sends no e-mail. */
export function mailLink({ to, subject, text }: Letter): string {
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
}

/** The e-mails about a record, and whether this member sends another one from here. */
export function useMails({ mail, mails }: MailCalls, id: string): { maySend: boolean; items: MailsAbout['items'] } {
  const may = useMay(mail)
  const { data } = useAnswer(mails, { params: { id } })
  return { maySend: may && data?.isOn === true, items: data?.items ?? [] }
}
