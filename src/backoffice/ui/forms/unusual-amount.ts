import { isFarAbove } from '#shared/domain/unusual-money.ts'
import { type Currency, formatMoney } from '#shared/ui/money-format.ts'

/**
 * The question about an amount above the most that is expected, in minor units: « Est-ce bien 3 000 000 F CFA ? Vous lui
 * devez 300 000 F CFA. » Null: nothing to ask, or nothing is known (`most` undefined).
 */
export function unusualAmount(
  amount: number | null,
  most: number | undefined,
  said: (most: number) => string,
  currency: Currency,
): string | null {
  return amount === null || most === undefined || !(amount > most)
    ? null
    : `Est-ce bien ${formatMoney(amount, currency)}\u202f? ${said(most)}.`
}

/** The same for a price that has a zero more, or less, than the one before. */
export function unusualPrice(price: number | null, former: number | null, currency: Currency): string | null {
  if (price === null || former === null || !(isFarAbove(price, former) || isFarAbove(former, price))) return null
  return `Est-ce bien ${formatMoney(price, currency)}\u202f? Le prix connu est ${formatMoney(former, currency)}.`
}
