import { groupThousands } from '#shared/domain/amount-text.ts'
import { splitDecimal, type AmountFault, type DecimalMark } from '#shared/domain/files/decimals.ts'
import { minor, type Minor } from '#shared/domain/money.ts'

/**
 * What a supplier asks for one box, without VAT: the exact decimal of its paper, in minor units as text: « 2334.45 ». It
 * is the one price that is no integer. It is never a float and never summed: what is owed is the amount of a line.
 */
export type SupplierPrice = string

const mostDecimals = 6
/** At most `caps.unitPrice`; the decimals stay as they were written, because they say how exact the price is. */
export const supplierPricePattern = /^(?:(?:0|[1-9]\d{0,7})(?:\.\d{1,6})?|100000000(?:\.0{1,6})?)$/

export function isSupplierPrice(text: string): boolean {
  return supplierPricePattern.test(text)
}

/** The price of a whole number of minor units. */
export function supplierPrice(amount: Minor | number): SupplierPrice {
  return String(minor(amount))
}

/**
 * A price as a file or a member writes it, in a currency with `currencyDecimals` decimals: « 2 334,45 ». Decimals beyond
 * the sixth below the smallest unit are refused.
 */
export function readSupplierPrice(
  text: string,
  mark: DecimalMark,
  currencyDecimals: number,
): { ok: true; price: SupplierPrice } | { ok: false; fault: AmountFault } {
  const split = splitDecimal(text, mark)
  if (!split.ok) return split
  const fraction = split.fraction.padEnd(currencyDecimals, '0')
  const rest = fraction.slice(currencyDecimals)
  if (/[1-9]/.test(rest.slice(mostDecimals))) return { ok: false, fault: 'decimals' }
  const whole = (split.whole + fraction.slice(0, currencyDecimals)).replace(/^0+(?=\d)/, '')
  const decimals = rest.slice(0, mostDecimals)
  const price = decimals === '' ? whole : `${whole}.${decimals}`
  return isSupplierPrice(price) ? { ok: true, price } : { ok: false, fault: 'tooLarge' }
}

/** « 2 334,45 », with all its decimals, in a currency with `currencyDecimals` decimals. */
export function supplierPriceText(price: SupplierPrice, currencyDecimals: number): string {
  const { digits, scale } = exact(price)
  const places = scale + currencyDecimals
  const text = String(digits).padStart(places + 1, '0')
  const whole = groupThousands(text.slice(0, text.length - places))
  return places === 0 ? whole : `${whole},${text.slice(-places)}`
}

/** The amount of so many boxes, rounded half up to minor units. */
export function timesQuantity(price: SupplierPrice, quantity: number): Minor {
  const { digits, scale } = exact(price)
  return minor(Number(halfUp(digits * BigInt(quantity), 10n ** BigInt(scale))))
}

/** The price to the nearest minor unit, where an estimate is enough. */
export function nearestAmount(price: SupplierPrice): Minor {
  return timesQuantity(price, 1)
}

/** Below 0 when `a` is lower; « 12.5 » and « 12.50 » are equal. */
export function comparePrices(a: SupplierPrice, b: SupplierPrice): number {
  const [left, right] = sameScale(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Whether two papers can mean one price: they differ by no more than half of the last decimal that the coarser prints. */
export function isSamePrice(a: SupplierPrice, b: SupplierPrice): boolean {
  const [left, right, scale] = sameScale(a, b)
  const coarse = Math.min(exact(a).scale, exact(b).scale)
  const gap = left > right ? left - right : right - left
  return gap * 2n <= 10n ** BigInt(scale - coarse)
}

/**
 * How far the amount of a line may lie from our product of price and boxes by rounding alone: half of the last decimal
 * that the price prints for each box, with VAT (hundredths of a percent), and one minor unit.
 */
export function lineRounding(price: SupplierPrice, quantity: number, vat: number): Minor {
  const { scale } = exact(price)
  return minor(Number((BigInt(quantity) * BigInt(10_000 + vat)) / (20_000n * 10n ** BigInt(scale))) + 1)
}

/** The price of one of so many boxes that cost an amount together, to four decimals; 0 for none. */
export function priceOfOne(amount: Minor | number, quantity: number): SupplierPrice {
  return quantity === 0 ? '0' : written(halfUp(BigInt(minor(amount)) * 10_000n, BigInt(quantity)), 4)
}

function exact(price: SupplierPrice): { digits: bigint; scale: number } {
  if (!isSupplierPrice(price)) throw new RangeError(`not a price: ${price}`)
  const [whole = '', decimals = ''] = price.split('.')
  return { digits: BigInt(whole + decimals), scale: decimals.length }
}

function sameScale(a: SupplierPrice, b: SupplierPrice): [bigint, bigint, number] {
  const [left, right] = [exact(a), exact(b)]
  const scale = Math.max(left.scale, right.scale)
  const raised = ({ digits, scale: own }: typeof left): bigint => digits * 10n ** BigInt(scale - own)
  return [raised(left), raised(right), scale]
}

/** Of numbers that are not negative. */
function halfUp(value: bigint, by: bigint): bigint {
  return (value * 2n + by) / (by * 2n)
}

function written(digits: bigint, scale: number): SupplierPrice {
  const text = String(digits).padStart(scale + 1, '0')
  return `${text.slice(0, -scale)}.${text.slice(-scale)}`.replace(/\.?0+$/, '')
}
