import { dividedProduct, spreadProRata } from '#shared/domain/coverage/spread-pro-rata.ts'
import { minor, roundToStep, sum, type Minor } from '#shared/domain/money.ts'
import { paymentsFrom, sourceOf, type LineShare, type Payment, type PaymentType } from '#shared/domain/payment.ts'
import { lineTotal, type SaleContent } from '#shared/domain/sale.ts'

/** A closed sale with the cash rounding that it closed with. */
export type SoldSale = SaleContent & { rounding: number }
export type ReturnedLine = { lineId: string; quantity: number; amount: number }
/** What a payment gives back, and how it leaves: its own type, or CASH in its place. */
export type Refund = { paymentId: string; type: string; amount: number }
/** A return that was made: what its lines were worth, what its payments gave back, and what coins could not give. */
export type MadeReturn = {
  total: number
  rounding: number
  lines: readonly { lineId: string; quantity: number }[]
  refunds: readonly Refund[]
}

export type ReturnVerdict =
  | { ok: true; total: Minor; rounding: Minor; lines: ReturnedLine[]; refunds: (Refund & { type: PaymentType })[] }
  /** `left`: sold and not brought back yet. */
  | {
      ok: false
      reason: 'sales:returnBeyondSold'
      details: { items: { lineId: string; label: string; asked: number; left: number }[] }
    }

type Line = SaleContent['records'][number] | SaleContent['vouchers'][number]

/**
 * What a return of some lines gives back, in minor units. Payers first, each by what it took of the lines, and the discount by its part of what they
 * left; then the customer's own: what he owes shrinks, then his means in their order, or notes in their place (`inCash`).
 * Always: total = Σ refunds that are not cash + what is handed back in coins + rounding (`cashHandedBack`), and over all returns of the whole sale every
 * payment is given back exactly. Any order and any split of the same lines gives each payment back the same.
 */
export function refundOf(
  sale: SoldSale,
  earlier: readonly MadeReturn[],
  lines: readonly { lineId: string; quantity: number }[],
  { inCash, cashStep }: { inCash: boolean; cashStep: number },
): ReturnVerdict {
  const sold = linesOf(sale)
  const before = quantitiesOf(earlier.flatMap((made) => made.lines))
  const asked = quantitiesOf(lines)
  const items = beyondSold(sold, before, asked)
  if (items.length > 0) return { ok: false, reason: 'sales:returnBeyondSold', details: { items } }

  const returned = sold.flatMap(({ id, price }) =>
    amountIf(asked.get(id), (quantity) => ({ lineId: id, quantity, amount: lineTotal({ price, quantity }) })),
  )
  const total = sum(returned.map(({ amount }) => amount))
  const after = quantitiesOf([...earlier.flatMap((made) => made.lines), ...lines])
  const given = givenBack(sale, after, cashStep)
  const givenBefore = sumBy(earlier.flatMap((made) => made.refunds).map(({ paymentId, amount }) => [paymentId, amount]))
  const refunds = sale.payments.flatMap((payment) => {
    const { id } = payment
    const amount = (given.get(id) ?? 0) - (givenBefore.get(id) ?? 0)
    const type = inCash && sourceOf(payment) === 'means' ? ('CASH' as const) : payment.type
    return amount > 0 ? [{ paymentId: id, type, amount }] : []
  })
  return {
    ok: true,
    total,
    lines: returned,
    refunds,
    rounding: roundingOf(sale, earlier, { total, refunds }, cashStep),
  }
}

/** What left the drawer for a return, in coins that exist: what its other refunds and the rounding leave of its total. */
export function cashHandedBack({
  total,
  rounding,
  refunds,
}: Pick<MadeReturn, 'total' | 'rounding' | 'refunds'>): Minor {
  return minor(dueInCash({ total, refunds }) - rounding)
}

// ── quantities ─────────────────────────────────────────────────────────────────────────────────────────────────────────
function linesOf({ records, vouchers }: SaleContent): Line[] {
  return [...records, ...vouchers]
}

function quantitiesOf(lines: readonly { lineId: string; quantity: number }[]): Map<string, number> {
  return sumBy(lines.map(({ lineId, quantity }) => [lineId, quantity]))
}

/** A line that the sale does not have was sold 0 times. */
function beyondSold(sold: readonly Line[], before: ReadonlyMap<string, number>, asked: ReadonlyMap<string, number>) {
  return [...asked].flatMap(([lineId, quantity]) => {
    const line = sold.find(({ id }) => id === lineId)
    const left = Math.max(0, (line?.quantity ?? 0) - (before.get(lineId) ?? 0))
    return quantity > left ? [{ lineId, label: line?.label ?? '', asked: quantity, left }] : []
  })
}

function amountIf<T>(quantity: number | undefined, make: (quantity: number) => T): T[] {
  return quantity ? [make(quantity)] : []
}

// ── who gives back what, counted from the sale on ──────────────────────────────────────────────────────────────────────
/** What each payment has given back once these quantities came back, all returns together. */
function givenBack(sale: SoldSale, quantities: ReadonlyMap<string, number>, cashStep: number): Map<string, number> {
  const takers = sharesOf(sale)
  const given = new Map<string, number>(takers.map(({ paymentId }) => [paymentId, 0]))
  let own = 0
  for (const line of linesOf(sale)) {
    // Each gives of what those before it left, so that no rounding ever asks more of a box than its price, nor takes anything back.
    let value: number = lineTotal({ price: line.price, quantity: quantities.get(line.id) ?? 0 })
    let claimed: number = lineTotal(line)
    for (const { paymentId, shares } of takers) {
      const share = shares.get(line.id) ?? 0
      const amount = partOf(share, value, claimed)
      given.set(paymentId, given.get(paymentId)! + amount)
      value -= amount
      claimed -= share
    }
    own += value
  }
  for (const [paymentId, amount] of ownGivenBack(sale, own, cashStep)) given.set(paymentId, amount)
  return given
}

/** `share` × `value` ÷ `claimed`, rounded half up. */
function partOf(share: number, value: number, claimed: number): number {
  if (share === 0 || value === 0) return 0
  const { whole, remainder } = dividedProduct(share, value, claimed)
  return remainder * 2 >= claimed ? whole + 1 : whole
}

type Taker = { paymentId: string; shares: ReadonlyMap<string, number> }

/** What each payer, then each discount, took of each line. Shares that cannot be (an earlier version, a broken terminal) are spread over what is left. */
function sharesOf(sale: SoldSale): Taker[] {
  const left = new Map<string, number>(linesOf(sale).map((line) => [line.id, lineTotal(line)]))
  const take = ({ id }: Payment, shares: ReadonlyMap<string, number>): Taker => {
    for (const [lineId, amount] of shares) left.set(lineId, left.get(lineId)! - amount)
    return { paymentId: id, shares }
  }
  const payers = paymentsFrom('payer', sale.payments)
  const told = payers.flatMap((payment) => {
    const shares = knownShares(payment, left)
    return shares ? [take(payment, shares)] : []
  })
  const untold = payers.filter(({ id }) => !told.some(({ paymentId }) => paymentId === id))
  return [
    ...told,
    ...[...untold, ...paymentsFrom('discount', sale.payments)].map((payment) =>
      take(payment, spread(payment.amount, left)),
    ),
  ]
}

function knownShares(payment: Payment, left: ReadonlyMap<string, number>): Map<string, number> | null {
  const told: readonly LineShare[] = ('shares' in payment ? payment.shares : undefined) ?? []
  if (told.length === 0 || sum(told.map(({ amount }) => amount)) !== payment.amount) return null
  const shares = sumBy(told.map(({ lineId, amount }) => [lineId, amount]))
  return [...shares].every(([lineId, amount]) => amount >= 0 && amount <= (left.get(lineId) ?? -1)) ? shares : null
}

function spread(amount: number, left: ReadonlyMap<string, number>): Map<string, number> {
  const claims = [...left.values()]
  const parts = spreadProRata(Math.min(amount, sum(claims)), claims)
  return new Map([...left.keys()].map((lineId, place) => [lineId, parts[place]!]))
}

/** The customer's own payments: what he owes first, then his means; `own` is what came back of his part of the lines. */
function ownGivenBack(sale: SoldSale, own: number, cashStep: number): [string, number][] {
  const credits = paymentsFrom('debt', sale.payments)
  const means = paymentsFrom('means', sale.payments)
  const cash = means.filter(({ type }) => type === 'CASH')
  const firstCash = means.findIndex(({ type }) => type === 'CASH')
  const cashPaid = sum(cash.map(({ amount }) => amount))
  const earlierMeans = firstCash === -1 ? means : means.slice(0, firstCash)
  const laterMeans = firstCash === -1 ? [] : means.slice(firstCash).filter(({ type }) => type !== 'CASH')

  const first = fill([...credits, ...earlierMeans], own)
  // Cash settled its francs and the rounding; it comes back in coins, and whole with the last box.
  const settledByCash = Math.max(0, cashPaid + sale.rounding)
  const due = Math.min(first.left, settledByCash)
  const coins = due === settledByCash ? cashPaid : Math.min(roundToStep(minor(due), cashStep), cashPaid)
  return [...first.given, ...fill(cash, coins).given, ...fill(laterMeans, first.left - due).given]
}

function fill(payments: readonly Payment[], amount: number): { given: [string, number][]; left: number } {
  let left = amount
  const given = payments.map((payment): [string, number] => {
    const part = Math.min(payment.amount, left)
    left -= part
    return [payment.id, part]
  })
  return { given, left }
}

// ── coins ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
/** What coins cannot give of this return, with what they could not give of those before it. */
function roundingOf(
  sale: SoldSale,
  earlier: readonly MadeReturn[],
  now: Pick<MadeReturn, 'total' | 'refunds'>,
  cashStep: number,
): Minor {
  const made = [...earlier, now]
  const cashRefunds = made.flatMap(({ refunds }) => refunds).filter(({ type }) => type === 'CASH')
  const paidInCash = new Set(sale.payments.filter(({ type }) => type === 'CASH').map(({ id }) => id))
  const inPlaceOfOthers = cashRefunds.some(({ paymentId }) => !paidInCash.has(paymentId))
  // What was paid in coins is given back as it was paid; the odd francs of a card are not in any drawer.
  const handedInAll = inPlaceOfOthers
    ? roundToStep(sum(made.map(dueInCash)), cashStep)
    : sum(cashRefunds.map(({ amount }) => amount))
  const handed = Math.max(0, handedInAll - sum(earlier.map(cashHandedBack)))
  return minor(dueInCash(now) - handed)
}

function dueInCash({ total, refunds }: Pick<MadeReturn, 'total' | 'refunds'>): Minor {
  return minor(total - sum(refunds.filter(({ type }) => type !== 'CASH').map(({ amount }) => amount)))
}

function sumBy(counts: readonly (readonly [id: string, count: number])[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [id, count] of counts) sums.set(id, (sums.get(id) ?? 0) + count)
  return sums
}
