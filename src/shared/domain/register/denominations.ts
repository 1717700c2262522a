import { currencies, type CurrencyData } from '#shared/domain/countries/country-data.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'

/** A note or a coin; `value` in minor units. A value may exist as both: 500 F CFA. */
export type Denomination = { form: 'note' | 'coin'; value: number }
export type CountedDenomination = Denomination & { count: number }

type Money = { currency: { code: string }; denominations: readonly number[]; cashRoundingStep: number }

/**
 * The rows of a count: notes, then coins, each largest first, from the country's list without values below the cash
 * step. For an unknown currency, values of at least a twentieth of the largest are notes.
 */
export function denominationsOf({ currency, denominations, cashRoundingStep }: Money): Denomination[] {
  const used = [...new Set(denominations)].filter((value) => value >= cashRoundingStep).toSorted((a, b) => b - a)
  // As issued by the central bank; the country's own list says which of them it uses.
  const strike = (currencies as Readonly<Record<string, CurrencyData>>)[currency.code]
  const issued = (form: Denomination['form'], value: number): boolean =>
    strike?.[form === 'note' ? 'notes' : 'coins'].some((each) => Math.round(each * 10 ** strike.decimals) === value) ??
    false
  const isNote = (value: number): boolean => value * 20 >= (used[0] ?? 0)
  const rows = used.flatMap((value): Denomination[] => {
    const forms = (['note', 'coin'] as const).filter((form) => issued(form, value))
    return (forms.length > 0 ? forms : [isNote(value) ? ('note' as const) : ('coin' as const)]).map((form) => ({
      form,
      value,
    }))
  })
  return [...rows.filter(({ form }) => form === 'note'), ...rows.filter(({ form }) => form === 'coin')]
}

/** The counted total in minor units. Throws RangeError for a negative or fractional count. */
export function countedTotal(counted: readonly { value: number; count: number }[]): Minor {
  return sum(counted.map(({ value, count }) => minor(value * demandCount(count))))
}

/** Parses a typed count: empty is 0; null for letters, signs, fractions and more than six digits. */
export function typedCount(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return 0
  return /^\d{1,6}$/.test(typed) ? Number(typed) : null
}

function demandCount(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a count: ${count}`)
  return count
}
