/**
 * `npm run bench:register` measures how often the cause of a difference is among the first three; the closing screen of
 * a day with 1,500 sales in the real kiosk; and one month of a ledger of three years through the API on PostgreSQL. `--
 * --causes`, `-- --closing` and `-- --movements` run only one of them.
 */
import { printCauses } from './register-causes.ts'
import { measureClosing } from './register-closing.ts'
import { measureMovements } from './register-movements.ts'

const parts = { '--causes': printCauses, '--closing': measureClosing, '--movements': measureMovements }
const asked = Object.entries(parts).filter(([flag]) => process.argv.includes(flag))
for (const [, measure] of asked.length > 0 ? asked : Object.entries(parts)) await measure()
