import { fold } from '#shared/domain/search/fold.ts'

/** A word of a question. `start` and `end` cut it from the text, with its elided article: « d’août ». */
export type Token = { word: string; start: number; end: number }

const pattern = /(?:(?<![\p{L}\p{M}\d])(?:[cdjlmnst]|qu|jusqu)['’ʼ])?(\d+|\p{L}[\p{L}\p{M}\d]*)/giu

/** The words of a question in their order, in the singular; a number and its unit are two words. */
export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(pattern), (match) => ({
    word: singular(fold(match[1]!)),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** The words of a phrase or of a name, compared as those of a question. */
export function wordsIn(text: string): string[] {
  return tokensOf(text).map(({ word }) => word)
}

/** « vendeurs » and « vendeur » are one word; so are « mois » and « moi ». */
function singular(word: string): string {
  return word.length > 3 && /[sx]$/.test(word) && !/\d/.test(word) ? word.slice(0, -1) : word
}
