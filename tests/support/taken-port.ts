import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** A port of this machine that another program listens on, until the running test ends. */
export function takenPort(): Promise<number> {
  return new Promise((done) => {
    const holder = createServer().listen(0, '127.0.0.1', () => {
      const address = holder.address()
      done(typeof address === 'object' && address ? address.port : 0)
    })
    onTestFinished(() => void holder.close())
  })
}
