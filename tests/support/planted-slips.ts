import type { Random } from '#server/demo/seeded-random.ts'
import type { Payment } from '#shared/domain/payment.ts'
import type { CauseKind, CountedDay } from '#shared/domain/register/causes/counted-day.ts'
import { differences, type Count } from '#shared/domain/register/closing.ts'
import { expectedByMeans, isSameMeans, type Means } from '#shared/domain/register/totals.ts'
import {
  disbursement,
  drawerWith,
  keyedDay,
  ledgerOf,
  mobileMoney,
  type KeyedDay,
  type KeyedSale,
} from './generated-day.ts'

/** A day with one slip in it, and where it is: the sale, the movement or the number that an explanation must name. */
export type PlantedDay = { day: CountedDay; kind: CauseKind; where: string }

export const plantedKinds = [
  'recorded-not-moved',
  'wrong-side',
  'half-moved',
  'wrong-note',
  'wrong-means',
  'refund-not-given',
  'missing-disbursement',
  'digits-swapped',
  'miscounted',
] as const satisfies readonly CauseKind[]

type RealMoney = { moved: { means: Means; amount: number }[]; count: Count; where: string }
const drawer: Means = { type: 'CASH', operator: null }

/** What happened on a day that is keyed by now, beside what was keyed: changes the day where the slip was made at the till. Null: the day has no occasion for it. */
type Slip = (
  random: Random,
  keyed: KeyedDay,
) => {
  moved?: RealMoney['moved']
  miscount?: (random: Random, count: Count) => { count: Count; where: string } | null
  where: string
} | null

/** A day with one slip of this kind; days without an occasion for it are made anew. */
export function plantedDay(random: Random, kind: CauseKind): PlantedDay {
  for (;;) {
    const keyed = keyedDay(random)
    const planted = tryToPlant(random, keyed, kind)
    if (planted && planted.day.differences.some(({ gap }) => gap !== 0)) return planted
  }
}

/** A day without any slip: counted as it was keyed. */
export function evenDay(random: Random): CountedDay {
  const keyed = keyedDay(random)
  return dayOf(random, keyed, countOf(random, keyed, []))
}

function tryToPlant(random: Random, keyed: KeyedDay, kind: CauseKind): PlantedDay | null {
  const slip = slips[kind](random, keyed)
  if (!slip) return null
  const real = countOf(random, keyed, slip.moved ?? [])
  const counted = slip.miscount ? slip.miscount(random, real) : { count: real, where: slip.where }
  return counted && { day: dayOf(random, keyed, counted.count), kind, where: counted.where }
}

function dayOf(random: Random, { sales, gestures, pastDisbursements }: KeyedDay, count: Count): CountedDay {
  const movements = ledgerOf({ sales, gestures })
  return {
    movements,
    sales,
    pastDisbursements,
    differences: differences(movements, count),
    denominations: count.denominations,
    countedBefore: random.next() < 0.8 ? drawerWith(random, random.int(8, 100) * 5000) : null,
  }
}

/** What is really there: what the ledger says, and what moved beside it. */
function countOf(random: Random, keyed: KeyedDay, moved: RealMoney['moved']): Count {
  const extra = (means: Means): number =>
    moved.reduce((sum, each) => sum + (isSameMeans(each.means, means) ? each.amount : 0), 0)
  const expected = expectedByMeans(ledgerOf(keyed))
  const unexpected = moved.filter(({ means }) => !expected.some((row) => isSameMeans(row, means)))
  const others = [
    ...expected
      .slice(1)
      .map(({ type, operator, expected: amount }) => ({ type, operator, counted: amount + extra({ type, operator }) })),
    ...unexpected.map(({ means, amount }) => ({ ...means, counted: amount })),
  ]
  return { denominations: drawerWith(random, Math.max(0, expected[0]!.expected + extra(drawer))), others }
}

const slips: Record<CauseKind, Slip> = {
  'recorded-not-moved': (random, keyed) => {
    const gestures = keyed.gestures.filter(({ gesture }) => gesture.kind === 'disbursement')
    if (random.next() < 0.1 && gestures.length > 0) {
      const { id, gesture } = random.pick(gestures)
      return { moved: [{ means: drawer, amount: gesture.amount }], where: id }
    }
    const sale = cashSale(random, keyed)
    if (!sale) return null
    // Half of the time a customer left without paying, half of the time the same sale was entered again.
    if (random.next() < 0.5) return { moved: [{ means: drawer, amount: -cashOf(sale) }], where: sale.id }
    keyed.sales.push({ ...sale, id: `${sale.id}-again`, at: sale.at + random.int(1, 6) * 60_000 })
    return { moved: [{ means: drawer, amount: -cashOf(sale) }], where: sale.id }
  },
  'wrong-side': (random, keyed) => {
    const typed = keyed.gestures.filter(({ gesture }) => gesture.kind === 'disbursement' || gesture.kind === 'cash-in')
    if (typed.length === 0) return null
    const line = random.pick(typed)
    const wasIn = line.gesture.kind === 'cash-in'
    line.gesture = { kind: wasIn ? 'disbursement' : 'cash-in', amount: line.gesture.amount }
    return { moved: [{ means: drawer, amount: (wasIn ? 2 : -2) * line.gesture.amount }], where: line.id }
  },
  'half-moved': (random, keyed) => {
    const even = keyed.sales.filter((sale) => !sale.isCanceled && cashOf(sale) > 0 && cashOf(sale) % 10 === 0)
    const pairs = even.filter(({ records }) => records.length === 1 && records[0]!.quantity === 2)
    if (even.length === 0) return null
    const sale = random.pick(pairs.length > 0 && random.next() < 0.6 ? pairs : even)
    return { moved: [{ means: drawer, amount: -cashOf(sale) / 2 }], where: sale.id }
  },
  'wrong-note': (random, keyed) => {
    const sale = cashSale(random, keyed)
    const cash = sale?.payments.find((payment) => payment.type === 'CASH')
    if (!sale || !cash) return null
    // One note of what was handed over is taken for its neighbour, or a zero is forgotten.
    const confused: readonly (readonly [number, number])[] = [
      [10_000, 5000],
      [5000, 10_000],
      [5000, 2000],
      [2000, 5000],
      [2000, 1000],
      [1000, 2000],
      [10_000, 1000],
      [1000, 10_000],
      [1000, 500],
      [500, 1000],
    ]
    const received = cash.tendered
    if (received % 500 !== 0) return null
    const keyedInstead = confused
      .filter(([note]) => notesIn(received).includes(note))
      .map(([note, other]) => received - note + other)
      .filter((sum) => sum > cash.amount)
    if (keyedInstead.length === 0) return null
    const tendered = random.pick(keyedInstead)
    replacePayment(keyed, sale, { ...cash, tendered })
    return { moved: [{ means: drawer, amount: received - tendered }], where: sale.id }
  },
  'wrong-means': (random, keyed) => {
    const sale = random.pick(keyed.sales)
    const used = sale.payments.length === 1 ? sale.payments[0]! : null
    if (!used || sale.isCanceled) return null
    if (used.type === 'CASH') {
      // Paid in cash and keyed as mobile money.
      const keyedAs = mobileMoney(random, used.id, used.amount)
      replacePayment(keyed, sale, keyedAs)
      return {
        moved: [
          { means: drawer, amount: used.amount },
          { means: meansOfPayment(keyedAs), amount: -used.amount },
        ],
        where: sale.id,
      }
    }
    if (used.type !== 'MOBILE_MONEY' && used.type !== 'CREDIT_CARD') return null
    replacePayment(keyed, sale, { id: used.id, type: 'CASH', amount: used.amount, tendered: used.amount })
    return {
      moved: [
        { means: drawer, amount: -used.amount },
        { means: meansOfPayment(used), amount: used.amount },
      ],
      where: sale.id,
    }
  },
  'refund-not-given': (random, keyed) => {
    const sale = cashSale(random, keyed)
    if (!sale) return null
    sale.isCanceled = true
    return { moved: [{ means: drawer, amount: cashOf(sale) }], where: sale.id }
  },
  'missing-disbursement': (random, { habits }) => {
    const { reason, amount } = disbursement(random, habits)
    return { moved: [{ means: drawer, amount: -amount }], where: reason }
  },
  'digits-swapped': (random, keyed) => {
    const what = random.weighted([40, 30, 30])
    if (what === 0) return { where: '', miscount: swapInCount }
    if (what === 1) return { where: '', miscount: swapInMeans }
    const typed = keyed.gestures.filter(({ gesture }) => gesture.kind !== 'float')
    if (typed.length === 0) return null
    const line = random.pick(typed)
    const meant = line.gesture.amount
    const amount = swapped(random, meant)
    if (amount === null) return null
    line.gesture = { ...line.gesture, amount }
    const leaves = line.gesture.kind === 'disbursement' || line.gesture.kind === 'deposit'
    return { moved: [{ means: drawer, amount: leaves ? amount - meant : meant - amount }], where: line.id }
  },
  miscounted: () => ({ where: '', miscount: missPieces }),
}

function swapInCount(random: Random, { denominations, others }: Count) {
  const place = random.int(0, denominations.length - 1)
  const row = denominations[place]!
  const count = swapped(random, row.count)
  if (count === null) return null
  return {
    count: { denominations: denominations.with(place, { ...row, count }), others },
    where: `${row.form} ${row.value}`,
  }
}

function swapInMeans(random: Random, { denominations, others }: Count) {
  if (others.length === 0) return null
  const place = random.int(0, others.length - 1)
  const row = others[place]!
  const counted = swapped(random, row.counted)
  if (counted === null) return null
  return {
    count: { denominations, others: others.with(place, { ...row, counted }) },
    where: `${row.type} ${row.operator}`,
  }
}

function missPieces(random: Random, { denominations, others }: Count) {
  const place = random.weighted(denominations.map(({ count }) => count))
  const row = denominations[place]!
  const missed = random.next() < 0.05 ? row.count : [1, 2, 3, 5, 10][random.weighted([50, 20, 10, 8, 12])]!
  const count = random.next() < 0.6 ? row.count - missed : row.count + missed
  if (count < 0) return null
  return {
    count: { denominations: denominations.with(place, { ...row, count }), others },
    where: `${row.form} ${row.value}`,
  }
}

/** The number with two different neighbours changed, not the same number of digits less. */
function swapped(random: Random, value: number): number | null {
  const digits = String(value).split('')
  const places = digits
    .slice(1)
    .flatMap((digit, place) => (digit !== digits[place] && !(place === 0 && digit === '0') ? [place] : []))
  if (places.length === 0) return null
  const place = random.pick(places)
  return Number(
    digits
      .with(place, digits[place + 1]!)
      .with(place + 1, digits[place]!)
      .join(''),
  )
}

function notesIn(sum: number): number[] {
  let left = sum
  return [10_000, 5000, 2000, 1000, 500].filter((note) => {
    const holds = left >= note
    left %= note
    return holds
  })
}

function cashSale(random: Random, { sales }: KeyedDay): KeyedSale | null {
  const paidInCash = sales.filter((sale) => !sale.isCanceled && cashOf(sale) > 0)
  return paidInCash.length > 0 ? random.pick(paidInCash) : null
}

function cashOf({ payments }: KeyedSale): number {
  return payments.reduce((sum, payment) => sum + (payment.type === 'CASH' ? payment.amount : 0), 0)
}

function replacePayment(keyed: KeyedDay, sale: KeyedSale, by: Payment): void {
  const place = keyed.sales.indexOf(sale)
  keyed.sales[place] = { ...sale, payments: sale.payments.map((payment) => (payment.id === by.id ? by : payment)) }
}

function meansOfPayment(payment: Payment): Means {
  return payment.type === 'MOBILE_MONEY'
    ? { type: 'MOBILE_MONEY', operator: payment.phoneOperator }
    : { type: 'CREDIT_CARD', operator: null }
}
