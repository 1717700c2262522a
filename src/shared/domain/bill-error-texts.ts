import { close, inputKept, unchanged, type ErrorText } from '#shared/domain/error-phrases.ts'
import type { OwnMessage } from '#shared/domain/errors.ts'

/** Texts of our own messages about bills and what payers pay. */
export const billTexts: Record<
  Extract<OwnMessage, `${'bills' | 'billPayments' | 'moneyStatements'}:${string}`>,
  ErrorText
> = {
  'bills:nothingToBill': {
    title: 'Plus rien à facturer',
    text: 'Ces bons sont déjà sur une facture, annulés ou incomplets. Relisez les propositions.',
    kept: unchanged,
    buttons: close,
  },
  'bills:notAllowed': {
    title: 'La facture a changé entre-temps',
    text: 'Dans son état actuel, cette action n’est plus possible. Relisez la facture, puis décidez.',
    kept: unchanged,
    buttons: close,
  },
  'bills:settled': {
    title: 'Des bons de cette facture ont eu une suite',
    text: 'Une facture dont un bon a été refusé, abandonné, mis au compte d’un patient ou payé sans paiement noté ne s’annule plus. Traitez les autres bons ligne par ligne.',
    kept: unchanged,
    buttons: close,
  },
  'bills:lineSettled': {
    title: 'Ligne déjà réglée',
    text: 'Une des lignes choisies n’attend plus rien. Relisez la facture, puis choisissez de nouveau.',
    kept: unchanged,
    buttons: close,
  },
  'bills:noPatient': {
    title: 'Pas de patient sur cette vente',
    text: 'Le montant ne peut être mis au compte de personne. Présentez le bon de nouveau, ou abandonnez-le.',
    kept: unchanged,
    buttons: close,
  },
  'bills:noEmail': {
    title: 'Pas d’adresse e-mail pour ce payeur',
    text: 'Ajoutez-la sur sa fiche, puis envoyez de nouveau, ou imprimez la facture.',
    kept: unchanged,
    buttons: close,
  },
  'moneyStatements:nothingNew': {
    title: 'Relevé déjà importé',
    text: 'Toutes les lignes de ce fichier sont déjà dans un autre relevé de ce compte.',
    kept: unchanged,
    buttons: close,
  },
  'moneyStatements:alreadyMatched': {
    title: 'Mouvement déjà rapproché',
    text: 'Une autre ligne d’un relevé correspond déjà à ce mouvement. Relisez le relevé, puis choisissez de nouveau.',
    kept: unchanged,
    buttons: close,
  },
  'billPayments:alreadyNoted': {
    title: 'Paiement déjà noté',
    text: 'Un paiement de ce payeur a la même référence, le même montant et le même jour. Ouvrez les paiements reçus pour le vérifier.',
    kept: inputKept,
    buttons: close,
  },
  'billPayments:beyondAhead': {
    title: 'Plus que l’avance',
    text: 'Il ne reste pas autant d’avance sur ce paiement. Vérifiez le montant à rendre.',
    kept: inputKept,
    buttons: close,
  },
  'billPayments:nothingToAllocate': {
    title: 'Rien à affecter',
    text: 'Ce payeur n’a plus d’avance, ou plus rien n’est dû sur ces factures.',
    kept: unchanged,
    buttons: close,
  },
  'billPayments:givenBack': {
    title: 'Paiement rendu en partie',
    text: 'Une partie de ce paiement a été rendue au payeur\u00a0: il a donc bien été reçu, et ne s’annule plus.',
    kept: unchanged,
    buttons: close,
  },
  'billPayments:beyondLine': {
    title: 'Plus que ce qui est dû',
    text: 'Une ligne recevrait plus que son reste dû, ou ne fait pas partie des factures de ce payeur. Vérifiez la répartition.',
    kept: inputKept,
    buttons: close,
  },
}
