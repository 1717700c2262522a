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

const abbreviations: Readonly<Record<string, string>> = {
  nb: 'nombre',
  nbr: 'nombre',
  nbre: 'nombre',
  cbien: 'combien',
  cmb: 'combien',
  qte: 'quantite',
}

/** The words of a question without the abbreviations of telephones. */
export function spelledOut(tokens: readonly Token[]): Token[] {
  return tokens.map((token) => ({ ...token, word: abbreviations[token.word] ?? token.word }))
}

/** « les dix meilleurs »; « sept » is a month. */
export const saidNumbers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    six: 6,
    huit: 8,
    neuf: 9,
    dix: 10,
    douze: 12,
    quinze: 15,
    vingt: 20,
    trente: 30,
    cinquante: 50,
    cent: 100,
  }).map(([word, number]) => [singular(word), String(number)]),
)

/** « vendeurs » and « vendeur » are one word; so are « mois » and « moi ». */
function singular(word: string): string {
  return word.length > 3 && /[sx]$/.test(word) && !/\d/.test(word) ? word.slice(0, -1) : word
}
