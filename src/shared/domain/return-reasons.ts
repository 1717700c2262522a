import { wordsOf } from '#shared/domain/search/fold.ts'

/** Proposed reasons of a return. Typed reasons are allowed too. */
export const returnReasons = [
  'Erreur de produit',
  'Client a renoncé',
  'Traitement changé',
  'Boîte abîmée',
  'Produit périmé',
  'Produit rappelé',
] as const

/** Beginnings of folded words that describe a box unfit for sale: recalled, damaged, broken, past its date. */
const unfit = ['rappel', 'abim', 'endommag', 'casse', 'perim', 'expir']

/**
 * Whether a return for this reason may put boxes back on sale. Typed reasons are judged by their words; a doubtful one
 * keeps the box off the shelf, and a stock correction can bring it back.
 */
export function mayRestock(reason: string): boolean {
  return !wordsOf(reason).some((word) => unfit.some((beginning) => word.startsWith(beginning)))
}
