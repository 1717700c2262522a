import {
  isTypedLine,
  meansOf,
  type CountedDay,
  type Evidence,
  type Rule,
} from '#shared/domain/register/causes/counted-day.ts'
import { isSameMeans, type Means } from '#shared/domain/register/totals.ts'

type Swapped = Extract<Evidence, { kind: 'digits-swapped' }>
/** A typed number, the means it counts for, and the change of the gap per unit. */
type Typed = { typed: number; means: Means; worth: number; of: Swapped['of'] }

const drawer: Means = { type: 'CASH', operator: null }

/** Two neighbouring digits of a count or a typed amount were swapped; the gap is then divisible by 9. */
export const digitsSwapped: Rule<'digits-swapped'> = (day, row) => {
  const numbers = typedNumbers(day)
    .map((number) => ({ ...number, meanings: swaps(number.typed) }))
    .filter(({ meanings }) => meanings.length > 0)
  return numbers
    .filter(({ means }) => isSameMeans(means, row))
    .flatMap(({ typed, worth, of, meanings }) =>
      meanings
        .filter((meant) => (typed - meant) * worth === row.gap)
        .map((meant) => ({
          chance: 1 / (numbers.length * meanings.length),
          explains: 1,
          evidence: { kind: 'digits-swapped' as const, typed, meant, of },
        })),
    )
}

function typedNumbers({ denominations, differences, movements }: CountedDay): Typed[] {
  const counts = denominations.map(({ form, value, count }): Typed => ({
    typed: count,
    means: drawer,
    worth: value,
    of: { kind: 'count', form, value },
  }))
  const means = differences.flatMap(({ type, operator, counted }): Typed[] =>
    type === 'CASH'
      ? []
      : [{ typed: counted, means: { type, operator }, worth: 1, of: { kind: 'means', means: { type, operator } } }],
  )
  const lines = movements.filter(isTypedLine).flatMap((line): Typed[] => {
    const moved = meansOf(line)
    // An amount typed too high makes incoming money missing and outgoing money excess.
    return moved
      ? [
          {
            typed: Math.abs(line.amount),
            means: moved,
            worth: line.amount > 0 ? -1 : 1,
            of: { kind: 'movement', movementId: line.id },
          },
        ]
      : []
  })
  return [...counts, ...means, ...lines]
}

/** Numbers that become `typed` by swapping two neighbouring digits; with the same number of digits. */
function swaps(typed: number): number[] {
  const digits = String(typed).split('')
  return digits.slice(1).flatMap((digit, place) => {
    if (digit === digits[place] || (place === 0 && digit === '0')) return []
    return [Number([...digits.slice(0, place), digit, digits[place]!, ...digits.slice(place + 2)].join(''))]
  })
}
