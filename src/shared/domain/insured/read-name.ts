import { marriedNameOf, splitMarriedName, type InsuredName } from '#shared/domain/insured/married-name.ts'

/**
 * Splits « DOSSOU Aurèle », « Aurèle DOSSOU », « DOSSOU, Aurèle », « Aurèle Dossou »: words in capitals are the last
 * name, wherever they stand. When all or no words are in capitals, the first word is the last name. « DOSSOU née
 * KOUASSI Ama » has a name at birth too.
 */
export function splitName(text: string): InsuredName {
  const name = cleanName(text)
  const comma = /^([^,;]+)[,;]\s*(.+)$/.exec(name)
  if (comma) return marriedNameOf(comma[1]!.trim(), comma[2]!.trim())
  const married = splitMarriedName(name, isCapitals)
  if (married) return married
  const words = name.split(' ')
  const capitals = words.filter(isCapitals)
  const others = words.filter((word) => !isCapitals(word))
  if (capitals.length > 0 && others.length > 0)
    return { lastName: capitals.join(' '), firstName: others.join(' '), birthName: null }
  return { lastName: words[0] ?? '', firstName: words.slice(1).join(' '), birthName: null }
}

/** A name without its title. */
export function cleanName(text: string): string {
  return cleanText(text).replace(/^(?:m|mr|mme|mlle|monsieur|madame|mademoiselle|mrs|miss|ms)\.? (?=\S)/i, '')
}

/** Removes invisible characters and repeated spaces; NFC, so that « é » is always one character. */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
}

/** At least two letters, all upper case: « K. » is an initial. */
function isCapitals(word: string): boolean {
  const letters = word.match(/\p{L}/gu) ?? []
  return letters.length >= 2 && word === word.toUpperCase() && word !== word.toLowerCase()
}
