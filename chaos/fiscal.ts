/**
 * `npm run chaos:fiscal`: four tills sell, take back and cancel through two real servers, while answers of the fiscal
 * platform are lost, late, refused or wrong, its clock is off, and the servers are killed. At the end, with the platform
 * in order, no document may be certified twice or forgotten, and what is unknown has its evidence. `--sales 1000`,
 * `--platform fne`, `--seed` repeats the choices; `--report file` writes the laws as JSON. Exits with 1 when a law is
 * broken.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { printTable } from '../bench/support/print-table.ts'
import { chanceOf, type Chance } from './support/chance.ts'
import { judgeFiscal } from './support/fiscal-laws.ts'
import { openFiscalShop, type FiscalShop } from './support/fiscal-shop.ts'
import { fiscalTill } from './support/fiscal-till.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    sales: { type: 'string', default: '1000' },
    platform: { type: 'string', default: 'e-mecef' },
    report: { type: 'string' },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const sales = Number(values.sales)
const platform = values.platform === 'fne' ? 'fne' : 'e-mecef'
const tills = 4

/** What goes wrong, by the weight of each; answers how it is called. */
async function accident(chance: Chance, { simulator, killServer }: FiscalShop): Promise<string> {
  const traps = ['lost', 'unseen', 'slow', 'html', 'empty', 'error-500', 'unavailable', 'unauthorized'] as const
  const trap = chance.oneOf(traps)
  const times = chance.between(1, 3)
  if (chance.isTrue(0.12)) {
    await killServer(chance.between(0, 1))
    return 'server killed'
  }
  if (simulator.platform === 'fne') {
    const on = chance.isTrue(0.8) ? 'sign' : 'refund'
    simulator.of.traps.lay(on, trap, times)
    return `${on}: ${trap}`
  }
  if (chance.isTrue(0.1)) {
    simulator.of.setClock(chance.between(-5, 5) * 60_000)
    return 'clock of the platform off'
  }
  if (chance.isTrue(0.08)) {
    simulator.of.forgetDrafts()
    return 'drafts expired'
  }
  const more = [...traps, 'processing-error', 'check-later', 'off-by-one', 'without-totals', 'year-1970'] as const
  const on = chance.isTrue(0.5) ? 'confirm' : 'draft'
  const laid = chance.oneOf(more)
  simulator.of.traps.lay(on, laid, times)
  return `${on}: ${laid}`
}

const shop = await openFiscalShop(platform)
const accidents = new Map<string, number>()
try {
  const chance = chanceOf(seed)
  const till = fiscalTill(shop)
  let sold = 0
  let isOver = false
  const selling = Promise.all(
    Array.from({ length: tills }, async (_, number) => {
      const own = chanceOf(seed + number + 1)
      while (sold < sales) {
        sold += 1
        await till.sell(number, sold, own)
      }
    }),
  ).finally(() => {
    isOver = true
  })
  const breaking = (async () => {
    while (!isOver) {
      const name = await accident(chance, shop)
      accidents.set(name, (accidents.get(name) ?? 0) + 1)
      await till.askAgain()
      await pause(chance.between(5, 60))
    }
  })()
  await Promise.all([selling, breaking])
  shop.simulator.of.traps.clear()
  if (shop.simulator.platform === 'e-mecef') shop.simulator.of.setClock(0)
  await till.untilNothingIsDue()
  const { laws, counts } = await judgeFiscal(shop, till.acts())
  console.log(`seed ${seed}, ${platform}`)
  printTable(
    'What went wrong',
    ['accident', 'times'],
    [...accidents].toSorted(([a], [b]) => a.localeCompare(b)),
  )
  printTable('What became of the documents', ['', ''], Object.entries(counts))
  printTable(
    'Laws',
    ['law', 'broken'],
    laws.map(({ name, broken }) => [name, broken.length === 0 ? 'holds' : broken.slice(0, 3).join(' | ')]),
  )
  if (values.report) writeFileSync(values.report, JSON.stringify({ seed, laws, figures: counts }))
  process.exitCode = laws.every(({ broken }) => broken.length === 0) ? 0 : 1
} finally {
  await shop.close()
}
