import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation, drawerOf } from '#tests/server/support/undoing.ts'
import { runs } from '#tests/support/extent.ts'

const { as, database, openShop } = await testApp()

/** What a till's queue can do to one sale: send an attempt (again, late, out of order), with its true content or another's. */
type Send = { sale: number; revision: number; content: 'refused' | 'good' | 'other' }
const anySend: fc.Arbitrary<Send> = fc.record({
  sale: fc.nat(3),
  revision: fc.integer({ min: 1, max: 3 }),
  content: fc.constantFrom('refused', 'good', 'other'),
})
const anyQueue = fc.array(fc.record({ send: anySend, together: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 1,
  maxLength: 14,
})

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
    { numRuns: runs(25) },
  )
})

function contentsOf(shop: Shop, index: number): Record<Send['content'], NewSale> {
  const good = aSale(shop, { lines: [lineOf(shop, 0, 2)], identifier: `K1-${index + 1}` })
  const { id, identifier } = good
  return {
    good,
    other: aSale(shop, { id, identifier, lines: [lineOf(shop, 0, 3)] }),
    refused: { ...good, payments: [cash(500)] },
  }
}

async function answerTo(shop: Shop, body: NewSale): Promise<string> {
  try {
    return `accepted ${JSON.stringify(await as(shop.terminal.token).call(sales.close, { body }))}`
  } catch (error) {
    if (!(error instanceof AppError) || (error.status ?? 500) >= 500) throw error
    return `${error.message} ${JSON.stringify(error.details)}`
  }
}

test('whatever is sold, at whatever price and however it is paid, the register holds the total', async () => {
  const shop = await openShop('property of totals')
  const anyLines = fc.array(
    fc.record({
      index: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
      quantity: fc.integer({ min: 1, max: 9 }),
      price: fc.integer({ min: 0, max: 9_999 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(anyLines, fc.nat(5_000), async (lines, tip) => {
      const plain = aSale(shop, {
        seller: shop.titulaire,
        lines: lines.map(({ index, quantity, price }) => ({ lot: shop.lots[index], quantity, price })),
      })
      const sale = {
        ...plain,
        payments: plain.payments.map((payment) =>
          payment.type === 'CASH' ? { ...payment, tendered: payment.tendered + tip } : payment,
        ),
      }
      await as(shop.terminal.token).call(sales.close, { body: sale })
      expect(await brokenLedgers(database, shop.id)).toEqual([])
    }),
    { numRuns: runs(40) },
  )
})

/** What a counter does to sales: sells boxes and units, on credit or in cash, sells one again, cancels one, takes some of one back; often one that it may not touch any more. */
type Gesture = {
  does: 'sell' | 'replace' | 'cancel' | 'return'
  which: number
  boxes: number
  units: number
  onCredit: boolean
  drawer: 0 | 1
  toStock: boolean
}
const anyGesture: fc.Arbitrary<Gesture> = fc.record({
  does: fc.constantFrom('sell', 'sell', 'replace', 'cancel', 'return', 'return'),
  which: fc.nat(9),
  boxes: fc.integer({ min: 0, max: 3 }),
  units: fc.integer({ min: 0, max: 7 }),
  onCredit: fc.boolean(),
  drawer: fc.constantFrom<0 | 1>(0, 1),
  toStock: fc.boolean(),
})
type Counted = { boxes: number; units: number }
/** `kept`: what its customer still has; `gone`: what left the shelf for it. */
type Made = { sale: NewSale; onCredit: boolean; stands: boolean; hasReturns: boolean; kept: Counted; gone: Counted }

test('whatever is sold, sold again, canceled and brought back, shelf, drawers, debts and registers are those of what was kept', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyGesture, { minLength: 2, maxLength: 14 }), async (gestures) => {
      const shop = await openShop(`property of versions ${run++}`)
      const box = await aLot(database, shop, { units: 10, price: 1000, quantity: 50, list: 'list-1' })
      const drawers = [shop.registerId, randomUUID()] as const
      const made: Made[] = []
      for (const gesture of gestures) {
        const target = made.length > 0 ? made[gesture.which % made.length] : undefined
        const till = { shop, box: box.id, registerId: drawers[gesture.drawer] }
        if (gesture.does === 'cancel' && target) await canceling(till, target)
        else if (gesture.does === 'return' && target) await bringingBack(till, target, gesture)
        else if (gesture.does === 'sell' || (gesture.does === 'replace' && target))
          made.push(...(await selling(till, gesture.does === 'replace' ? target : undefined, gesture)))
      }
      expect(await brokenLedgers(database, shop.id)).toEqual([])
      const standing = made.filter(({ stands }) => stands)
      const sum = (of: (each: Made) => number): number => standing.reduce((total, each) => total + of(each), 0)
      const opened = made.reduce(
        (count, { sale }) => count + sale.records.reduce((boxes, { opens }) => boxes + (opens?.boxes ?? 0), 0),
        0,
      )
      expect(await quantityOf(database, shop, box.id)).toBe(50 - opened - sum(({ gone }) => gone.boxes))
      if (opened > 0)
        expect(await quantityOf(database, shop, unitItemIdOf(box.id))).toBe(10 * opened - sum(({ gone }) => gone.units))
      const paid = (onCredit: boolean): number =>
        sum(({ kept, ...each }) => (each.onCredit === onCredit ? worth(kept) : 0))
      const { outgoing } = await as(shop.titulaire.token).call(persons.read, { params: { id: shop.patientId } })
      expect(outgoing).toBe(paid(true))
      const [one, two] = [await drawerOf(database, shop, drawers[0]), await drawerOf(database, shop, drawers[1])]
      expect((one['CASH'] ?? 0) + (two['CASH'] ?? 0)).toBe(paid(false))
      const listed = await database.read(shop.id, (tx) =>
        tx
          .selectFrom('prescription_entries')
          .select(({ fn }) => fn.sum<number>('quantity').as('quantity'))
          .executeTakeFirst(),
      )
      expect(Number(listed?.quantity ?? 0)).toBe(sum(({ kept }) => kept.boxes + kept.units))
    }),
    { numRuns: runs(15) },
  )
}, 120_000)

type Till = { shop: Shop; box: string; registerId: string }

const worth = ({ boxes, units }: Counted): number => boxes * 1000 + units * 100

/** Why a sale cannot be undone any more, or null. */
function undone({ stands, hasReturns }: Made): string | null {
  if (!stands) return 'sales:cannotEditCanceledSale'
  return hasReturns ? 'sales:hasReturns' : null
}

async function selling({ shop, box, registerId }: Till, replaced: Made | undefined, gesture: Gesture): Promise<Made[]> {
  const sale = aSaleOf(shop, box, gesture, { registerId, ...(replaced ? { replaces: replaced.sale.id } : {}) })
  const answer = await answerTo(shop, sale)
  const isRefused = gesture.boxes + gesture.units === 0 || (replaced !== undefined && undone(replaced) !== null)
  expect(answer.startsWith('accepted')).toBe(!isRefused)
  if (isRefused) return []
  if (replaced) replaced.stands = false
  const { boxes, units, onCredit } = gesture
  return [{ sale, onCredit, stands: true, hasReturns: false, kept: { boxes, units }, gone: { boxes, units } }]
}

async function canceling({ shop, registerId }: Till, target: Made): Promise<void> {
  const asked = as(shop.pharmacien.token).call(sales.cancel, {
    params: { id: target.sale.id },
    body: aCancellation(shop, { registerId }),
  })
  const refusal = undone(target)
  if (refusal) await expect(asked).rejects.toMatchObject({ message: refusal })
  else await asked
  target.stands &&= refusal !== null
}

/** Brings as many back as the gesture says of what the sale had, together on the shelf or together broken. */
async function bringingBack({ shop, box, registerId }: Till, target: Made, gesture: Gesture): Promise<void> {
  const { sale, kept, gone } = target
  const asked = sale.records
    .map(({ stockItemId }, line) => ({ line, of: stockItemId === box ? ('boxes' as const) : ('units' as const) }))
    .filter(({ of }) => gesture[of] > 0)
  if (asked.length === 0) return
  const body = aReturn(
    shop,
    sale,
    asked.map(({ line, of }) => ({ line, quantity: gesture[of], toStock: gesture.toStock })),
    { registerId },
  )
  const answer = as(shop.pharmacien.token).call(sales.giveBack, { params: { id: sale.id }, body })
  const refusal = !target.stands
    ? 'sales:cannotEditCanceledSale'
    : asked.some(({ of }) => gesture[of] > kept[of])
      ? 'sales:returnBeyondSold'
      : null
  if (refusal) {
    await expect(answer).rejects.toMatchObject({ message: refusal })
    return
  }
  expect((await answer).total).toBe(
    asked.reduce((total, { of }) => total + worth({ boxes: 0, units: 0, [of]: gesture[of] }), 0),
  )
  target.hasReturns = true
  for (const { of } of asked) {
    kept[of] -= gesture[of]
    if (gesture.toStock) gone[of] -= gesture[of]
  }
}

/** Boxes and units of one lot by the pharmacien; units of an opened box at 100 F, opened anew for each sale. */
function aSaleOf(shop: Shop, box: string, { boxes, units, onCredit }: Gesture, wanted: Partial<NewSale>): NewSale {
  const lines = [
    ...(boxes > 0 ? [{ lot: box, price: 1000, quantity: boxes }] : []),
    ...(units > 0 ? [{ lot: unitItemIdOf(box), price: 100, quantity: units }] : []),
  ]
  const total = boxes * 1000 + units * 100
  const payments: NewSale['payments'] = onCredit
    ? [{ id: randomUUID(), type: 'CREDIT', amount: total, creditMetadata: { person: shop.patientId } }]
    : [cash(total)]
  const sale = aSale(shop, { seller: shop.pharmacien, lines, payments, ...wanted })
  return {
    ...sale,
    records: sale.records.map((record) =>
      record.stockItemId === box ? record : { ...record, opens: { stockItemId: box, boxes: 1 } },
    ),
  }
}
