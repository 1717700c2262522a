import type { Meaning } from '#shared/domain/reports/words/said-words.ts'
import type { Token } from '#shared/domain/reports/words/tokens.ts'

/** « entre 8h et 12h », « de 8h à 12h », « après 20h », « avant 9h », « à 18h »; null without an hour. */
export function hoursAt(
  tokens: readonly Token[],
  at: number,
): { filter: Extract<Meaning, { kind: 'filter' }>; length: number } | null {
  const word = (index: number) => tokens[at + index]?.word ?? ''
  const hourAt = (index: number): number | null =>
    /^\d{1,2}$/.test(word(index)) && /^(h|heure|h\d\d)$/.test(word(index + 1)) && Number(word(index)) <= 24
      ? Number(word(index))
      : null
  const first = hourAt(1)
  if (first === null) return null
  const second = ['et', 'a'].includes(word(3)) ? hourAt(4) : null
  if ((word(0) === 'entre' || word(0) === 'de') && second !== null && first < second)
    return { filter: hours(first, second), length: 6 }
  switch (word(0)) {
    case 'apre':
      return { filter: hours(first, 24), length: 3 }
    case 'avant':
      return { filter: hours(0, first), length: 3 }
    case 'a':
    case 'ver':
      return { filter: hours(first, first + 1), length: 3 }
    default:
      return null
  }
}

function hours(from: number, until: number): Extract<Meaning, { kind: 'filter' }> {
  const keys = Array.from({ length: until - from }, (_, at) => String(from + at).padStart(2, '0'))
  return { kind: 'filter', dimension: 'hour', keys, name: `de ${from} h à ${until} h` }
}
