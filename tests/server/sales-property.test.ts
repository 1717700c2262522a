import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { aSale, brokenLedgers, cash, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()

/** What a till's queue can do to one sale: send an attempt (again, late, out of order), with its true content or another's. */
type Send = { sale: number; revision: number; content: 'refused' | 'good' | 'other' }
const anySend: fc.Arbitrary<Send> = fc.record({ sale: fc.nat(3), revision: fc.integer({ min: 1, max: 3 }), content: fc.constantFrom('refused', 'good', 'other') })
const anyQueue = fc.array(fc.record({ send: anySend, together: fc.integer({ min: 1, max: 3 }) }), { minLength: 1, maxLength: 14 })

test('whatever is sent, in whatever order and however often, a sale exists once and all ledgers agree', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(anyQueue, async (queue) => {
      const shop = await openShop(`property ${run++}`)
      const contents = Array.from({ length: 4 }, (_, index) => contentsOf(shop, index))
      const accepted = new Map<number, { content: Send['content']; body: string }>()
      for (const { send, together } of queue) {
        const payload = { ...contents[send.sale]![send.content], revision: send.revision }
        const answers = await Promise.all(Array.from({ length: together }, () => answerTo(shop, payload)))
        // sent together is sent once
        expect(new Set(answers).size).toBe(1)
        const before = accepted.get(send.sale)
        const [answer = ''] = answers
        if (!answer.startsWith('accepted')) continue
        expect(send.content).not.toBe('refused')
        // one content, one answer, for ever
        expect({ content: send.content, body: answer }).toEqual(before ?? { content: send.content, body: answer })
        accepted.set(send.sale, { content: send.content, body: answer })
      }
      expect(await brokenLedgers(database, shop.id)).toEqual([])
      const sold = [...accepted].reduce((units, [, { content }]) => units + (content === 'good' ? 2 : 3), 0)
      expect(await quantityOf(database, shop, shop.lots[0])).toBe(100 - sold)
    }),
    { numRuns: 25 },
  )
}, 60_000)

function contentsOf(shop: Shop, index: number): Record<Send['content'], NewSale> {
  const good = aSale(shop, { lines: [lineOf(shop, 0, 2)], identifier: `K1-${index + 1}` })
  const { id, identifier } = good
  return { good, other: aSale(shop, { id, identifier, lines: [lineOf(shop, 0, 3)] }), refused: { ...good, payments: [cash(500)] } }
}

async function answerTo(shop: Shop, body: NewSale): Promise<string> {
  try {
    return `accepted ${JSON.stringify(await as(shop.vendeur.token).call(sales.close, { body }))}`
  } catch (error) {
    if (!(error instanceof AppError) || (error.status ?? 500) >= 500) throw error
    return `${error.message} ${JSON.stringify(error.details)}`
  }
}

test('whatever is sold, at whatever price and however it is paid, the register holds the total', async () => {
  const shop = await openShop('property of totals')
  const anyLines = fc.array(fc.record({ index: fc.constantFrom<0 | 1 | 2>(0, 1, 2), quantity: fc.integer({ min: 1, max: 9 }), price: fc.integer({ min: 0, max: 9_999 }) }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(anyLines, fc.nat(5_000), async (lines, tip) => {
      const plain = aSale(shop, { lines: lines.map(({ index, quantity, price }) => ({ lot: shop.lots[index], quantity, price })) })
      const sale = { ...plain, payments: plain.payments.map((payment) => (payment.type === 'CASH' ? { ...payment, tendered: payment.tendered + tip } : payment)) }
      await as(shop.vendeur.token).call(sales.close, { body: sale })
      expect(await brokenLedgers(database, shop.id)).toEqual([])
    }),
    { numRuns: 40 },
  )
}, 60_000)
