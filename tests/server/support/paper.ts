import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { NetworkPrinter } from '#shared/contract/pharmacy-settings.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** A network printer: a TCP port where each connection is one print, with the received bytes. */
export type Paper = { port: number; prints: Buffer[]; lines: () => number }

/**
 * `hear` handles the connection; by default the printer reads everything and closes after the other side. Ends with the
 * running test.
 */
export async function openPaper(hear?: (socket: Socket) => void): Promise<Paper> {
  const { server, ...paper } = await listening(hear)
  onTestFinished(() => void server.close())
  return paper
}

async function listening(hear?: (socket: Socket) => void) {
  const prints: Buffer[] = []
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    count++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    if (hear) return hear(socket)
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(part))
    socket.on('end', () => prints.push(Buffer.concat(parts)))
  })
  server.on('close', () => sockets.forEach((socket) => socket.destroy()))
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port, prints, lines: () => count }
}

const walked = listening()

/** The printer of a full shop: it accepts whatever the tests over all calls send. */
export async function printerOf(shop: Shop): Promise<NetworkPrinter> {
  return { id: idOf(shop.id, 'printer'), name: 'Caisse 1', host: '127.0.0.1', port: (await walked).port }
}
