import { dividedProduct, spreadProRata } from '#shared/domain/coverage/spread-pro-rata.ts'
import { minor, roundToStep, sum, type Minor } from '#shared/domain/money.ts'
import { paymentsFrom, sourceOf, type LineShare, type Payment, type PaymentType } from '#shared/domain/payment.ts'
import { goodsOf, lineTotal, type SaleContent } from '#shared/domain/sale.ts'

/** A closed sale, with the cash rounding stored at its closing, in minor units. */
export type SoldSale = SaleContent & { rounding: number }
export type ReturnedLine = { lineId: string; quantity: number; amount: number }
/** The amount that a payment refunds (minor units), and the means used: its own type, or CASH instead. */
export type Refund = { paymentId: string; type: string; amount: number }
/** An earlier return, in minor units: value of its lines, refunds of its payments, and cash rounding. */
export type MadeReturn = {
  total: number
  rounding: number
  lines: readonly { lineId: string; quantity: number }[]
  refunds: readonly Refund[]
}

export type ReturnVerdict =
  | { ok: true; total: Minor; rounding: Minor; lines: ReturnedLine[]; refunds: (Refund & { type: PaymentType })[] }
  /** `left`: quantity sold and not returned yet. */
  | {
      ok: false
      reason: 'sales:returnBeyondSold'
      details: { items: { lineId: string; label: string; asked: number; left: number }[] }
    }

type Line = SaleContent['records'][number] | SaleContent['vouchers'][number]

/**
 * The refunds for a return of some lines, in minor units. Payers come first, each by its share of the lines; then the
 * discount, by its part of what the payers left; then the customer's own part: his debt shrinks first, then his means
 * are refunded in their order, or in cash instead (`inCash`). The AIB of the sale stays paid: its line never comes back.
 * Law: total = Σ refunds that are not cash + cash handed back + rounding (`cashHandedBack`). Law: when the whole sale
 * without AIB has been returned, every payment has been refunded exactly. The order of the returns and how they split the lines do
 * not change any payment's refund.
 */
export function refundOf(
  sale: SoldSale,
  earlier: readonly MadeReturn[],
  lines: readonly { lineId: string; quantity: number }[],
  { inCash, cashStep }: { inCash: boolean; cashStep: number },
): ReturnVerdict {
  const sold = goodsOf(sale)
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

/**
 * Cash handed back for a return, in minor units and payable in coins: its total without the other refunds and the
 * rounding.
 */
export function cashHandedBack({
  total,
  rounding,
  refunds,
}: Pick<MadeReturn, 'total' | 'rounding' | 'refunds'>): Minor {
  return minor(dueInCash({ total, refunds }) - rounding)
}

// ── Quantities ──
function quantitiesOf(lines: readonly { lineId: string; quantity: number }[]): Map<string, number> {
  return sumBy(lines.map(({ lineId, quantity }) => [lineId, quantity]))
}

/** A line that is not in the sale was sold 0 times. */
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

// ── Refunds by payment, computed from the sale ──
/** Total refunded by each payment once these quantities have been returned, over all returns. */
function givenBack(sale: SoldSale, quantities: ReadonlyMap<string, number>, cashStep: number): Map<string, number> {
  const takers = sharesOf(sale)
  const given = new Map<string, number>(takers.map(({ paymentId }) => [paymentId, 0]))
  let own = 0
  for (const line of goodsOf(sale)) {
    // Each taker refunds from what the earlier ones left, so that rounding never refunds more than the price and never
    // yields a negative amount.
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

/**
 * The share of each payer, then of each discount, in each line. Missing or invalid shares (of an earlier version or a
 * faulty terminal) are replaced: the amount is spread over what is left.
 */
function sharesOf(sale: SoldSale): Taker[] {
  const left = new Map<string, number>(goodsOf(sale).map((line) => [line.id, lineTotal(line)]))
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

/**
 * Refunds of the customer's own payments: debts first, then his means. `own`: the returned value of his part of the
 * lines.
 */
function ownGivenBack(sale: SoldSale, own: number, cashStep: number): [string, number][] {
  const credits = paymentsFrom('debt', sale.payments)
  const means = paymentsFrom('means', sale.payments)
  const cash = means.filter(({ type }) => type === 'CASH')
  const firstCash = means.findIndex(({ type }) => type === 'CASH')
  const cashPaid = sum(cash.map(({ amount }) => amount))
  const earlierMeans = firstCash === -1 ? means : means.slice(0, firstCash)
  const laterMeans = firstCash === -1 ? [] : means.slice(firstCash).filter(({ type }) => type !== 'CASH')

  const first = fill([...credits, ...earlierMeans], own)
  // Cash settled its amount and the rounding. It is refunded in coins, and completely with the last line.
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

// ── Cash rounding ──
/** The cash rounding of this return: what coins cannot pay, including the rounding left by earlier returns. */
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
  // A cash payment is refunded exactly as it was paid. Only other means refunded in cash can leave an amount below the
  // smallest coin.
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
