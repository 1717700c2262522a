import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type TakenMail = { to: string; raw: string }
export type MailServer = {
  url: string
  taken: TakenMail[]
  /** Answers « 550 » to the next recipients, or to one address. */
  refuse(whom: boolean | string): void
  close(): Promise<void>
}

/** A real mail server on this machine, without TLS: it keeps what it takes. */
export async function openMailServer(): Promise<MailServer> {
  const taken: TakenMail[] = []
  let refuses: boolean | string = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      refuses === true || refuses === address
        ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        : done(),
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        taken.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
          raw: Buffer.concat(pieces).toString('utf8'),
        })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refuse: (whom) => {
      refuses = whom
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** The content of an attached file, decoded. */
export function attachedFile({ raw }: TakenMail, name: string): Buffer | undefined {
  const part = raw.split(/\r\n--/).find((one) => one.includes(`filename=${name}`) || one.includes(`filename="${name}"`))
  const body = part?.split('\r\n\r\n').slice(1).join('')
  return body === undefined ? undefined : Buffer.from(body.replaceAll(/\s/g, ''), 'base64')
}

/** Subject and text of an e-mail without files, decoded. */
export function readMail({ raw }: TakenMail): { subject: string; text: string } {
  const [head = '', ...body] = raw.replaceAll('\r\n', '\n').split('\n\n')
  const encoded = body.join('\n\n').trim()
  const isBase64 = /transfer-encoding: base64/i.test(head)
  const quoted = (text: string): string =>
    Buffer.from(
      text.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString()
  const subject = /^Subject: (.*(?:\n[ \t].*)*)/m.exec(head)![1]!.replaceAll(/\?=\s+=\?/g, '?==?')
  return {
    subject: subject
      .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) => quoted(word.replaceAll('_', ' ')))
      .replaceAll(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString()),
    text: isBase64 ? Buffer.from(encoded, 'base64').toString() : quoted(encoded.replaceAll('=\n', '')),
  }
}
