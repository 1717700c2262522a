import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import type { mailCalls, MailsAbout } from '#shared/contract/mails.ts'
import { closedBy } from '#shared/domain/mail-closing.ts'

/**
 * What an e-mail is proposed to say; the member may change all of it but `closing`, which stands under each. `owner`: whose
 * address it goes to.
 */
export type Letter = { to: string; subject: string; text: string; closing: string; owner: string }
/** The two calls of a record (`mailCalls`), without what differs in their bodies. */
export type MailCalls = Pick<ReturnType<typeof mailCalls>, 'mail' | 'mails'>

/** The link that opens the mail program of the member, where the server sends no e-mail. */
export function mailLink(letter: Letter): string {
  return `mailto:${letter.to}?subject=${encodeURIComponent(letter.subject)}&body=${encodeURIComponent(closedText(letter))}`
}

/** The text as it leaves. */
export function closedText({ text, closing }: Pick<Letter, 'text' | 'closing'>): string {
  return closing ? closedBy(text, closing) : text
}

/** The e-mails about a record, the lines under each, and whether this member sends another one from here. */
export function useMails(
  { mail, mails }: MailCalls,
  id: string,
): { maySend: boolean; closing: string; items: MailsAbout['items'] } {
  const may = useMay(mail)
  const { data } = useAnswer(mails, { params: { id } })
  return { maySend: may && data?.isOn === true, closing: data?.closing ?? '', items: data?.items ?? [] }
}
