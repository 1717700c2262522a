import { minor, sum, type Minor } from '#shared/domain/money.ts'

/** A note or a coin; `value` in minor units. A value may exist as both: 500 F CFA. */
export type Denomination = { form: 'note' | 'coin'; value: number }
export type CountedDenomination = Denomination & { count: number }

/** Notes and coins by currency, as issued by the central banks. A country's own list says which of them it uses. */
const strikes: Readonly<Record<string, Readonly<Record<Denomination['form'], readonly number[]>>>> = {
  XOF: { note: [10_000, 5000, 2000, 1000, 500], coin: [500, 250, 200, 100, 50, 25, 10, 5, 1] },
  XAF: { note: [10_000, 5000, 2000, 1000, 500], coin: [500, 100, 50, 25, 10, 5, 2, 1] },
  GNF: { note: [20_000, 10_000, 5000, 2000, 1000, 500, 100], coin: [50, 25, 10, 5, 1] },
}

type Money = { currency: { code: string }; denominations: readonly number[]; cashRoundingStep: number }

/**
 * The rows of a count: notes, then coins, each largest first, from the country's list without values below the cash
 * step. For an unknown currency, values of at least a twentieth of the largest are notes.
 */
export function denominationsOf({ currency, denominations, cashRoundingStep }: Money): Denomination[] {
  const used = [...new Set(denominations)].filter((value) => value >= cashRoundingStep).toSorted((a, b) => b - a)
  const strike = strikes[currency.code]
  const isNote = (value: number): boolean => value * 20 >= (used[0] ?? 0)
  const rows = used.flatMap((value): Denomination[] => {
    const forms = (['note', 'coin'] as const).filter((form) => strike?.[form].includes(value))
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
