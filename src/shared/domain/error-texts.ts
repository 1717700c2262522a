import type { ErrorMessage } from '#shared/domain/errors.ts'

/** What a button of a refusal does; the screen that shows it knows how. */
export type ErrorGesture = 'resume' | 'close' | 'retry' | 'reload' | 'sign-in'

export type ErrorText = {
  title: string
  /** What happened, then what to do. */
  text: string
  /** What was kept. */
  kept: string
  /** From left to right; the last is the way on. */
  buttons: readonly { label: string; gesture: ErrorGesture }[]
}

const saleKept = 'Vos lignes et vos paiements sont conservés.'
const inputKept = 'Votre saisie est conservée.'
const unchanged = 'Rien n’a été modifié.'

const resume = [{ label: 'Reprendre', gesture: 'resume' }] as const
const close = [{ label: 'Fermer', gesture: 'close' }] as const
const retry = [{ label: 'Fermer', gesture: 'close' }, { label: 'Réessayer', gesture: 'retry' }] as const
const reload = [{ label: 'Fermer', gesture: 'close' }, { label: 'Actualiser', gesture: 'reload' }] as const
const signIn = [{ label: 'Se connecter', gesture: 'sign-in' }] as const

/** Every message with its words. One without words does not compile. */
export const errorTexts: Record<ErrorMessage, ErrorText> = {
  // ── of the user's specification ──────────────────────────────────────────────────────────────────────────────────────
  'financing:invalidMCFTokenProvided': {
    title: 'Code d’accès e-MECeF refusé',
    text: 'La plateforme e-MECeF n’accepte pas ce code d’accès. Copiez-le de nouveau depuis votre espace e-MECeF, puis enregistrez-le.',
    kept: inputKept, buttons: resume,
  },
  'orderPreparation:orderNotFoundForClose': {
    title: 'Préparation impossible à terminer',
    text: 'La commande de cette préparation n’existe plus. Actualisez la liste des préparations, puis choisissez la commande à terminer.',
    kept: unchanged, buttons: reload,
  },
  'orders:CSVExport': {
    title: 'Export de la commande impossible',
    text: 'Le fichier CSV de la commande n’a pas pu être préparé. Réessayez dans un instant.',
    kept: 'La commande est conservée.', buttons: retry,
  },
  'organizations:archiveUnclosedBillsOrSales': {
    title: 'Ce client ne peut pas être archivé',
    text: 'Il a encore des factures ou des ventes qui ne sont pas clôturées. Clôturez-les, puis archivez le client.',
    kept: unchanged, buttons: close,
  },
  'persons:archiveUnclosedBillsOrSales': {
    title: 'Ce patient ne peut pas être archivé',
    text: 'Lui-même ou ses proches ont encore des factures ou des ventes qui ne sont pas clôturées, ou un encours à facturer. Soldez-les, puis archivez le patient.',
    kept: unchanged, buttons: close,
  },
  'roles:cannotDeleteRoleWithUsers': {
    title: 'Ce rôle est encore utilisé',
    text: 'Des membres de l’équipe ont ce rôle. Donnez-leur un autre rôle, puis supprimez celui-ci.',
    kept: unchanged, buttons: close,
  },
  'sales:cannotCloseEmptySale': {
    title: 'La vente est vide',
    text: 'Elle n’a ni produit ni prestation. Ajoutez une ligne, ou fermez l’onglet de la vente.',
    kept: 'La vente reste ouverte.', buttons: resume,
  },
  'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken': {
    title: 'Code d’accès e-MECeF absent ou incorrect',
    text: 'La facture normalisée ne peut pas être établie. Demandez au titulaire de vérifier le code d’accès dans les paramètres e-MECeF, puis terminez la vente.',
    kept: saleKept, buttons: resume,
  },
  'sales:cannotCloseSaleWithInvalidPayment': {
    title: 'Paiement incomplet',
    text: 'Il manque des informations à un paiement. Complétez-le, puis terminez la vente.',
    kept: saleKept, buttons: resume,
  },
  'sales:cannotCloseSaleWithNotEnoughPaid': {
    title: 'Il reste à payer',
    text: 'Les paiements ne couvrent pas le total de la vente. Encaissez le reste, puis terminez la vente.',
    kept: saleKept, buttons: resume,
  },
  'sales:cannotCloseSaleWithoutPharmacyId': {
    title: 'Aucune pharmacie pour cette vente',
    text: 'Ce compte n’appartient à aucune pharmacie. Déverrouillez le poste avec un membre de l’équipe, puis terminez la vente.',
    kept: saleKept, buttons: resume,
  },
  'sales:cannotCloseSaleWithSameContractPolicyTwice': {
    title: 'La même couverture est utilisée deux fois',
    text: 'Une police d’assurance ne peut servir qu’une fois par vente. Retirez le paiement en double, puis terminez la vente.',
    kept: saleKept, buttons: resume,
  },
  'sales:cannotCreateInvoiceEMECeF': {
    title: 'Facture e-MECeF non créée',
    text: 'La plateforme e-MECeF n’a pas accepté la facture de cette vente. Réessayez ; si le refus se répète, prévenez le titulaire.',
    kept: saleKept, buttons: retry,
  },
  'sales:cannotGetInvoiceEMECeF': {
    title: 'Facture e-MECeF introuvable',
    text: 'La plateforme e-MECeF ne retrouve pas la facture de cette vente. Réessayez ; si le refus se répète, vérifiez-la sur le portail e-MECeF.',
    kept: saleKept, buttons: retry,
  },
  'sales:cannotValidateInvoiceEMECeF': {
    title: 'Facture e-MECeF non confirmée',
    text: 'La plateforme e-MECeF n’a pas confirmé la facture de cette vente. Réessayez ; avant toute nouvelle facture, vérifiez sur le portail e-MECeF.',
    kept: saleKept, buttons: retry,
  },
  'sales:cannotCreateNewVersionOfSaleWithPaidBills': {
    title: 'Cette vente ne peut plus être annulée',
    text: 'Certains de ses paiements sont dans des factures clôturées. Faites un avoir sur la facture concernée.',
    kept: 'La vente et ses factures sont conservées.', buttons: close,
  },
  'sales:cannotEditCanceledSale': {
    title: 'Cette vente est annulée',
    text: 'Une vente annulée ne se modifie plus. Créez une nouvelle vente si besoin.',
    kept: unchanged, buttons: close,
  },
  'sales:cannotEditClosedSale': {
    title: 'Cette vente est terminée',
    text: 'Une vente terminée ne se modifie plus. Pour la corriger, remplacez-la par une nouvelle version.',
    kept: unchanged, buttons: close,
  },
  'sales:cannotSaleArchivedStockItem': {
    title: 'Un lot de la vente est archivé',
    text: 'Ce lot ne peut plus être vendu. Actualisez les produits du panier pour prendre un autre lot, puis terminez la vente.',
    kept: saleKept, buttons: [{ label: 'Reprendre', gesture: 'resume' }, { label: 'Actualiser les produits', gesture: 'reload' }],
  },
  'sales:cannotCloseSaleWithCreditLimitExceeded': {
    title: 'Limite de crédit dépassée',
    text: 'Cette vente ferait dépasser la limite de crédit du client. Diminuez la part à crédit, encaissez ses factures en attente, ou demandez au titulaire de relever la limite.',
    kept: saleKept, buttons: resume,
  },
  'inventories:cannotInventoryArchivedStockItem': {
    title: 'Des lots ont été archivés pendant l’inventaire',
    text: 'L’inventaire contient des lots qui ne sont plus en rayon. Contactez l’assistance avant de le clôturer.',
    kept: 'Vos comptages sont conservés.', buttons: close,
  },
  'users:duplicatePinCode': {
    title: 'Ce code PIN est déjà pris',
    text: 'Un autre membre de la pharmacie utilise ce code. Choisissez-en un autre, puis enregistrez.',
    kept: inputKept, buttons: resume,
  },
  'stocks:privateProductLabelAlreadyExistInReferentiel': {
    title: 'Ce produit existe dans le référentiel',
    text: 'Un produit du référentiel porte déjà ce nom. Choisissez-le au lieu d’en créer un autre.',
    kept: inputKept, buttons: resume,
  },
  'stocks:privateProductLabelAlreadyExistOnAnotherPharmacyProduct': {
    title: 'Ce produit existe déjà dans votre pharmacie',
    text: 'Un de vos produits porte déjà ce nom. Choisissez-le au lieu d’en créer un autre.',
    kept: inputKept, buttons: resume,
  },
  'deliveries:cannotCancelDeliveryWithValidatedBillStatement': {
    title: 'Cette livraison ne peut pas être abandonnée',
    text: 'Elle figure sur un relevé déjà validé. Faites une réclamation auprès du grossiste pour la corriger.',
    kept: unchanged, buttons: close,
  },
  'deliveries:deliveryWithThisIdentifierAlreadyExists': {
    title: 'Ce numéro de réception existe déjà',
    text: 'Une autre réception porte ce numéro. Vérifiez le BL, puis corrigez le numéro.',
    kept: inputKept, buttons: resume,
  },
  'Error these products do not have category.': {
    title: 'Des produits n’ont pas de catégorie',
    text: 'Le rapport ne peut pas être préparé sans elle. Donnez une catégorie à ces produits, puis recommencez.',
    kept: unchanged, buttons: close,
  },

  // ── ours ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
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
  internal: {
    title: 'Un problème technique est survenu',
    text: 'La demande n’a pas abouti. Réessayez dans un instant ; si cela se répète, contactez l’assistance.',
    kept: inputKept, buttons: retry,
  },
}
