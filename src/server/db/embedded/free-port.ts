import { createServer } from 'node:net'

/** Returns a free port of this machine. Another program may take it before it is used. */
export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer().once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : failed(new Error('no port'))))
    })
  })
}
