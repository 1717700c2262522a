import { minor, sum, type Minor } from '#shared/domain/money.ts'

/** A note or a coin, `value` in minor units. The same value may be both: 500 F CFA. */
export type Denomination = { form: 'note' | 'coin'; value: number }
export type CountedDenomination = Denomination & { count: number }

/** The money of the countries we know, as their central banks strike and print it. What of it a country uses is its own list. */
const strikes: Readonly<Record<string, Readonly<Record<Denomination['form'], readonly number[]>>>> = {
  XOF: { note: [10_000, 5000, 2000, 1000, 500], coin: [500, 250, 200, 100, 50, 25, 10, 5, 1] },
  XAF: { note: [10_000, 5000, 2000, 1000, 500], coin: [500, 100, 50, 25, 10, 5, 2, 1] },
  GNF: { note: [20_000, 10_000, 5000, 2000, 1000, 500, 100], coin: [50, 25, 10, 5, 1] },
}

type Money = { currency: { code: string }; denominations: readonly number[]; cashRoundingStep: number }

/**
 * The rows of a count, notes first and each largest first: the country's list, without what is too small to be given back. Of a currency that we
 * do not know, what is worth a twentieth of the largest or more is taken for a note.
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

/** What was counted, in minor units, to the unit. RangeError for a count that is none: below zero, a fraction. */
export function countedTotal(counted: readonly { value: number; count: number }[]): Minor {
  return sum(counted.map(({ value, count }) => minor(value * demandCount(count))))
}

/** A count as it was typed: nothing is 0; null for letters, signs, fractions and more than anybody counts. */
export function typedCount(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return 0
  return /^\d{1,6}$/.test(typed) ? Number(typed) : null
}

function demandCount(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a count: ${count}`)
  return count
}
