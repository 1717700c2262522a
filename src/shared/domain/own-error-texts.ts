import { close, inputKept, reload, resume, retry, saleKept, signIn, unchanged, type ErrorText } from '#shared/domain/error-phrases.ts'
import type { OwnMessage } from '#shared/domain/errors.ts'

/** What the specification lacks, with its words. One without words does not compile. */
export const ownTexts: Record<OwnMessage, ErrorText> = {
  'requests:invalid': {
    title: 'Demande refusée',
    text: 'Une information saisie n’est pas acceptée. Vérifiez votre saisie, puis recommencez.',
    kept: inputKept, buttons: resume,
  },
  'requests:notFound': {
    title: 'Introuvable',
    text: 'Cet élément n’existe pas ou n’existe plus. Actualisez la liste, puis recommencez.',
    kept: unchanged, buttons: reload,
  },
  'requests:tooLarge': {
    title: 'Trop de données à la fois',
    text: 'L’envoi est trop volumineux. Divisez-le en plusieurs parties, puis recommencez.',
    kept: inputKept, buttons: resume,
  },
  'requests:invalidResponseStatus': {
    title: 'Réponse inattendue',
    text: 'La demande n’a pas abouti. Réessayez ; si cela se répète, contactez l’assistance.',
    kept: inputKept, buttons: retry,
  },
  'requests:conflict': {
    title: 'Déjà modifié ailleurs',
    text: 'Cet élément a été modifié entre-temps, ou ce changement n’est pas possible. Actualisez, puis recommencez.',
    kept: unchanged, buttons: reload,
  },
  'auth:missingToken': {
    title: 'Connexion nécessaire',
    text: 'Vous n’êtes plus connecté. Connectez-vous de nouveau pour continuer.',
    kept: 'Vos ventes sont enregistrées sur ce poste.', buttons: signIn,
  },
  'auth:invalidToken': {
    title: 'Connexion expirée',
    text: 'Votre connexion n’est plus valable. Connectez-vous de nouveau pour continuer.',
    kept: 'Vos ventes sont enregistrées sur ce poste.', buttons: signIn,
  },
  'auth:forbidden': {
    title: 'Droit insuffisant',
    text: 'Votre rôle ne permet pas cette action. Demandez à un responsable de la faire ou de vous en donner le droit.',
    kept: unchanged, buttons: close,
  },
  'tokens:wrongPin': {
    title: 'Code incorrect',
    text: 'Ce code PIN n’est pas le bon. Vérifiez le membre choisi, puis saisissez le code de nouveau.',
    kept: 'Vos ventes en cours sont conservées.', buttons: retry,
  },
  'users:pinLockedOut': {
    title: 'Trop d’essais',
    text: 'Le code PIN a été mal saisi trop de fois. Patientez avant un nouvel essai, ou choisissez un autre membre.',
    kept: 'Vos ventes en cours sont conservées.', buttons: close,
  },
  'persons:cannotMerge': {
    title: 'Ces deux fiches ne peuvent pas être réunies',
    text: 'Il faut deux fiches différentes, dont aucune n’a déjà été réunie à une autre. Ouvrez la fiche à garder et choisissez le doublon.',
    kept: unchanged, buttons: close,
  },
  'companies:archiveOpenContracts': {
    title: 'Ce payeur a encore des contrats',
    text: 'Archivez d’abord ses contrats, puis archivez l’assureur ou l’organisme.',
    kept: unchanged, buttons: close,
  },
  'contracts:archiveActivePolicies': {
    title: 'Ce contrat a encore des assurés',
    text: 'Retirez d’abord ses polices, ou indiquez une date de fin, puis archivez le contrat.',
    kept: unchanged, buttons: close,
  },
  'members:invalidRows': {
    title: 'Ce fichier contient des erreurs',
    text: 'Aucun assuré n’a été importé. Corrigez les lignes signalées dans le fichier, puis importez-le de nouveau.',
    kept: unchanged, buttons: close,
  },
  'productHealthInsurance:productTaken': {
    title: 'Ce produit est déjà associé',
    text: 'Une autre ligne de la liste du régime paie pour ce produit. Retirez d’abord cette association, ou choisissez un autre produit.',
    kept: unchanged, buttons: close,
  },
  'sales:payloadMismatch': {
    title: 'Cette vente a déjà été envoyée autrement',
    text: 'Une vente au contenu différent est déjà enregistrée sous cette référence. Reprenez-la, vérifiez les lignes, puis terminez-la de nouveau.',
    kept: saleKept, buttons: resume,
  },
  'sales:supersededRevision': {
    title: 'Une version plus récente existe',
    text: 'Cette vente a été reprise et envoyée depuis. Ouvrez la liste des ventes pour voir la version enregistrée.',
    kept: saleKept, buttons: close,
  },
  'sales:unknownStockItem': {
    title: 'Un lot de la vente est inconnu',
    text: 'Ce lot n’est pas dans le stock de la pharmacie. Actualisez les produits du panier pour prendre un autre lot, puis terminez la vente.',
    kept: saleKept, buttons: [{ label: 'Reprendre', gesture: 'resume' }, { label: 'Actualiser les produits', gesture: 'reload' }],
  },
  'sales:expiredStockItem': {
    title: 'Un lot de la vente est périmé',
    text: 'Un lot périmé ne se vend pas sans le droit de le faire. Choisissez un autre lot ou retirez la ligne, puis terminez la vente.',
    kept: saleKept, buttons: resume,
  },
  'sales:totalMismatch': {
    title: 'Le total a été recalculé',
    text: 'Le total annoncé ne correspond pas aux lignes de la vente. Reprenez la vente, vérifiez le total avec le client, puis terminez-la.',
    kept: saleKept, buttons: resume,
  },
  'sales:overpaid': {
    title: 'Le client paie trop',
    text: 'Les paiements dépassent le total, et ce n’est pas de la monnaie à rendre. Diminuez ou retirez un paiement, puis terminez la vente.',
    kept: saleKept, buttons: resume,
  },
  'sales:unknownSeller': {
    title: 'Vendeur inconnu',
    text: 'Le membre qui a fait cette vente n’est pas de cette pharmacie. Déverrouillez le poste avec un autre membre, reprenez la vente, puis terminez-la.',
    kept: saleKept, buttons: resume,
  },
  'sales:registerClosed': {
    title: 'La caisse est clôturée',
    text: 'La caisse de cette vente a été clôturée entre-temps. Ouvrez une caisse, reprenez la vente, puis terminez-la.',
    kept: saleKept, buttons: resume,
  },
  'sales:discountNotAllowed': {
    title: 'Remise non autorisée',
    text: 'Votre rôle ne permet pas d’accorder une remise. Retirez-la, ou demandez à un responsable de terminer la vente.',
    kept: saleKept, buttons: resume,
  },
  'sales:discountOverLimit': {
    title: 'Remise trop élevée',
    text: 'Elle dépasse ce que votre rôle permet d’accorder. Diminuez la remise, ou demandez à un responsable de terminer la vente.',
    kept: saleKept, buttons: resume,
  },
  'sales:hasReturns': {
    title: 'Cette vente a déjà des retours',
    text: 'Elle ne peut plus être annulée ni remplacée en entier. Faites un retour pour les lignes qui restent.',
    kept: unchanged, buttons: close,
  },
  'sales:returnBeyondSold': {
    title: 'Retour plus grand que la vente',
    text: 'Une ligne ramène plus que ce qui reste à rendre de la vente. Diminuez sa quantité.',
    kept: inputKept, buttons: resume,
  },
  'sales:replacedUnknown': {
    title: 'La vente à remplacer est introuvable',
    text: 'Cette vente corrige une vente que la pharmacie ne connaît pas. Actualisez la liste des ventes, puis recommencez la correction.',
    kept: saleKept, buttons: resume,
  },
  'parkedSales:taken': {
    title: 'Vente déjà reprise',
    text: 'Un collègue vient de reprendre cette vente sur un autre poste.',
    kept: 'Toutes ses lignes sont conservées.', buttons: close,
  },
  'printers:unreachable': {
    title: 'Imprimante injoignable',
    text: 'Elle ne répond pas sur le réseau de la pharmacie. Vérifiez qu’elle est allumée et qu’elle a du papier.',
    kept: 'Le ticket est conservé.', buttons: retry,
  },
  'cashRegisters:closed': {
    title: 'La caisse est déjà clôturée',
    text: 'Cette caisse a été clôturée, sur ce poste ou sur un autre. Ouvrez une autre caisse, ou demandez à un responsable de rouvrir celle-ci.',
    kept: inputKept, buttons: close,
  },
  'cashRegisters:notClosed': {
    title: 'La caisse n’est pas clôturée',
    text: 'Elle est ouverte, ou sa clôture attend encore des ventes. Actualisez la liste des caisses avant de continuer.',
    kept: unchanged, buttons: reload,
  },
  'cashRegisters:unfinishedSales': {
    title: 'Des opérations ne sont pas terminées',
    text: 'Terminez les ventes ouvertes et les opérations refusées de cette caisse, ou demandez à un responsable de clôturer en donnant le motif.',
    kept: inputKept, buttons: resume,
  },
  internal: {
    title: 'Un problème technique est survenu',
    text: 'La demande n’a pas abouti. Réessayez dans un instant ; si cela se répète, contactez l’assistance.',
    kept: inputKept, buttons: retry,
  },
}
