import { scrypt } from 'node:crypto'
import { connect, createServer, type Server, type TLSSocket } from 'node:tls'

/**
 * What both computers know: the words of a pairing while it is made, a random key afterwards. It authenticates both sides
 * (TLS with a pre-shared key), and the exchange of Diffie and Hellman beside it hides what was recorded before a key leaked.
 */
export type ChannelKey = { identity: string; psk: Buffer }

/** The other side does not have the key, or has another one. */
export class KeyRefused extends Error {}

const suite = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: 'ECDHE-PSK-CHACHA20-POLY1305' } as const
const connectMs = 10_000
const aliveMs = 5_000
/** Bytes of the line with which a stream begins. */
const mostLine = 1_000_000

/** The identity under which a pairing is made. */
export const pairingIdentity = 'pairing'

/** The key of a pairing. Whoever guesses online has few attempts; whoever recorded a guess pays this cost for each word of 72 bits. */
export function pairingKey(words: string): Promise<Buffer> {
  return new Promise((done, failed) =>
    scrypt(words, 'officine, pairing', 32, { N: 2 ** 14 }, (error, key) => (error ? failed(error) : done(key))),
  )
}

/** Listens for the other computer. `keyOf`: the key of an identity, null for none; it may count attempts. */
export function listenChannel(
  { host, port }: { host: string; port: number },
  {
    keyOf,
    onStream,
  }: { keyOf: (identity: string) => Buffer | null; onStream: (socket: TLSSocket, identity: string) => void },
): Promise<Server> {
  const identities = new WeakMap<object, string>()
  const server = createServer(
    {
      ...suite,
      handshakeTimeout: connectMs,
      pskCallback: (socket, identity) => {
        identities.set(socket, identity)
        return keyOf(identity)
      },
    },
    (socket) => {
      prepare(socket)
      onStream(socket, identities.get(socket) ?? '')
    },
  )
  server.maxConnections = 50
  server.on('tlsClientError', () => {})
  return new Promise((done, failed) => {
    server.once('error', failed)
    server.listen({ host, port }, () => {
      server.off('error', failed)
      server.on('error', () => {})
      done(server)
    })
  })
}

/** Opens a stream to the first computer, which `signal` ends. Throws `KeyRefused`, or the error of the system. */
export function openChannel(
  { host, port }: { host: string; port: number },
  { identity, psk }: ChannelKey,
  signal?: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((done, failed) => {
    const socket = connect(
      { ...suite, host, port, checkServerIdentity: () => undefined, pskCallback: () => ({ identity, psk }) },
      () => {
        socket.setTimeout(0)
        socket.off('error', fail)
        prepare(socket)
        done(socket)
      },
    )
    const fail = (error: NodeJS.ErrnoException): void => {
      socket.destroy()
      failed(error.code?.startsWith('ERR_SSL') ? new KeyRefused('the key was refused', { cause: error }) : error)
    }
    socket.setTimeout(connectMs, () => socket.destroy(new Error(`${host}:${port} does not answer`)))
    socket.on('error', fail)
    const end = (): void => void socket.destroy(new Error('nobody waits for the answer any more'))
    signal?.addEventListener('abort', end)
    socket.once('close', () => signal?.removeEventListener('abort', end))
    if (signal?.aborted) end()
  })
}

function prepare(socket: TLSSocket): void {
  socket.setKeepAlive(true, aliveMs)
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
}

/** The line of JSON with which a stream begins, or with which it answers; what follows it stays in the stream. */
export function readLine(socket: TLSSocket): Promise<unknown> {
  return new Promise((done, failed) => {
    let read = Buffer.alloc(0)
    const end = (error: Error): void => {
      clearTimeout(timer)
      socket.off('readable', look)
      socket.off('close', closed)
      failed(error)
    }
    const closed = (): void => end(new Error('the other side closed the stream'))
    const timer = setTimeout(() => end(new Error('the other side says nothing')), connectMs)
    const look = (): void => {
      for (let piece = socket.read() as Buffer | null; piece !== null; piece = socket.read() as Buffer | null) {
        read = Buffer.concat([read, piece])
        const at = read.indexOf(0x0a)
        if (at < 0) {
          if (read.length > mostLine) return end(new Error('the other side says too much'))
          continue
        }
        clearTimeout(timer)
        socket.off('readable', look)
        socket.off('close', closed)
        if (at + 1 < read.length) socket.unshift(read.subarray(at + 1))
        try {
          return done(JSON.parse(read.subarray(0, at).toString('utf8')))
        } catch (error) {
          return failed(error as Error)
        }
      }
    }
    socket.on('readable', look)
    socket.once('close', closed)
    look()
  })
}

export function writeLine(socket: TLSSocket, content: unknown): void {
  socket.write(`${JSON.stringify(content)}\n`)
}

/** Asks one question on a stream of its own. Throws when `signal` ends it. */
export async function askOnce(
  address: { host: string; port: number },
  key: ChannelKey,
  question: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const socket = await openChannel(address, key, signal)
  try {
    writeLine(socket, question)
    return await readLine(socket)
  } finally {
    socket.destroy()
  }
}
