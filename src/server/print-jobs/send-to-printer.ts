import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type PrinterAddress = { host: string; port: number }

const patience = { connectMs: 2_000, writeMs: 10_000, closeMs: 2_000 }

/**
 * Sends all bytes to a printer and closes the connection. Throws when the printer does not answer, stops reading, or
 * closes before it has all bytes. Success does not mean that the paper came out: raw printing has no acknowledgement.
 */
export async function sendToPrinter(
  { host, port }: PrinterAddress,
  bytes: Uint8Array,
  { connectMs, writeMs, closeMs } = patience,
): Promise<void> {
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) })
    const closed = once(socket, 'close')
    closed.catch(() => {})
    // Reads and discards the printer's own messages: closing a socket with unread data resets the connection before the
    // last bytes are delivered.
    socket.resume()
    await written(socket, bytes, writeMs)
    // A printer that resets the connection now did not read everything; one that keeps it open did.
    await Promise.race([closed, delay(closeMs, undefined, { ref: false })])
  } finally {
    // An error on the socket must not end the process.
    socket.on('error', () => {})
    socket.destroy()
  }
}

/** Resolves when the last byte has left this process. */
function written(socket: Socket, bytes: Uint8Array, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the printer takes no more')), withinMs)
    socket.once('error', reject)
    socket.once('end', () => reject(new Error('the printer hung up')))
    socket.once('close', () => {
      clearTimeout(late)
      reject(new Error('the line was torn'))
    })
    socket.end(bytes, () => {
      clearTimeout(late)
      resolve()
    })
  })
}
