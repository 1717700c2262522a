import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The only login that another computer may use: it copies files and reads the log, and reads no table. */
const login = 'officine_backup'
const [sslRequest, encryptionRequest] = [80_877_103, 80_877_104]
/** Versions 3.0 to 3.9 of the protocol. */
const [oldest, newest] = [3 << 16, (3 << 16) + 9]
const mostBytes = 10_000

/**
 * Ties a stream of the second computer to our PostgreSQL, for the login of backups alone: on its socket, PostgreSQL
 * trusts every name. Anything else ends the stream.
 */
export async function passToPostgres(stream: Duplex, backupUrl: string): Promise<void> {
  const first = await startMessage(stream).catch(() => undefined)
  if (!first) return void stream.destroy()
  const engine = openSocket(backupUrl)
  const end = (): void => {
    stream.destroy()
    engine.destroy()
  }
  for (const side of [stream, engine]) {
    side.on('error', end)
    side.once('close', end)
  }
  engine.write(first)
  stream.pipe(engine)
  engine.pipe(stream)
}

function openSocket(backupUrl: string): Socket {
  const url = new URL(backupUrl)
  const folder = url.searchParams.get('host')
  if (folder) return connect({ path: `${folder}/.s.PGSQL.${url.searchParams.get('port') ?? '5432'}` })
  return connect({ host: url.hostname, port: Number(url.port) })
}

/** The message with which a client of PostgreSQL begins. Throws unless it is the login of backups. */
async function startMessage(stream: Duplex): Promise<Buffer> {
  for (;;) {
    const head = await take(stream, 4)
    const length = head.readUInt32BE(0)
    if (length < 8 || length > mostBytes) throw new Error('no start of PostgreSQL')
    const body = await take(stream, length - 4)
    const code = body.readUInt32BE(0)
    if (code === sslRequest || code === encryptionRequest) {
      // The stream is encrypted already.
      stream.write('N')
      continue
    }
    if (code < oldest || code > newest) throw new Error('another protocol')
    const words = body.subarray(4).toString('utf8').split('\0')
    const users = words.flatMap((word, at) => (at % 2 === 0 && word === 'user' ? [words[at + 1]] : []))
    if (users.length !== 1 || users[0] !== login) throw new Error('another login')
    return Buffer.concat([head, body])
  }
}

function take(stream: Duplex, size: number): Promise<Buffer> {
  return new Promise((done, failed) => {
    const closed = (): void => failed(new Error('the stream ended'))
    const look = (): void => {
      const piece = stream.read(size) as Buffer | null
      if (piece === null) return
      stream.off('readable', look)
      stream.off('close', closed)
      if (piece.length === size) done(piece)
      else failed(new Error('the stream ended'))
    }
    stream.on('readable', look)
    stream.once('close', closed)
    look()
  })
}
