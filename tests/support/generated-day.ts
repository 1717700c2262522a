import type { Random } from '#server/demo/seeded-random.ts'
import { minor } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import type { LedgerLine, SoldThatDay } from '#shared/domain/register/causes/counted-day.ts'
import { denominationsOf, type CountedDenomination } from '#shared/domain/register/denominations.ts'
import {
  movementOfGesture,
  movementsOfReversal,
  movementsOfSale,
  type DrawerGesture,
} from '#shared/domain/register/movements.ts'

/**
 * A day at a till of Cotonou as it was keyed: 40 to 300 sales in steps of 5 F, cancellations, gestures at the drawer, with the disbursements of
 * three weeks before. The same chance gives the same day. Nothing here knows how a gap is explained.
 */
export type KeyedSale = Omit<SoldThatDay, 'payments'> & {
  payments: readonly Payment[]
  at: number
  userId: string
  rounding: number
}
export type KeyedGesture = { id: string; at: number; userId: string; gesture: DrawerGesture; reason: string | null }
export type KeyedDay = {
  sales: KeyedSale[]
  gestures: KeyedGesture[]
  habits: Habit[]
  pastDisbursements: { reason: string; amount: number }[]
}
/** Something that a shop pays in cash now and then. */
export type Habit = { reason: string; amountOf: (random: Random) => number; often: number }

export const francCfa = denominationsOf({
  currency: { code: 'XOF' },
  denominations: [10_000, 5000, 2000, 1000, 500, 250, 200, 100, 50, 25, 10, 5],
  cashRoundingStep: 5,
})
const notes = [10_000, 5000, 2000, 1000, 500]
const operators = ['MTN MoMo', 'Moov Money', 'Celtiis Cash']
const openedAt = Date.parse('2026-11-21T07:00:00.000Z')
const dayMs = 13 * 3_600_000
const floatAmount = 50_000

/** `count`: a day of so many sales. */
export function keyedDay(random: Random, count?: number): KeyedDay {
  const sellers = ['aurele', 'koffi', 'adjoua'].slice(0, random.int(1, 3))
  const shelf = Array.from({ length: 300 }, () => pricedProduct(random))
  const sales = Array.from({ length: count ?? random.int(40, 300) }, (_, n) =>
    keyedSale(random, `sale-${n}`, shelf, sellers),
  ).toSorted((a, b) => a.at - b.at)
  const habits = allHabits.filter(() => random.next() < 0.7)
  const known = habits.length > 0 ? habits : [...allHabits]
  const userId = sellers[0]!
  const at = (): number => openedAt + Math.floor(random.next() * dayMs)
  const gestures: KeyedGesture[] = [
    { id: 'float', at: openedAt, userId, gesture: { kind: 'float', amount: floatAmount }, reason: null },
  ]
  const done = (gesture: DrawerGesture, reason: string | null = null) =>
    gestures.push({ id: `gesture-${gestures.length}`, at: at(), userId, gesture, reason })
  for (let n = random.int(0, 4); n > 0; n--) {
    const { reason, amount } = disbursement(random, known)
    done({ kind: 'disbursement', amount }, reason)
  }
  if (random.next() < 0.4) done({ kind: 'cash-in', amount: random.int(2, 20) * 2500 }, 'Monnaie')
  if (random.next() < 0.5) done({ kind: 'collection', type: 'CASH', amount: random.int(200, 8000) * 5 })
  if (random.next() < 0.3) done({ kind: 'deposit', amount: random.int(1, 5) * 10_000 })
  const pastDisbursements = Array.from({ length: random.int(10, 60) }, () => disbursement(random, known))
  return { sales, gestures, habits: known, pastDisbursements }
}

/** The ledger that the till writes of what was keyed, in the order of time. */
export function ledgerOf({ sales, gestures }: Pick<KeyedDay, 'sales' | 'gestures'>): LedgerLine[] {
  const ofSales = sales.flatMap(({ id, at, userId, isCanceled, ...taken }) => [
    ...movementsOfSale(taken).map((line, n): LedgerLine => ({
      ...line,
      id: `${id}/${n}`,
      at: new Date(at).toISOString(),
      userId,
      saleId: id,
    })),
    ...(isCanceled ? movementsOfReversal(taken) : []).map((line, n): LedgerLine => ({
      ...line,
      id: `${id}/back/${n}`,
      at: new Date(at + 4 * 60_000).toISOString(),
      userId,
      saleId: id,
    })),
  ])
  const ofGestures = gestures.map(({ id, at, userId, gesture, reason }): LedgerLine => ({
    ...movementOfGesture(gesture),
    id,
    at: new Date(at).toISOString(),
    userId,
    saleId: null,
    reason,
  }))
  return [...ofSales, ...ofGestures].toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

/** The notes and coins that a drawer with this much in it may hold. */
export function drawerWith(random: Random, amount: number): CountedDenomination[] {
  let left = amount
  // Of each note and coin a part of what is left, so that small money is there too; the rest goes into as few pieces as it can.
  const heaps = francCfa.map((denomination) => {
    const count = Math.floor((left / denomination.value) * (0.5 + 0.45 * random.next()))
    left -= count * denomination.value
    return { ...denomination, count }
  })
  return heaps.map((heap) => {
    const more = Math.floor(left / heap.value)
    left -= more * heap.value
    return { ...heap, count: heap.count + more }
  })
}

/** What customers hand over for an amount: the exact sum, the next round one, or a note. */
export function tenderedFor(random: Random, amount: number): number {
  switch (random.weighted([30, 25, 45])) {
    case 0:
      return amount
    case 1:
      return Math.ceil(amount / 500) * 500
    default: {
      const large = notes.filter((note) => note >= amount)
      return large.length > 0
        ? large[large.length - 1 - Math.min(large.length - 1, random.weighted([60, 30, 10]))]!
        : Math.ceil(amount / 10_000) * 10_000
    }
  }
}

export function mobileMoney(random: Random, id: string, amount: number): Payment {
  return {
    id,
    type: 'MOBILE_MONEY',
    amount,
    phoneOperator: operators[random.weighted([60, 30, 10])]!,
    transactionReference: String(random.int(1e8, 1e9)),
  }
}

export function disbursement(random: Random, habits: readonly Habit[]): { reason: string; amount: number } {
  const habit = habits[random.weighted(habits.map(({ often }) => often))]!
  return { reason: habit.reason, amount: habit.amountOf(random) }
}

const allHabits: readonly Habit[] = [
  { reason: 'Transport coursier', often: 6, amountOf: (random) => random.pick([500, 1000, 1500, 2000, 2500]) },
  { reason: 'Eau', often: 4, amountOf: (random) => random.int(12, 30) * 50 },
  { reason: 'Repas de garde', often: 3, amountOf: (random) => random.int(4, 12) * 500 },
  { reason: 'Carburant du groupe', often: 2, amountOf: (random) => random.pick([5000, 10_000, 15_000, 20_000]) },
  { reason: 'Crédit électricité', often: 2, amountOf: (random) => random.pick([5000, 10_000, 20_000]) },
  { reason: 'Nettoyage', often: 2, amountOf: (random) => random.pick([1000, 1500, 3000]) },
  { reason: 'Fournitures', often: 2, amountOf: (random) => random.int(30, 240) * 50 },
  { reason: 'Photocopies', often: 2, amountOf: (random) => random.int(2, 30) * 50 },
]

/** Log-normal about 1 500 F, in steps of 5 F; four in ten are round. */
function pricedProduct(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  const price = Math.min(60_000, Math.max(50, 1500 * Math.exp(0.9 * normal)))
  const step = random.next() < 0.4 ? 50 : 5
  return Math.round(price / step) * step || step
}

function keyedSale(random: Random, id: string, shelf: readonly number[], sellers: readonly string[]): KeyedSale {
  const records = Array.from({ length: 1 + random.weighted([55, 25, 12, 8]) }, () => ({
    // The first of the shelf go out most.
    price: shelf[Math.floor(shelf.length * random.next() ** 2)]!,
    quantity: 1 + random.weighted([75, 18, 5, 2]),
  }))
  const total = records.reduce((whole, { price, quantity }) => whole + price * quantity, 0)
  const payments = paid(random, id, total)
  const rounding = minor(total - payments.reduce((whole, { amount }) => whole + amount, 0))
  return {
    id,
    at: openedAt + Math.floor(random.next() * dayMs),
    userId: random.pick(sellers),
    records,
    payments,
    rounding,
    isCanceled: random.next() < 0.012,
  }
}

function paid(random: Random, id: string, total: number): Payment[] {
  const cash = (amount: number): Payment[] =>
    amount > 0 ? [{ id: `${id}-cash`, type: 'CASH', amount, tendered: tenderedFor(random, amount) }] : []
  switch (random.weighted([72, 13, 3, 1, 9, 2])) {
    case 1:
      return [mobileMoney(random, `${id}-momo`, total)]
    case 2:
      return [{ id: `${id}-card`, type: 'CREDIT_CARD', amount: total }]
    case 3:
      return [{ id: `${id}-cheque`, type: 'CHEQUE', amount: total, chequeNumber: '1', bank: 'BOA' }]
    case 4: {
      const share = Math.round(total * 0.8)
      return [
        {
          id: `${id}-insurer`,
          type: 'INSURANCE',
          amount: share,
          insuranceMetadata: { insurer: 'NSIA', coverage: 80, contractPolicy: null, voucher: '1' },
        },
        ...cash(Math.round((total - share) / 5) * 5),
      ]
    }
    case 5:
      return [{ id: `${id}-credit`, type: 'CREDIT', amount: total, creditMetadata: { person: 'somebody' } }]
    default:
      return cash(total)
  }
}
