import { addDays } from '#shared/domain/dates.ts'
import type { Period } from '#shared/domain/reports/compared-period.ts'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { MeasureName } from '#shared/domain/reports/measures.ts'
import type { FindName } from '#shared/domain/reports/words/named-records.ts'
import { hoursAt } from '#shared/domain/reports/words/said-hours.ts'
import { periodAt } from '#shared/domain/reports/words/said-period.ts'
import {
  afterArticles,
  askedWords,
  correctedWord,
  nounIn,
  phraseAt,
  type Phrase,
} from '#shared/domain/reports/words/phrase-at.ts'
import { articles, phrases, type Meaning } from '#shared/domain/reports/words/said-words.ts'
import { saidNumbers, type Token } from '#shared/domain/reports/words/tokens.ts'

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
  /** Products or clients, where they were named as what is counted, and the word. */
  counted: { dimension: DimensionName; place: Place } | null
  /** Names of one dimension that were set against each other. */
  between: DimensionName | null
  /** The filter whose part of the whole was asked for, and the word that asked. */
  share: { dimension: DimensionName; place: Place } | null
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
    counted: null,
    between: null,
    share: null,
    struck: [],
  }
  private readonly tokens: Token[]
  private at = 0
  private isTop = false
  private isSameDay = false
  private without: Token | null = null
  private versus: Token | null = null
  private numbers: Token[] = []
  private share: Place | null = null

  constructor(
    private readonly text: string,
    private readonly names: Names,
  ) {
    this.tokens = askedWords(text, names.today)
  }

  run(): void {
    while (this.at < this.tokens.length) this.step()
    const { reading } = this
    if (this.versus && this.versus.word !== 'que') reading.struck.push(this.versus)
    if (this.without) reading.struck.push(this.without)
    if (this.share) this.shareOf(reading.parts.findLast(({ meaning }) => meaning.kind === 'filter')?.meaning)
    if (this.share) reading.struck.push(this.share)
    for (const number of this.numbers) {
      const limit = Number(number.word)
      if (reading.rank !== null && reading.limit === null && limit >= 1 && limit <= mostRows) reading.limit = limit
      else reading.struck.push(number)
    }
  }

  private step(): void {
    const hours = hoursAt(this.tokens, this.at)
    if (hours) return this.take(hours.length, [hours.filter])
    const phrase = phraseAt(this.tokens, this.at)
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

  private takePhrase({ meanings, length }: Phrase): void {
    const [first] = meanings
    switch (first?.kind) {
      case 'by': {
        const next = afterArticles(this.tokens, this.at + length)
        const dimension = nounIn(phraseAt(this.tokens, next)?.meanings)
        if (dimension === null) return this.pass(length)
        return this.take(next + phraseAt(this.tokens, next)!.length - this.at, [{ kind: 'group', dimension }])
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
      case 'share':
        if (this.share) this.reading.struck.push(this.share)
        this.share = this.placeOf(length)
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
    const next = afterArticles(this.tokens, this.at + length)
    const token = this.tokens[next]
    if (dimension === 'taxGroup' && token && /^[a-f]$/.test(token.word) && !articles.has(token.word)) {
      const key = token.word.toLocaleUpperCase('fr')
      return this.take(next + 1 - this.at, [{ kind: 'filter', dimension, keys: [key], name: `Groupe ${key}` }])
    }
    const own = this.nameAt(next, dimension)
    if (own?.found.dimension === dimension || (own && this.isUnknown(next)))
      return this.take(next + own.length - this.at, [{ kind: 'filter', ...own.found }])
    if (dimension === 'product' || dimension === 'patient') {
      if (this.without) return this.take(length, [{ kind: 'noun', dimension }])
      this.reading.counted ??= { dimension, place: this.placeOf(length) }
      return this.pass(length)
    }
    return this.take(length, [{ kind: 'group', dimension }])
  }

  private takeUnknown(hint: DimensionName | null): void {
    const token = this.tokens[this.at]!
    if (/^\d+$/.test(token.word)) return this.takeNumber(token)
    const own = this.nameAt(this.at, hint)
    if (own) return this.take(own.length, [{ kind: 'filter', ...own.found }])
    const number = saidNumbers.get(token.word)
    if (number !== undefined) return this.takeNumber({ ...token, word: number })
    const corrected = correctedWord(token.word)
    if (corrected !== null) {
      this.tokens[this.at] = { ...token, word: corrected }
      return
    }
    if (this.without) return this.take(1, [])
    this.reading.struck.push(token)
    return this.pass(1)
  }

  private takeNumber(token: Token): void {
    const limit = Number(token.word)
    if (this.isTop && this.reading.limit === null && limit >= 1 && limit <= mostRows) this.reading.limit = limit
    else this.numbers.push(token)
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
      phraseAt(this.tokens, at) === null &&
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
      this.against(meaning)
      this.shareOf(meaning)
      if (meaning.kind === 'measure' && !this.isAllowed(meaning)) this.reading.struck.push(place)
      else if (meaning.kind === 'rank')
        this.reading.rank = { descending: meaning.descending, isChange: meaning.isChange ?? false }
      else this.reading.parts.push({ meaning, ...place })
      this.reading.isAnything = true
    }
  }

  private isAllowed({ measure, counted }: Meaning & { kind: 'measure' }): boolean {
    const { allowed } = this.names
    return allowed.includes(measure) || (counted !== undefined && allowed.includes(counted))
  }

  /** « Efferalgan contre Doliprane »: two names beside each other, not a period compared. */
  private against(meaning: Meaning): void {
    if (this.versus === null || meaning.kind !== 'filter') return
    const { dimension } = meaning
    if (!this.reading.parts.some(({ meaning: said }) => said.kind === 'filter' && said.dimension === dimension)) return
    this.versus = null
    this.reading.between = dimension
  }

  private shareOf(meaning: Meaning | undefined): void {
    if (this.share === null || meaning?.kind !== 'filter') return
    this.reading.share = { dimension: meaning.dimension, place: this.share }
    this.share = null
  }

  private pass(length: number): void {
    this.at += length
  }

  private placeOf(length: number): Place {
    return { start: this.tokens[this.at]!.start, end: this.tokens[this.at + length - 1]!.end }
  }
}
