import { randomUUID } from 'node:crypto'
import { allCalls } from '#shared/contract/contract.ts'
import { isQuestion } from '#server/http/questions.ts'
import { cash, lineOf, aSale } from '#tests/server/support/selling.ts'
import type { YearsApi } from '#tests/server/support/years/ask-years.ts'
import { lastDay, type YearsShop } from '#tests/server/support/years/fill-years.ts'
import { isOfPlatform } from '#tests/server/support/of-platform.ts'
import { percentilesOf } from './percentiles.ts'
import { printTable } from './print-table.ts'

const tills = 3
const searchers = 10
const salesOfATill = 40
/** A letter that nearly every record has, over all years. */
const word = 'o'

/** Three tills close sales, first alone, then while ten members search every list that searches, without a period. */
export async function printHostileSearches({ app }: YearsApi, { shop }: YearsShop): Promise<void> {
  const alone = await sellAtTills()
  let isOver = false
  let asked = 0
  const slow: string[] = []
  const paths = allCalls
    .filter(
      ({ endpoint }) => isQuestion(endpoint) && !isOfPlatform(endpoint.permission) && !endpoint.path.includes('{'),
    )
    .map(({ endpoint }) => endpoint.path)
  const members = [shop.titulaire, shop.pharmacien, shop.vendeur, shop.stocks]
  const searching = Array.from({ length: searchers }, async (_, nth) => {
    for (let turn = nth * 7; !isOver; turn++) {
      const path = paths[turn % paths.length]!
      const startedAt = performance.now()
      const { statusCode } = await app.inject({
        url: `/api${path}`,
        query: { search: word },
        headers: { authorization: `Bearer ${members[nth % members.length]!.token}` },
      })
      asked++
      if (performance.now() - startedAt > 5_000) slow.push(`${path} (${statusCode})`)
    }
  })
  const beside = await sellAtTills()
  isOver = true
  await Promise.all(searching)
  printTable(
    `Closing a sale at ${tills} tills, alone and beside ${searchers} members who search every list; ${asked} searches`,
    ['', 'p50 ms', 'p95 ms', 'max ms', 'sales'],
    Object.entries({ alone, 'beside searches': beside }).map(([name, times]) => {
      const { p50, p95, max, count } = percentilesOf(times)
      return [name, p50.toFixed(1), p95.toFixed(1), max.toFixed(1), count]
    }),
  )
  console.log(`Searches of more than 5 s, the wait for their turn included: ${[...new Set(slow)].join(', ') || 'none'}`)

  /** The times of all closings, in ms. */
  async function sellAtTills(): Promise<number[]> {
    const times = Array.from({ length: tills }, async () => {
      const registerId = randomUUID()
      const own: number[] = []
      for (let nth = 0; nth < salesOfATill; nth++) {
        const body = aSale(shop, {
          registerId,
          soldAt: `${lastDay}T21:50:00.000Z`,
          identifier: `B${Math.floor(Math.random() * 1e6)}-${nth + 1}`,
          lines: [lineOf(shop, 0), lineOf(shop, 1)],
          payments: [cash(2500)],
        })
        const startedAt = performance.now()
        const reply = await app.inject({
          method: 'POST',
          url: '/api/sales',
          headers: { authorization: `Bearer ${shop.vendeur.token}` },
          payload: body,
        })
        if (reply.statusCode >= 400) throw new Error(`a sale was refused: ${reply.body}`)
        own.push(performance.now() - startedAt)
      }
      return own
    })
    return (await Promise.all(times)).flat()
  }
}
