import { compareTexts } from '#shared/domain/compare-texts.ts'
import { anions, cations, fillers, minerals, phrases, salts, synonyms } from '#shared/domain/scheme/substance-words.ts'
import { fold } from '#shared/domain/search/fold.ts'

/**
 * The words that identify the substances of texts, sorted, unique and normalized: without salts, water, acids and
 * accents. « Chlorhydrate de tramadol », « TRAMADOL (CHLORHYDRATE DE) » and « tramadol » are equal; so are «
 * amoxicilline + acide clavulanique » and « Clavulanate de potassium / Amoxicilline trihydratée ».
 */
export function substanceStems(names: readonly string[]): string[] {
  const words = names.flatMap((name) => partsOf(name).flatMap((part) => ownWords(part)))
  return [...new Set(words.map(stemOf))].toSorted(compareTexts)
}

/** Folded words to search for in a referential that writes the same substances differently. */
export function substanceWords(text: string): string[] {
  return [...new Set(partsOf(text).flatMap((part) => ownWords(part)))]
}

/** Comparison key of a set of substances. */
export function substanceKey(stems: readonly string[]): string {
  return stems.join(' ')
}

/** Normalizes spelling variants: « phénobarbital » and « fenobarbital », « amoxicillin » and « amoxicilline ». */
export function stemOf(word: string): string {
  if (word.length < 5) return word
  return word
    .replaceAll('ph', 'f')
    .replaceAll('th', 't')
    .replaceAll('y', 'i')
    .replace(/^oe/, 'e')
    .replaceAll(/(.)\1/g, '$1')
    .replace(/e$/, '')
}

const known: ReadonlyMap<string, string> = new Map(Object.entries(synonyms).map(([name, own]) => [stemOf(name), own]))

/** Splits a text at signs and « et » into substances. */
function partsOf(text: string): string[] {
  const folded = phrases.reduce(
    (rest, [phrase, name]) => rest.replaceAll(phrase, name),
    fold(text).replaceAll('’', "'"),
  )
  return folded.split(/[+/;,|&]|\bet\b|\bavec\b/).filter((part) => part.trim() !== '')
}

function ownWords(part: string): string[] {
  const words = wordsOf(part).flatMap((word) => (known.get(stemOf(word)) ?? word).split(' '))
  const kept = words.filter((_, index) => !isSalt(words, index))
  // « chlorure de sodium »: when all words are salts, they are the substance.
  return kept.length > 0 ? kept : words
}

function wordsOf(part: string): string[] {
  const words = part.match(/[\p{L}\d]+/gu) ?? []
  return words.filter((word) => !fillers.has(word) && !/^\d+$/.test(word))
}

function isSalt(words: readonly string[], index: number): boolean {
  const word = words[index]!
  const beside = [words[index - 1] ?? '', words[index + 1] ?? '']
  if (anions.has(word) && beside.some((other) => minerals.has(other))) return false
  if (cations.has(word)) return index > 0 && !beside.some((other) => anions.has(other))
  return salts.has(word)
}
