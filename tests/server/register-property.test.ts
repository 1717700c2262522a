import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import type { NewClosing } from '#shared/contract/register-counts.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { movements } from '#shared/contract/movements.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import {
  aClosing,
  aDisbursement,
  aHandOver,
  aMovement,
  anOpening,
  aReopening,
} from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { aReceiver } from '#tests/server/support/taking.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'
import { runs } from '#tests/support/extent.ts'

const { as, database, openShop } = await testApp()
const days = 12

type Means = 'cash' | 'mobile' | 'both' | 'credit'
type Step =
  | { does: 'open'; float: number }
  | { does: 'sell'; register: number; quantity: number; means: Means; odd: boolean }
  | { does: 'sell-late'; register: number; quantity: number }
  | { does: 'cancel' | 'replace' | 'give-back'; sale: number; register: number }
  | { does: 'pay-out' | 'cash-in' | 'deposit'; register: number; amount: number }
  | { does: 'collect'; register: number; amount: number; mobile: boolean }
  | { does: 'hand-over' | 'close'; register: number; error: number }
  | { does: 'reopen'; register: number }

const register = fc.nat({ max: 2 })
const amount = fc.integer({ min: 1, max: 9999 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('sell' as const),
      register,
      quantity: fc.integer({ min: 1, max: 5 }),
      means: fc.constantFrom<Means>('cash', 'mobile', 'both', 'credit'),
      odd: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('sell-late' as const),
      register,
      quantity: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('cancel' as const, 'replace' as const, 'give-back' as const),
      sale: fc.nat({ max: 9 }),
      register,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('pay-out' as const, 'cash-in' as const, 'deposit' as const),
      register,
      amount,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('collect' as const), register, amount, mobile: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom('hand-over' as const, 'close' as const),
      register,
      error: fc.integer({ min: -500, max: 500 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reopen' as const), register }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('open' as const), float: fc.integer({ min: 0, max: 50_000 }) }),
  },
)

/** A till in a few lines: what lies in each drawer and on the mobile account, by what was done and never by what the server says. */
type Drawer = { id: string; cash: number; mobile: number; open: boolean }
type Sold = { sale: NewSale; cash: number; mobile: number; state: 'sold' | 'undone' | 'partly back' }

/** Everything that one day did, against what the server is asked afterwards. */
async function aDay(shop: Shop, steps: readonly Step[]): Promise<void> {
  const drawers: Drawer[] = []
  const sold: Sold[] = []
  const titulaire = as(shop.titulaire.token)
  const receiver = await aReceiver(as, shop)
  const open = async (float: number): Promise<void> => {
    const body = anOpening(shop, { id: randomUUID(), float })
    await twice(() => titulaire.call(cashRegisters.open, { body }))
    drawers.push({ id: body.id, cash: float, mobile: 0, open: true })
  }
  const sell = async (sale: NewSale, drawer: Drawer): Promise<void> => {
    await twice(() => as(shop.terminal.token).call(sales.close, { body: sale }))
    const of = (type: Payment['type']): number =>
      sale.payments.reduce((sum, payment) => sum + (payment.type === type ? payment.amount : 0), 0)
    sold.push({ sale, cash: of('CASH'), mobile: of('MOBILE_MONEY'), state: 'sold' })
    drawer.cash += of('CASH')
    drawer.mobile += of('MOBILE_MONEY')
  }
  const take = (drawer: Drawer, { cash: inCash, mobile }: { cash: number; mobile: number }): void => {
    drawer.cash -= inCash
    drawer.mobile -= mobile
  }
  const undo = async (
    step: Extract<Step, { does: 'cancel' | 'replace' | 'give-back' }>,
    drawer: Drawer,
  ): Promise<void> => {
    const before = sold.filter(({ state }) => state === 'sold')[step.sale % Math.max(1, sold.length)]
    if (!before) return
    const { sale } = before
    if (step.does === 'cancel') {
      const body = aCancellation(shop, { registerId: drawer.id })
      await twice(() => titulaire.call(sales.cancel, { params: { id: sale.id }, body }))
    } else if (step.does === 'replace')
      await sell(
        aVersionOf(shop, sale, { registerId: drawer.id, seller: shop.titulaire, lines: [lineOf(shop, 1)] }),
        drawer,
      )
    else if (sale.payments.every(({ type }) => type === 'CASH')) {
      // a whole line of a cash sale without a rest: to the coin
      const body = aReturn(shop, sale, [{ line: 0, quantity: sale.records[0]!.quantity }], { registerId: drawer.id })
      const { rounding, total } = await twice(() => titulaire.call(sales.giveBack, { params: { id: sale.id }, body }))
      take(drawer, { cash: total - rounding, mobile: 0 })
      before.state = 'partly back'
      return
    } else return
    take(drawer, before)
    before.state = 'undone'
  }
  const count = async (
    step: Extract<Step, { does: 'hand-over' | 'close' }>,
    drawer: Drawer,
    awaits: NewClosing['awaits'] = [],
  ): Promise<void> => {
    const found = Math.max(0, drawer.cash + step.error)
    const counted = {
      cash: found,
      others: drawer.mobile >= 0 ? [{ type: 'MOBILE_MONEY' as const, operator: 'MTN', counted: drawer.mobile }] : [],
      countedAt: new Date().toISOString(),
      awaits,
    }
    const params = { id: drawer.id }
    if (step.does === 'close') {
      const body = aClosing(shop, counted)
      await twice(() => titulaire.call(cashRegisters.close, { params, body }))
      drawer.open = false
    } else {
      const { awaits: _, ...rest } = counted
      const taking = { given: null, remark: null, grant: await receiver.codeFor(drawer.id) }
      const body = aHandOver(shop, { ...rest, receivedBy: receiver.id, taking })
      await twice(() => titulaire.call(cashRegisters.handOver, { params, body }))
    }
  }
  const run = async (step: Step): Promise<void> => {
    if (step.does === 'open') return open(step.float)
    const among = drawers.filter((drawer) => drawer.open === (step.does !== 'reopen'))
    const drawer = among['register' in step ? step.register % Math.max(1, among.length) : 0]
    if (!drawer) return
    switch (step.does) {
      case 'sell':
        return sell(aSaleOf(shop, drawer.id, step), drawer)
      case 'sell-late': {
        const sale = aSale(shop, { registerId: drawer.id, lines: [lineOf(shop, 0, step.quantity)] })
        const counted = { ...drawer, cash: drawer.cash + sale.total }
        await count({ does: 'close', register: 0, error: 0 }, counted, [
          { id: sale.id, identifier: sale.identifier, total: sale.total },
        ])
        drawer.open = false
        return sell(sale, drawer)
      }
      case 'cancel':
      case 'replace':
      case 'give-back':
        return undo(step, drawer)
      case 'pay-out': {
        const body = aDisbursement(shop, { registerId: drawer.id, amount: step.amount })
        await twice(() => titulaire.call(disbursements.create, { body }))
        drawer.cash -= step.amount
        return
      }
      case 'cash-in':
      case 'deposit': {
        const body = aMovement(shop, { registerId: drawer.id, amount: step.amount, gesture: { kind: step.does } })
        await twice(() => titulaire.call(movements.create, { body }))
        drawer.cash += step.does === 'cash-in' ? step.amount : -step.amount
        return
      }
      case 'collect': {
        const body = aMovement(shop, {
          registerId: drawer.id,
          amount: step.amount,
          gesture: {
            kind: 'collection',
            type: step.mobile ? 'MOBILE_MONEY' : 'CASH',
            operator: step.mobile ? 'MTN' : null,
            clientId: shop.patientId,
          },
        })
        await twice(() => titulaire.call(movements.create, { body }))
        drawer[step.mobile ? 'mobile' : 'cash'] += step.amount
        return
      }
      case 'hand-over':
      case 'close':
        return count(step, drawer)
      case 'reopen': {
        const body = aReopening(shop)
        await twice(() => titulaire.call(cashRegisters.reopen, { params: { id: drawer.id }, body }))
        drawer.open = true
      }
    }
  }
  for (const step of [{ does: 'open', float: 10_000 } as const, ...steps]) await run(step)
  await agrees(shop, drawers)
}

/** Registers, movements and sales, each asked by itself, say what was done. */
async function agrees(shop: Shop, drawers: readonly Drawer[]): Promise<void> {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
  const titulaire = as(shop.titulaire.token)
  for (const drawer of drawers) {
    const {
      expected,
      counts,
      register: seen,
      awaited,
    } = await titulaire.call(cashRegisters.report, { query: { registerId: drawer.id } })
    const found = (type: string): number =>
      counts
        .flatMap(({ differences }) => differences)
        .reduce((sum, means) => (means.type === type ? sum + means.gap! : sum), 0)
    // What its counts found lies there beside what moved.
    const held = (type: string): number =>
      expected!.filter((means) => means.type === type).reduce((sum, means) => sum + means.expected, 0) - found(type)
    expect([held('CASH'), held('MOBILE_MONEY'), seen.state, awaited]).toEqual([
      drawer.cash,
      drawer.mobile,
      drawer.open ? 'OPEN' : 'CLOSED',
      [],
    ])
  }
  const { totals, count } = await titulaire.call(movements.report, { query: {} })
  const sum = (types: string[]): number =>
    totals
      .filter(({ kind, type }) => kind !== 'rounding' && types.includes(type))
      .reduce((all, total) => all + total.amount, 0)
  expect([sum(['CASH', 'DISBURSEMENT']), sum(['MOBILE_MONEY'])]).toEqual([
    drawers.reduce((all, drawer) => all + drawer.cash, 0),
    drawers.reduce((all, drawer) => all + drawer.mobile, 0),
  ])
  expect(await countByPages(shop)).toBe(count)
}

async function countByPages(shop: Shop): Promise<number> {
  const ids = new Set<string>()
  let cursor: string | null | undefined
  do {
    const page = await as(shop.titulaire.token).call(movements.movementReportData, {
      query: { size: 7, ...(cursor ? { cursor } : {}) },
    })
    for (const { id } of page.items) ids.add(id)
    cursor = page.next
  } while (cursor)
  return ids.size
}

/** What a till does after a lost answer: the same again, and the same answer. */
async function twice<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send()
  await send()
  return answer
}

function aSaleOf(shop: Shop, registerId: string, { quantity, means, odd }: Extract<Step, { does: 'sell' }>): NewSale {
  const lines = [lineOf(shop, odd ? 2 : 0, quantity)]
  const whole = aSale(shop, { lines }).total
  const mobile = (paid: number): Payment => ({
    id: randomUUID(),
    type: 'MOBILE_MONEY',
    amount: paid,
    phoneOperator: 'MTN',
    transactionReference: randomUUID(),
  })
  switch (means) {
    case 'cash':
      return aSale(shop, { registerId, lines })
    case 'mobile':
      return aSale(shop, { registerId, lines, payments: [mobile(whole)] })
    case 'both':
      return aSale(shop, { registerId, lines, payments: [mobile(whole - 500), cash(500, 1000)] })
    case 'credit':
      return aSale(shop, {
        registerId,
        lines,
        patientId: shop.patientId,
        payments: [{ id: randomUUID(), type: 'CREDIT', amount: whole, creditMetadata: { person: shop.patientId } }],
      })
  }
}

test(
  'registers, movements and sales always agree, whatever a day brings and however often it is sent',
  { timeout: 300_000 },
  async () => {
    let day = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 24 }), async (steps) => {
        await new Promise(setImmediate)
        await aDay(await openShop(`generated day ${day++}`), steps)
      }),
      { numRuns: runs(days) },
    )
  },
)
