import { close, inputKept, resume, unchanged, type ErrorText } from '#shared/domain/error-phrases.ts'
import type { OwnMessage } from '#shared/domain/errors.ts'

/** Texts of our own messages about products and stock. */
export const stockTexts: Record<Extract<OwnMessage, `stocks:${string}`>, ErrorText> = {
  'stocks:productAlreadyInStock': {
    title: 'Produit déjà dans votre stock',
    text: 'Ce produit du référentiel est déjà dans votre stock. S’il est archivé, reprenez-le.',
    kept: inputKept,
    buttons: close,
  },
  'stocks:codeOfAnotherProduct': {
    title: 'Code déjà utilisé',
    text: 'Ce code désigne déjà un autre produit de votre stock. Un code ne désigne qu’un produit.',
    kept: inputKept,
    buttons: resume,
  },
  'stocks:minimumAboveMaximum': {
    title: 'Mini au-dessus du maxi',
    text: 'Le stock minimum doit rester au plus égal au maximum. Un maximum de 0 veut dire qu’il n’y a pas de maximum.',
    kept: inputKept,
    buttons: resume,
  },
  'stocks:cannotArchiveStocked': {
    title: 'Ce produit a encore du stock',
    text: 'Vendez, corrigez ou détruisez d’abord ce qui reste, puis archivez le produit.',
    kept: unchanged,
    buttons: close,
  },
  'stocks:priceBelowCost': {
    title: 'Prix sous le prix d’achat',
    text: 'Ce prix ferait vendre à perte. Corrigez-le, ou confirmez que vous le voulez.',
    kept: inputKept,
    buttons: resume,
  },
  'stocks:batchRefused': {
    title: 'Rien n’a été modifié',
    text: 'Des produits refusent ce changement. Retirez-les de la sélection, ou corrigez-les, puis recommencez.',
    kept: unchanged,
    buttons: close,
  },
  'stocks:lotAlreadyEntered': {
    title: 'Lot déjà saisi',
    text: 'Ce produit a déjà ce lot, peut-être écrit autrement. Corrigez la quantité de ce lot au lieu d’en saisir un autre.',
    kept: inputKept,
    buttons: resume,
  },
}
