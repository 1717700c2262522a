import { createTransport } from 'nodemailer'

export type MailFile = { name: string; mime: string; content: Buffer }
export type OutgoingMail = {
  id: string
  /** The name beside the address of the server. */
  fromName: string
  replyTo: string | null
  to: string
  subject: string
  text: string
  files: readonly MailFile[]
}
export type Mailer = {
  /** Rejects with the answer of the mail server when it does not take the e-mail. */
  send(mail: OutgoingMail): Promise<void>
}

/** In ms. */
const silentAfter = 20_000

/**
 * Sends through the mail server of `url` (`smtp://` or `smtps://`). Beyond this machine nothing is sent without TLS. The
 * message id comes from that of the e-mail: one that is sent twice, because the process died before it could note the
 * first, is seen as one by the receiver.
 */
export function openMailer({ url, from }: { url: string; from: string }): Mailer {
  const { hostname, protocol } = new URL(url)
  const transport = createTransport({
    url,
    requireTLS: protocol === 'smtp:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname),
    connectionTimeout: silentAfter,
    greetingTimeout: silentAfter,
    socketTimeout: silentAfter,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, fromName, replyTo, files, ...mail }) {
      await transport.sendMail({
        ...mail,
        from: { name: fromName, address: from },
        ...(replyTo ? { replyTo } : {}),
        messageId: `<${id}@${from.split('@')[1]}>`,
        attachments: files.map(({ name, mime, content }) => ({ filename: name, contentType: mime, content })),
      })
    },
  }
}
