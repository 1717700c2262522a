import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutBegunPayments } from '#kiosk/counter/sale/begun-payments.ts'
import { sales, type NewSale, type Sale } from '#shared/contract/sales.ts'
import { closingRefusal, type ClosingRefusal } from '#shared/domain/closing-refusals.ts'
import { AppError } from '#shared/domain/errors.ts'
import { endSale, newLocalSale, openSale, refuseSale, resumeSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { saleToClose, toNewSale } from '#shared/domain/sale-to-send.ts'
import { policyOfPayment } from '#shared/domain/payment.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import {
  anyCounterGesture,
  gestured,
  inStep,
  mended,
  type CounterGesture,
  type CounterWorld,
} from '#tests/server/support/counter-gestures.ts'
import { aPolicy } from '#tests/server/support/insured.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { readingTill } from '#tests/server/support/reading-till.ts'
import { settleRights } from '#tests/server/support/held-rights.ts'
import { whole } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const { as, clock, database, openShop } = await testApp()
const roles = ['vendeur', 'pharmacien', 'titulaire'] as const
const sequences = 160
/** A refusal is mended, and shows the next one: no sale has more of them than this. */
const mostRefusals = 9
const discountLimits = { vendeur: null, pharmacien: 12, titulaire: null }

type Story = { role: (typeof roles)[number]; gestures: CounterGesture[] }
const anyStory: fc.Arbitrary<Story> = fc.record({
  role: fc.constantFrom(...roles),
  gestures: fc.array(anyCounterGesture, { maxLength: 16 }),
})

const add = (lot: number, quantity = 1): CounterGesture => ({ does: 'add', lot, quantity })
/** Before any chance: each refusal that hands reach is met, so that none is agreed upon by never being asked. */
const reached: Record<string, Story> = {
  'sales:cannotCloseEmptySale': { role: 'vendeur', gestures: [] },
  'sales:cannotCloseSaleWithNotEnoughPaid': { role: 'vendeur', gestures: [add(0)] },
  'sales:cannotCloseSaleWithInvalidPayment': {
    role: 'vendeur',
    gestures: [add(0), { does: 'pay', type: 'MOBILE_MONEY' }],
  },
  'sales:discountNotAllowed': {
    role: 'vendeur',
    gestures: [add(0), { does: 'discount', amount: 100 }, { does: 'pay', type: 'CASH' }],
  },
  // The limit was kept when it was typed; then lines went.
  'sales:discountOverLimit': {
    role: 'pharmacien',
    gestures: [
      add(0, 4),
      { does: 'discount', amount: 400 },
      { does: 'quantity', at: 0, quantity: 1 },
      { does: 'pay', type: 'CASH' },
    ],
  },
  'sales:cannotCloseSaleWithCreditLimitExceeded': {
    role: 'vendeur',
    gestures: [add(2, 4), { does: 'pay', type: 'CREDIT' }, { does: 'complete', at: 0, choice: 1 }],
  },
  'sales:unknownStockItem': { role: 'vendeur', gestures: [add(17), { does: 'pay', type: 'CASH' }] },
  'sales:cannotSaleArchivedStockItem': { role: 'vendeur', gestures: [add(16), { does: 'pay', type: 'CASH' }] },
  'sales:expiredStockItem': { role: 'vendeur', gestures: [add(15), { does: 'pay', type: 'CASH' }] },
  'sales:prescriptionNeeded': { role: 'vendeur', gestures: [add(3), { does: 'pay', type: 'CASH' }] },
}

test('whatever is done at the counter, the amounts add up after each gesture, the till and the server say the same, and what is stored is what was sent', async () => {
  const { shop, ...world } = await aBusyShop()
  const said = new Map<string, number>()
  let count = 0

  /** Sends a sale as it stands: accepted and stored as it was sent, or refused as the till says. */
  const close = async (
    sale: LocalSale,
    till: CounterWorld['till'],
    role: (typeof roles)[number],
  ): Promise<ClosingRefusal | null> => {
    const refusal = closingRefusal(saleToClose(sale), till.closingFacts(sale))
    const payload = toNewSale(sale, {
      terminalId: shop.terminal.id,
      sellerRoles: [role],
      soldAt: clock.now.toISOString(),
      registerId: shop.registerId,
      cashStep: 5,
    }) as NewSale
    const answer = await answerTo(shop, payload)
    said.set(refusal?.message ?? 'accepted', (said.get(refusal?.message ?? 'accepted') ?? 0) + 1)
    if (refusal) {
      expect(answer).toEqual({ refused: plain(refusal) })
      return refusal
    }
    const { sellerRoles: _, sessionId: __, ...sent } = payload
    expect(answer).toMatchObject({ accepted: plain(sent) })
    const { records, vouchers, payments, total, rounding, patientId, identifier, flags } = whole(
      await as(shop[role].token).call(sales.read, { params: { id: sale.id } }),
    )
    // The server divides the sale among its payers as the till did.
    expect(flags.filter((flag) => flag.startsWith('coverage:'))).toEqual([])
    expect(plain({ records, vouchers, payments, total, rounding, patientId, identifier })).toEqual(
      plain({
        records: sent.records,
        vouchers: sent.vouchers,
        payments: sent.payments,
        total: sent.total,
        rounding: sent.rounding,
        patientId: sent.patientId,
        identifier: sent.identifier,
      }),
    )
    return null
  }

  await fc.assert(
    fc.asyncProperty(anyStory, async ({ role, gestures }) => {
      const [seller, discountLimit] = [shop[role], discountLimits[role]]
      const till = await readingTill(as, { seller, role, discountLimit, now: clock.now })
      const here: CounterWorld = { ...world, till, rules: { cashStep: 5, discountLimit } }
      let sale = openSale(
        newLocalSale({ id: uuid7(), identifier: `K1-${++count}`, createdAt: clock.now.toISOString() }),
        seller.id,
        seller.sessionId,
      )
      for (const gesture of gestures) {
        // The counter offers prices to who may change them only.
        if (gesture.does === 'price' && !defaultRoles[role].includes('sale.price')) continue
        sale = gestured(sale, gesture, here)
        expect(brokenLaw(sale)).toBe('')
      }
      for (let refusals = 0; ; refusals++) {
        expect(refusals).toBeLessThan(mostRefusals)
        sale = inStep(withoutBegunPayments(sale, 5), here)
        expect(brokenLaw(sale)).toBe('')
        const refusal = await close(sale, till, role)
        if (!refusal) return
        const { lines, payments } = typedOf(sale)
        sale = resumeSale(refuseSale(endSale(sale), [refusal]), seller.id, seller.sessionId)
        expect(typedOf(sale)).toEqual({ lines, payments })
        sale = inStep(mended(sale, refusal, here), here)
      }
    }),
    { numRuns: runs(sequences), examples: Object.values(reached).map((story) => [story]) },
  )

  expect(await brokenLedgers(database, shop.id)).toEqual([])
  expect(said.get('accepted')).toBeGreaterThanOrEqual(runs(sequences))
  expect([...said.keys()]).toEqual(expect.arrayContaining(Object.keys(reached)))
}, 300_000)

/** Three payers with ceilings and exceptions, clients with limits, boxes that can be opened, lots that may not be sold. */
async function aBusyShop(): Promise<Omit<CounterWorld, 'till' | 'rules'> & { shop: Shop }> {
  const shop = await openShop('counter property')
  const [opened, listed] = [
    await aLot(database, shop, { units: 10, price: 1_003, quantity: 30, list: 'list-1', form: 'comprimé' }),
    await aLot(database, shop, { units: 12, price: 2_750, quantity: 2, form: 'gélule' }),
  ]
  await aPolicy(database, shop, { payer: 'social-security', contract: { default_coverage: 70 } })
  const insurer = await aPolicy(database, shop, {
    contract: { default_coverage: 80 },
    policy: { rank: 2, ceiling_per_sale: 6_000 },
  })
  await aPolicy(database, shop, { payer: 'organization', contract: { default_coverage: 33 }, policy: { rank: 3 } })
  await aPolicy(database, shop, {
    contract: { default_coverage: 45, ceiling_per_day: 90_000 },
    policy: { beneficiary_id: shop.debtorId },
  })
  await database.platform(async (tx) => {
    const products = await tx
      .selectFrom('pharmacy_products')
      .select(['id', 'product_id'])
      .where('pharmacy_id', '=', shop.id)
      .where('product_id', 'is not', null)
      .execute()
    await tx
      .insertInto('product_health_insurances')
      .values(
        products.map(({ id, product_id }, place) => ({
          pharmacy_id: shop.id,
          id: idOf(id, 'scheme'),
          code: `S-${place}`,
          label: 'Ligne du régime',
          base_price: 900,
          rate: 70,
          product_id,
        })),
      )
      .execute()
    await tx
      .insertInto('contract_products')
      .values({
        pharmacy_id: shop.id,
        contract_id: insurer.contractId,
        pharmacy_product_id: shop.products[1],
        excluded: true,
      })
      .execute()
    await tx
      .updateTable('roles')
      .set({ discount_limit: discountLimits.pharmacien })
      .where('pharmacy_id', '=', shop.id)
      .where('name', '=', 'pharmacien')
      .execute()
    await tx
      .updateTable('organizations')
      .set({ credit_limit: 60_000 })
      .where('pharmacy_id', '=', shop.id)
      .where('id', '=', shop.organizationId)
      .execute()
  })
  await settleRights(database, shop)
  const good = [shop.lots[0], shop.lots[1], shop.lots[2], opened.id, listed.id]
  return {
    shop,
    lots: [...good, ...good, ...good, shop.expiredLot, shop.archivedLot, randomUUID()],
    patients: [null, shop.patientId, shop.patientId, shop.debtorId],
    debtors: [shop.patientId, shop.debtorId],
    organizationId: shop.organizationId,
  }
}

/** The law of amounts, added up here once more by hand; empty when it holds. */
function brokenLaw(sale: LocalSale): string {
  const lines = [...sale.records, ...sale.vouchers]
  const worth = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const applied = sale.payments.reduce((sum, { amount }) => sum + amount, 0)
  const { total, rounding, remainder, change } = saleBalance(sale, 5)
  const cash = sale.payments.find((payment) => payment.type === 'CASH')
  const faults = [
    total !== worth && `the total is ${total}, the lines are worth ${worth}`,
    worth !== applied + rounding + remainder && `${worth} is not ${applied} + ${rounding} + ${remainder}`,
    remainder < 0 && `paid ${0 - remainder} too much`,
    rounding !== 0 &&
      (!cash || remainder !== 0 || Math.abs(rounding) > 2) &&
      `a rounding of ${rounding} with ${remainder} to pay`,
    change !== (cash ? Math.max(0, cash.tendered - cash.amount) : 0) && `a change of ${change}`,
    cash && cash.amount > cash.tendered && 'cash settles more than was handed over',
    sale.payments.some(({ amount }) => amount < 0) && 'a payment below zero',
    sale.payments.some(
      (payment) =>
        'shares' in payment &&
        payment.shares &&
        payment.shares.reduce((sum, { amount }) => sum + amount, 0) !== payment.amount,
    ) && 'shares that are not their payment',
    new Set(sale.payments.flatMap((payment) => policyOfPayment(payment) ?? [])).size <
      sale.payments.filter((payment) => policyOfPayment(payment) !== null).length && 'a policy that pays twice',
  ]
  return faults.filter(Boolean).join('; ')
}

function typedOf({ records, vouchers, payments }: LocalSale) {
  return { lines: [...records, ...vouchers], payments }
}

async function answerTo(shop: Shop, body: NewSale): Promise<{ accepted: Partial<Sale> } | { refused: object }> {
  try {
    return { accepted: plain(await as(shop.terminal.token).call(sales.close, { body })) }
  } catch (error) {
    if (!(error instanceof AppError) || (error.status ?? 500) >= 500) throw error
    return { refused: plain({ message: error.message, details: error.details }) }
  }
}

/** As it travels, where what is absent and what is null are one. */
function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (_, inner: unknown) => inner ?? undefined)) as Value
}
