import { close, inputKept, resume, unchanged, type ErrorText } from '#shared/domain/error-phrases.ts'
import type { OwnMessage } from '#shared/domain/errors.ts'

/** Texts of our own messages about products, stock and recalls. */
export const stockTexts: Record<
  Extract<OwnMessage, `stocks:${string}` | `recalls:${string}` | `products:${string}`>,
  ErrorText
> = {
  'products:changedMeanwhile': {
    title: 'Modifié entre-temps',
    text: 'Une autre personne a modifié ce produit depuis que vous l’avez ouvert. Rouvrez-le pour voir ses valeurs, puis refaites votre changement.',
    kept: inputKept,
    buttons: close,
  },
  'products:cannotMerge': {
    title: 'Fusion impossible',
    text: 'Un produit ne peut pas être fusionné avec lui-même, avec un produit archivé, ni deux fois. Choisissez-en un autre.',
    kept: unchanged,
    buttons: close,
  },
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
    title: 'Il reste du stock',
    text: 'Vendez, corrigez ou détruisez d’abord ce qui reste, puis archivez.',
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
    text: 'Ce produit a déjà ce lot, peut-être écrit autrement. Si ce sont les mêmes boîtes, corrigez plutôt la quantité de ce lot.',
    kept: inputKept,
    buttons: resume,
  },
  'stocks:beyondStock': {
    title: 'Il n’y en a pas autant en stock',
    text: 'La quantité demandée dépasse celle du lot, qui a peut-être changé entre-temps. Vérifiez le rayon, puis recommencez.',
    kept: inputKept,
    buttons: resume,
  },
  'stocks:blockedLot': {
    title: 'Ce lot est mis de côté',
    text: 'Un lot rappelé ou en quarantaine ne peut pas être déconditionné. Levez d’abord la quarantaine, ou prenez un autre lot.',
    kept: inputKept,
    buttons: close,
  },
  'stocks:recalledLot': {
    title: 'Ce lot est rappelé',
    text: 'Il reste bloqué tant que le rappel est ouvert. Clôturez d’abord le rappel.',
    kept: unchanged,
    buttons: close,
  },
  'stocks:lotChanged': {
    title: 'Ce lot a été corrigé entre-temps',
    text: 'Une autre personne a corrigé ce lot depuis que vous l’avez lu. Relisez-le, puis corrigez-le de nouveau s’il le faut.',
    kept: unchanged,
    buttons: close,
  },
  'stocks:storageInUse': {
    title: 'Ce rangement n’est pas vide',
    text: 'Des produits y sont encore. Rangez-les ailleurs, au scanner ou depuis leur fiche, puis archivez-le.',
    kept: unchanged,
    buttons: close,
  },
  'recalls:alreadyOpen': {
    title: 'Ce lot est déjà rappelé',
    text: 'Un rappel ouvert bloque déjà ce lot de ce produit. Ouvrez-le dans la liste des rappels.',
    kept: unchanged,
    buttons: close,
  },
}
