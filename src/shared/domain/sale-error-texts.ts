import { close, inputKept, resume, saleKept, unchanged, type ErrorText } from '#shared/domain/error-phrases.ts'
import type { OwnMessage } from '#shared/domain/errors.ts'

/** Texts of our own messages about sales. */
export const saleTexts: Record<Extract<OwnMessage, `sales:${string}`>, ErrorText> = {
  'sales:payloadMismatch': {
    title: 'Cette vente a déjà été envoyée avec un autre contenu',
    text: 'Une vente au contenu différent est déjà enregistrée sous cette référence. Reprenez-la, vérifiez les lignes, puis terminez-la de nouveau.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:supersededRevision': {
    title: 'Une version plus récente existe',
    text: 'Cette vente a été reprise et envoyée depuis. Ouvrez la liste des ventes pour voir la version enregistrée.',
    kept: saleKept,
    buttons: close,
  },
  'sales:unknownStockItem': {
    title: 'Un lot de la vente est inconnu',
    text: 'Ce lot n’est pas dans le stock de la pharmacie. Actualisez les produits de la vente pour prendre un autre lot, puis terminez la vente.',
    kept: saleKept,
    buttons: [
      { label: 'Reprendre', gesture: 'resume' },
      { label: 'Actualiser les produits', gesture: 'reload' },
    ],
  },
  'sales:expiredStockItem': {
    title: 'Un lot de la vente est périmé',
    text: 'Vous n’avez pas le droit de vendre un lot périmé. Choisissez un autre lot ou retirez la ligne, puis terminez la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:blockedStockItem': {
    title: 'Un lot de la vente est mis de côté',
    text: 'Ce lot est rappelé ou en quarantaine : ne le vendez pas, mettez-le de côté. Choisissez un autre lot ou retirez la ligne, puis terminez la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:prescriptionNeeded': {
    title: 'Il manque l’ordonnance',
    text: 'Un médicament de cette vente ne se délivre pas sans ordonnance. Complétez-la, ou demandez au pharmacien de terminer la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:totalMismatch': {
    title: 'Le total a été recalculé',
    text: 'Le total annoncé ne correspond pas aux lignes de la vente. Reprenez la vente, vérifiez le total avec le client, puis terminez-la.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:overpaid': {
    title: 'Le client paie trop',
    text: 'Les paiements dépassent le total, et ce n’est pas de la monnaie à rendre. Diminuez ou retirez un paiement, puis terminez la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:invalidBuyerTaxId': {
    title: 'Le numéro fiscal du client n’a pas la bonne forme',
    text: 'La plateforme refuserait cette facture. Corrigez le numéro avec le client, ou laissez-le vide, puis terminez la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:largeChange': {
    title: 'Est-ce bien ce que le client a donné ?',
    text: 'La monnaie à rendre dépasse le plus grand billet. Corrigez ce que le client a donné, ou confirmez-le.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:unknownSeller': {
    title: 'Vendeur inconnu',
    text: 'Le membre qui a fait cette vente n’est pas de cette pharmacie. Déverrouillez le poste avec un autre membre, reprenez la vente, puis terminez-la.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:archivedClient': {
    title: 'Ce client est archivé',
    text: 'Un client archivé n’achète plus à crédit. Choisissez un autre moyen de paiement, ou faites d’abord réactiver sa fiche.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:registerClosed': {
    title: 'La caisse est fermée',
    text: 'La caisse de cette vente a été fermée entre-temps. Ouvrez une caisse, reprenez la vente, puis terminez-la.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:dateOfClosedRegister': {
    title: 'Caisse déjà fermée',
    text: 'Cette date change le total d’une caisse fermée. Demandez à un membre qui peut rouvrir une caisse de corriger la date.',
    kept: inputKept,
    buttons: resume,
  },
  'sales:discountNotAllowed': {
    title: 'Remise non autorisée',
    text: 'Votre rôle ne permet pas d’accorder une remise. Retirez-la, ou demandez à un responsable de terminer la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:discountOverLimit': {
    title: 'Remise trop élevée',
    text: 'Elle dépasse ce que votre rôle permet d’accorder. Diminuez la remise, ou demandez à un responsable de terminer la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:regularisationNeeded': {
    title: 'Vente refusée, puis diminuée',
    text: 'Le client est reparti avec ce qui a été refusé. Un responsable peut la régulariser, en indiquant le motif. Sinon, remettez les lignes comme elles étaient.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:hasReturns': {
    title: 'Cette vente a déjà des retours',
    text: 'Elle ne peut plus être annulée ni remplacée en entier. Faites un retour pour les lignes qui restent.',
    kept: unchanged,
    buttons: close,
  },
  'sales:returnBeyondSold': {
    title: 'Retour plus grand que la vente',
    text: 'Une ligne rend plus que ce qui reste de la vente. Diminuez sa quantité.',
    kept: inputKept,
    buttons: resume,
  },
  'sales:dueBeyondSold': {
    title: 'Dû plus grand que la vente',
    text: 'Une ligne devrait plus que ce qui reste de la vente, retours et autres dus déduits. Diminuez sa quantité.',
    kept: inputKept,
    buttons: resume,
  },
  'sales:reasonForbidsRestock': {
    title: 'Cette boîte ne peut pas être remise en vente',
    text: 'Un produit rappelé, abîmé ou périmé ne retourne pas en stock. Décochez « Remettre en stock », ou choisissez un autre motif.',
    kept: inputKept,
    buttons: resume,
  },
  'sales:replacedUnknown': {
    title: 'La vente à remplacer est introuvable',
    text: 'Cette vente corrige une vente que la pharmacie ne connaît pas. Actualisez la liste des ventes, puis recommencez la correction.',
    kept: saleKept,
    buttons: resume,
  },
}
