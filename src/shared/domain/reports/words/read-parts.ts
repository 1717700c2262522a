import { addDays } from '#shared/domain/dates.ts'
import type { Period } from '#shared/domain/reports/compared-period.ts'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { MeasureName } from '#shared/domain/reports/measures.ts'
import type { FindName } from '#shared/domain/reports/words/named-records.ts'
import { hoursAt } from '#shared/domain/reports/words/said-hours.ts'
import { periodAt } from '#shared/domain/reports/words/said-period.ts'
import { articles, knownWords, longestPhrase, phrases, type Meaning } from '#shared/domain/reports/words/said-words.ts'
import { tokensOf, type Token } from '#shared/domain/reports/words/tokens.ts'
import { beginsWithinOneEdit } from '#shared/domain/search/one-edit.ts'

/** A place of the text and what it means. */
export type Part = { meaning: Meaning; start: number; end: number }
type Place = { start: number; end: number }
type Rank = { descending: boolean; isChange: boolean }

/** What the words of a question say, before they are one report. */
export type Reading = {
  /** Groups, filters and measures. */
  parts: Part[]
  period: Period | null
  compared: { period: Period; isSameDay: boolean; part: Part }[]
  rank: Rank | null
  limit: number | null
  isTrend: boolean
  isAnything: boolean
  struck: Place[]
}

type NamedPlace = { dimension: DimensionName; keys: readonly string[]; name: string }
type Names = { today: string; find: FindName; allowed: readonly MeasureName[] }

const longestName = 5
const mostRows = 200

/** Reads a question from its first word to its last one; at each place the longest phrase counts. */
export function readParts(text: string, names: Names): Reading {
  const reader = new PartsReader(text, names)
  reader.run()
  return reader.reading
}

class PartsReader {
  readonly reading: Reading = {
    parts: [],
    period: null,
    compared: [],
    rank: null,
    limit: null,
    isTrend: false,
    isAnything: false,
    struck: [],
  }
  private readonly tokens: Token[]
  private at = 0
  private isTop = false
  private isSameDay = false
  private without: Token | null = null
  private versus: Token | null = null
  private numbers: Token[] = []

  constructor(
    private readonly text: string,
    private readonly names: Names,
  ) {
    this.tokens = tokensOf(text)
  }

  run(): void {
    while (this.at < this.tokens.length) this.step()
    const { reading } = this
    if (this.versus && this.versus.word !== 'que') reading.struck.push(this.versus)
    if (this.without) reading.struck.push(this.without)
    for (const number of this.numbers) {
      const limit = Number(number.word)
      if (reading.rank !== null && reading.limit === null && limit >= 1 && limit <= mostRows) reading.limit = limit
      else reading.struck.push(number)
    }
  }

  private step(): void {
    const hours = hoursAt(this.tokens, this.at)
    if (hours) return this.take(hours.length, [hours.filter])
    const phrase = this.phraseAt(this.at)
    const period = this.isGrouped() ? null : periodAt(this.tokens, this.at, this.text, this.names.today)
    const repeated = this.repeatedAt()
    if (repeated) return this.take(3, [{ kind: 'group', dimension: repeated }])
    if (period && period.length >= (phrase?.length ?? 0)) return this.takePeriod(period.period, period.length)
    if (phrase) return this.takePhrase(phrase)
    return this.takeUnknown(null)
  }

  /** « par vendeur et jour »: the day after a group is one too. */
  private isGrouped(): boolean {
    const [before, link] = [this.tokens[this.at - 2], this.tokens[this.at - 1]]
    const last = this.reading.parts.at(-1)
    return link?.word === 'et' && before !== undefined && last?.meaning.kind === 'group' && last.end === before.end
  }

  /** « mois par mois ». */
  private repeatedAt(): DimensionName | null {
    const [first, by, again] = this.tokens.slice(this.at, this.at + 3)
    if (by?.word !== 'par' || first?.word !== again?.word) return null
    return nounIn(phrases.get(first!.word))
  }

  private phraseAt(start: number): { meanings: readonly Meaning[]; length: number } | null {
    let found: { meanings: readonly Meaning[]; length: number } | null = null
    let said = ''
    for (let [at, count] = [start, 0]; at < this.tokens.length && count < longestPhrase; at++) {
      const { word } = this.tokens[at]!
      const longer = said === '' ? word : `${said} ${word}`
      const isArticle = articles.has(word) && said !== '' && !isBeginning(longer)
      if (isArticle) continue
      count++
      said = longer
      const meanings = phrases.get(said)
      if (meanings) found = { meanings, length: at - start + 1 }
    }
    return found
  }

  private takePhrase({ meanings, length }: { meanings: readonly Meaning[]; length: number }): void {
    const [first] = meanings
    switch (first?.kind) {
      case 'by': {
        const next = this.skipArticles(this.at + length)
        const dimension = nounIn(this.phraseAt(next)?.meanings)
        if (dimension === null) return this.pass(length)
        return this.take(next + this.phraseAt(next)!.length - this.at, [{ kind: 'group', dimension }])
      }
      case 'noun':
        return this.takeNoun(first.dimension, length)
      case 'top':
        this.isTop = true
        this.reading.rank ??= { descending: true, isChange: false }
        this.reading.isAnything = true
        return this.pass(length)
      case 'versus':
        this.versus = this.tokens[this.at]!
        return this.pass(length)
      case 'same':
        this.isSameDay = true
        return this.pass(length)
      case 'without':
        this.without = this.tokens[this.at]!
        return this.pass(length)
      case 'trend':
        this.reading.isTrend = true
        this.reading.isAnything = true
        return this.pass(length)
      case 'no':
        this.reading.struck.push(this.placeOf(length))
        return this.pass(length)
      case 'filler':
      case undefined:
        return this.pass(length)
      default:
        return this.take(length, meanings)
    }
  }

  /** A noun names what follows it, or is a group; products and clients are groups only where they are ranked. */
  private takeNoun(dimension: DimensionName, length: number): void {
    const next = this.skipArticles(this.at + length)
    const token = this.tokens[next]
    if (dimension === 'taxGroup' && token && /^[a-f]$/.test(token.word) && !articles.has(token.word)) {
      const key = token.word.toLocaleUpperCase('fr')
      return this.take(next + 1 - this.at, [{ kind: 'filter', dimension, keys: [key], name: `Groupe ${key}` }])
    }
    const own = this.nameAt(next, dimension)
    if (own?.found.dimension === dimension || (own && this.isUnknown(next)))
      return this.take(next + own.length - this.at, [{ kind: 'filter', ...own.found }])
    if (dimension === 'product' || dimension === 'patient')
      return this.without ? this.take(length, [{ kind: 'noun', dimension }]) : this.pass(length)
    return this.take(length, [{ kind: 'group', dimension }])
  }

  private takeUnknown(hint: DimensionName | null): void {
    const token = this.tokens[this.at]!
    if (/^\d+$/.test(token.word)) {
      const limit = Number(token.word)
      if (this.isTop && this.reading.limit === null && limit >= 1 && limit <= mostRows) this.reading.limit = limit
      else this.numbers.push(token)
      return this.pass(1)
    }
    const own = this.nameAt(this.at, hint)
    if (own) return this.take(own.length, [{ kind: 'filter', ...own.found }])
    const corrected = correctedWord(token.word)
    if (corrected !== null) {
      this.tokens[this.at] = { ...token, word: corrected }
      return
    }
    if (this.without) return this.take(1, [])
    this.reading.struck.push(token)
    return this.pass(1)
  }

  /** The longest name that begins here. */
  private nameAt(start: number, hint: DimensionName | null): { found: NamedPlace; length: number } | null {
    for (let length = Math.min(longestName, this.tokens.length - start); length > 0; length--) {
      const last = this.tokens[start + length - 1]!
      if (length > 1 && !this.mayEndName(start + length - 1)) continue
      if (length === 1 && articles.has(last.word)) continue
      const words = this.tokens
        .slice(start, start + length)
        .map(({ word }) => word)
        .filter((word) => !articles.has(word))
      const found = this.names.find(words, hint)
      if (found) return { found: { ...found, name: found.name ?? this.textOf(start, length) }, length }
    }
    return null
  }

  /** Words of the vocabulary may be in a name, as « assurances »; a size may be the word of a quarter: « T4 ». */
  private mayEndName(at: number): boolean {
    const { word } = this.tokens[at]!
    if (this.isUnknown(at) || /^[ts]\d$/.test(word)) return true
    return word.length > 3 && periodAt(this.tokens, at, this.text, this.names.today) === null
  }

  /** As it was typed, without an elided article. */
  private textOf(start: number, length: number): string {
    const said = this.text.slice(this.tokens[start]!.start, this.tokens[start + length - 1]!.end)
    return said.replace(/^\p{L}{1,2}['’ʼ]/u, '')
  }

  private isUnknown(at: number): boolean {
    return (
      this.tokens[at] !== undefined &&
      this.phraseAt(at) === null &&
      periodAt(this.tokens, at, this.text, this.names.today) === null
    )
  }

  private takePeriod(period: Period, length: number): void {
    const { reading } = this
    const place = this.placeOf(length)
    const part: Part = { meaning: { kind: 'filler' }, ...place }
    reading.isAnything = true
    if (this.versus === null && reading.period === null) reading.period = period
    else if (this.versus === null && period.from === addDays(reading.period!.to, 1))
      reading.period = { from: reading.period!.from, to: period.to }
    else {
      const start = this.versus?.start ?? place.start
      reading.compared.push({ period, isSameDay: this.isSameDay, part: { ...part, start } })
    }
    this.versus = null
    this.isSameDay = false
    this.at += length
  }

  /** Parts that were said to be left out are struck through; so are measures without their right. */
  private take(length: number, meanings: readonly Meaning[]): void {
    const place = this.placeOf(length)
    this.at += length
    if (this.without) {
      this.reading.struck.push({ start: this.without.start, end: place.end })
      this.without = null
      return
    }
    for (const meaning of meanings) {
      if (meaning.kind === 'measure' && !this.names.allowed.includes(meaning.measure)) this.reading.struck.push(place)
      else if (meaning.kind === 'rank')
        this.reading.rank = { descending: meaning.descending, isChange: meaning.isChange ?? false }
      else this.reading.parts.push({ meaning, ...place })
      this.reading.isAnything = true
    }
  }

  private pass(length: number): void {
    this.at += length
  }

  private placeOf(length: number): Place {
    return { start: this.tokens[this.at]!.start, end: this.tokens[this.at + length - 1]!.end }
  }

  private skipArticles(start: number): number {
    let at = start
    while (this.tokens[at] && articles.has(this.tokens[at]!.word)) at++
    return at
  }
}

function nounIn(meanings: readonly Meaning[] | undefined): DimensionName | null {
  const noun = meanings?.find((meaning) => meaning.kind === 'noun')
  return noun?.kind === 'noun' ? noun.dimension : null
}

const beginnings = new Set(
  Array.from(phrases.keys()).flatMap((phrase) => {
    const words = phrase.split(' ')
    return words.map((_, at) => words.slice(0, at + 1).join(' '))
  }),
)

function isBeginning(said: string): boolean {
  return beginnings.has(said)
}

/** A word of the vocabulary one letter away; short words and those of the vocabulary are never corrected. */
function correctedWord(word: string): string | null {
  if (word.length < 5 || knownWords.includes(word)) return null
  const isNear = (known: string) =>
    Math.abs(known.length - word.length) <= 1 && beginsWithinOneEdit(known, word) && beginsWithinOneEdit(word, known)
  return knownWords.find(isNear) ?? null
}

/**
 * The words of a question that may be part of a name, with three letters at least. A word of the vocabulary is one after
 * a noun only: « rayon Caisse ».
 */
export function wordsSought(text: string): string[] {
  const words = tokensOf(text)
    .map(({ word }) => word)
    .filter((word) => !articles.has(word))
  const mayName = (word: string, at: number) => !phrases.has(word) || nounIn(phrases.get(words[at - 1] ?? '')) !== null
  return [...new Set(words.filter((word, at) => /\p{L}{3}/u.test(word) && mayName(word, at)))]
}
