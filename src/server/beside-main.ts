/**
 * The process of a shop beside the running one (`backup/beside.ts`): restores the backup into the folder that it works
 * in and opens it, with less priority than the shop. Nothing leaves it, and it ends with the process that started it.
 */
import { constants, setPriority } from 'node:os'
import { pharmacyNetwork } from '#server/base/printer-network.ts'
import { readConfig } from '#server/base/config.ts'
import { leaveApart } from '#server/backup/apart.ts'
import type { BesideNews, BesideOrder } from '#server/backup/beside.ts'
import { restore } from '#server/backup/restore.ts'
import { writeKeys } from '#server/backup/unpack-backup.ts'
import { startServer } from '#server/main.ts'
import { authorityFile } from '#server/tls/shop-tls.ts'

const folder = process.cwd()
/** How often it says that it is used, in ms. */
const usedEvery = 10_000

const tell = (news: BesideNews): void => void (process.connected && process.send!(news))

async function run({ authority, ...order }: BesideOrder): Promise<void> {
  const { loggedUntil } = await restore(order)
  tell({ holdsUntil: loggedUntil })
  // That of the backup may be another, or none: the tills trust the one of today.
  if (authority !== null) await writeKeys(order.to, { [authorityFile]: authority })
  const server = await startServer({
    ...readConfig({ ...process.env, DATA_DIRECTORY: order.to }),
    // No printer is reached: no address is of a pharmacy's network.
    printers: { ...pharmacyNetwork, isClosed: true },
  })
  let toldAt = 0
  server.onRequest(() => {
    if (Date.now() - toldAt < usedEvery) return
    toldAt = Date.now()
    tell({ used: true })
  })
  tell({ port: Number(new URL(server.url).port) })
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.once('disconnect', () => void leaveApart(folder))
process.once('message', (order: BesideOrder) => {
  run(order).catch((error: Error) => {
    tell({ refusal: error.message })
    process.disconnect()
  })
})
