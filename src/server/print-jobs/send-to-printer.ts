import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type PrinterAddress = { host: string; port: number }

const patience = { connectMs: 2_000, writeMs: 10_000, closeMs: 2_000 }

/**
 * Hands all bytes to a printer and hangs up. Throws when it does not answer, takes no more, or hangs up before it has them all. What it has is
 * not yet on paper: raw printing has no receipt, and paper that ran out is its own matter.
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
    // What it says of itself is read and left: unread, our hanging up would tear the line before the last bytes are over.
    socket.resume()
    await written(socket, bytes, writeMs)
    // Who tears the line now did not take everything; who only keeps it open has.
    await Promise.race([closed, delay(closeMs, undefined, { ref: false })])
  } finally {
    // A line that is torn after all must not end the process.
    socket.on('error', () => {})
    socket.destroy()
  }
}

/** Resolves once the last byte has left this process. */
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
