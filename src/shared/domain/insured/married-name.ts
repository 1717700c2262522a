import { fold } from '#shared/domain/search/fold.ts'

/** `lastName`: the name in use, a husband's where there is one. `birthName`: the name at birth, when it is another. */
export type InsuredName = { lastName: string; firstName: string; birthName: string | null }

type Marked = {
  before: string[]
  /** What the name after the marker is. */
  kind: 'birth' | 'husband'
  after: string[]
  /** Words behind a name in parentheses; null without parentheses. */
  rest: string[] | null
}

/**
 * « DOSSOU née KOUASSI Ama », « KOUASSI épse DOSSOU Ama », « DOSSOU Ama (née KOUASSI) »: the same person. Null for a
 * name without « née », « épouse », « veuve » or one of their short forms between two names.
 */
export function splitMarriedName(name: string, isCapitals: (word: string) => boolean): InsuredName | null {
  const marked = findMarker(name)
  if (!marked) return null
  const { before, after, kind } = marked
  const rest = marked.rest ?? []
  const [own, other] = [before.filter(isCapitals), after.filter(isCapitals)]
  const others = [...before, ...after, ...rest].filter((word) => !isCapitals(word))
  if (own.length > 0 && other.length > 0 && others.length > 0) return named(own, kind, other, others)
  // Capitals do not separate last and first names: the words after the last name of the second part are first names.
  if (marked.rest === null && after.length > 1) return named(before, kind, after.slice(0, 1), after.slice(1))
  if (rest.length > 0) return named(before, kind, after, rest)
  return named(before.slice(0, 1), kind, after, before.slice(1))
}

/** As `splitMarriedName`, where last and first names have columns of their own; the marker may stand in either. */
export function marriedNameOf(lastName: string, firstName: string): InsuredName {
  const last = findMarker(lastName)
  if (last) return named(last.before, last.kind, last.after, [...(last.rest ?? []), firstName].filter(Boolean))
  const first = lastName === '' ? null : findMarker(firstName)
  if (first) return named([lastName], first.kind, first.after, [...first.before, ...(first.rest ?? [])])
  return { lastName, firstName, birthName: null }
}

function named(own: string[], kind: Marked['kind'], other: string[], firstNames: string[]): InsuredName {
  const [lastName, birthName] = kind === 'birth' ? [own, other] : [other, own]
  return { lastName: lastName.join(' '), firstName: firstNames.join(' '), birthName: birthName.join(' ') }
}

function findMarker(name: string): Marked | null {
  const words = name.replaceAll(/\(\s+/g, '(').replaceAll(/\s+\)/g, ')').split(' ')
  const at = words.findIndex((word, index) => index > 0 && index < words.length - 1 && kindOf(word) !== null)
  const kind = kindOf(words[at] ?? '')
  if (kind === null) return null
  const before = words.slice(0, at)
  const end = words[at]!.startsWith('(') ? words.findIndex((word, index) => index > at && word.endsWith(')')) : -1
  if (end < 0) return { before, kind, after: words.slice(at + 1), rest: null }
  const after = words.slice(at + 1, end + 1).map((word) => word.replace(/\)$/, ''))
  return { before, kind, after, rest: words.slice(end + 1) }
}

function kindOf(word: string): Marked['kind'] | null {
  const marker = fold(word).replaceAll(/[^\p{L}]/gu, '')
  if (marker === 'nee') return 'birth'
  return /^(?:ep|eps|epse|epouse|vve|veuve)$/.test(marker) ? 'husband' : null
}
