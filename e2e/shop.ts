import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** While journeys are written, a shop that you started (`node --import tsx e2e/serve.ts`) is kept; there is only this shop then. */
export const isShopKept = Boolean(process.env.OFFICINE_E2E_REUSE)
/** Each worker has a shop of its own: what one journey sells, closes or archives cannot meet a journey that runs beside it. */
export const shopCount = isShopKept ? 1 : 2

/** What serve.ts writes when journeys may begin. */
export const allShopsAreOpen = 'All shops are open.'

/** The port of the first shop; set another one when something of yours holds it. */
const firstPort = Number(process.env.OFFICINE_E2E_PORT ?? 4871)
export const portOf = (worker: number): number => firstPort + worker

/** The shop of this worker, which has a number from Playwright. */
export const shopPort = portOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
/** The simulator of the fiscal platform, which the shops share. */
export const emecefPort = firstPort + 20
export const emecefAddress = `http://127.0.0.1:${emecefPort}`
export const shopAddress = `http://127.0.0.1:${shopPort}`

/** The official files of the French medicines database, beside the project; not everybody has them. */
export const referential = join(import.meta.dirname, '../../shared/data/bdpm')
export const hasReferential = existsSync(referential)
/** How many of its products the shop has on its shelves. */
export const stockedFromReferential = 200
