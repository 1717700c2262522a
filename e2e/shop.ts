import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where the journeys' shop listens; another port when something of yours holds this one. */
export const shopPort = Number(process.env.OFFICINE_E2E_PORT ?? 4871)
/** Where lots are taken off the shelves. */
export const stockroomPort = shopPort + 1
export const shopAddress = `http://127.0.0.1:${shopPort}`

/** The official files of the French medicines database, beside the project; not everybody has them. */
export const referential = join(import.meta.dirname, '../../shared/data/bdpm')
export const hasReferential = existsSync(referential)
/** How many of its products the shop has on its shelves. */
export const stockedFromReferential = 200
