/** The shops of the journeys, one for each worker, opened side by side. Playwright starts this and ends it; it says when all of them are open. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { allShopsAreOpen, portOf, shopCount } from './shop.ts'

const shops = Array.from({ length: shopCount }, (_, worker) =>
  fork(join(import.meta.dirname, 'serve.ts'), { env: { ...process.env, OFFICINE_E2E_PORT: String(portOf(worker)) } }),
)

// Playwright signals the whole process group: each shop closes by itself, and this process ends after the last one.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
for (const shop of shops) {
  shop.once('exit', (code) => {
    if (code === 0) return
    // A journey without its shop proves nothing: the other shops end too.
    process.exitCode = 1
    for (const other of shops) other.kill('SIGTERM')
  })
}
await Promise.all(shops.map((shop) => new Promise((open) => shop.once('message', open))))
process.stdout.write(`${allShopsAreOpen}\n`)
