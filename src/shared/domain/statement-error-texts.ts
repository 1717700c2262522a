import { close, inputKept, resume, unchanged, type ErrorText } from '#shared/domain/error-phrases.ts'
import type { OwnMessage } from '#shared/domain/errors.ts'

/** Texts of our own messages about statements, claims and payments of suppliers. */
export const statementTexts: Record<
  Extract<OwnMessage, `billStatements:${string}` | `wholesalerClaims:${string}` | `disbursements:${string}`>,
  ErrorText
> = {
  'billStatements:alreadyEntered': {
    title: 'Ce relevé est déjà saisi',
    text: 'Un relevé de ce fournisseur porte déjà ce numéro. Ouvrez-le, ou corrigez le numéro.',
    kept: inputKept,
    buttons: resume,
  },
  'billStatements:notDraft': {
    title: 'Relevé terminé',
    text: 'Ce relevé a été validé ou annulé entre-temps. Rouvrez-le pour le changer.',
    kept: unchanged,
    buttons: close,
  },
  'billStatements:empty': {
    title: 'Relevé sans ligne',
    text: 'Ajoutez les lignes du relevé, par son fichier ou à la main.',
    kept: unchanged,
    buttons: close,
  },
  'billStatements:sumsDiffer': {
    title: 'Les lignes ne font pas le total',
    text: 'La somme des lignes diffère du total du relevé\u00a0: le fichier est peut-être coupé, ou une ligne manque. Corrigez les lignes ou le total, puis validez.',
    kept: unchanged,
    buttons: close,
  },
  'billStatements:undecided': {
    title: 'Des lignes sont à décider',
    text: 'Acceptez ou réclamez chaque ligne proposée ou inconnue, puis validez.',
    kept: unchanged,
    buttons: close,
  },
  'billStatements:claimSent': {
    title: 'La réclamation est partie',
    text: 'La réclamation de ce relevé est envoyée au fournisseur\u00a0: le relevé ne peut plus être rouvert.',
    kept: unchanged,
    buttons: close,
  },
  'wholesalerClaims:notAllowed': {
    title: 'La réclamation a changé entre-temps',
    text: 'Dans son état actuel, cette action n’est plus possible. Relisez la réclamation, puis décidez.',
    kept: unchanged,
    buttons: close,
  },
  'wholesalerClaims:creditBeyondClaim': {
    title: 'Avoir trop élevé',
    text: 'Cet avoir dépasse ce qui reste réclamé. Vérifiez le montant, ou notez le reste sur une autre réclamation.',
    kept: inputKept,
    buttons: resume,
  },
  'wholesalerClaims:tooManyPhotos': {
    title: 'Assez de photos',
    text: 'Une réclamation porte au plus vingt photos. Retirez-en une, puis ajoutez celle-ci.',
    kept: unchanged,
    buttons: close,
  },
  'disbursements:used': {
    title: 'Décaissement déjà utilisé',
    text: 'Ce décaissement paie déjà un fournisseur, ou rend déjà une somme à un payeur. Choisissez-en un autre.',
    kept: inputKept,
    buttons: resume,
  },
}
