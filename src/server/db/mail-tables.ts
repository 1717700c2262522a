import type { Optional } from '#server/db/columns.ts'

/** E-mails and their files, column by column (see `tables.ts`). */
export type Mails = {
  pharmacy_id: string
  id: string
  about: 'order' | 'claim' | 'bill' | 'invitation' | 'report'
  about_id: string
  recipient: string
  subject: string
  body: string
  reply_to: Optional<string>
  asked_by: string
  asked_at: Date
  sent_at: Optional<Date>
}
export type MailAttachments = {
  pharmacy_id: string
  mail_id: string
  position: number
  name: string
  mime: string
  content: Buffer
}
