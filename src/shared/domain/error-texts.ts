import {
  close,
  inputKept,
  reload,
  resume,
  retry,
  saleKept,
  unchanged,
  type ErrorText,
} from '#shared/domain/error-phrases.ts'
import type { SpecifiedMessage } from '#shared/domain/errors.ts'

/** Texts of the messages of the user's specification; a message without a text does not compile. */
export const specifiedTexts: Record<SpecifiedMessage, ErrorText> = {
  'financing:invalidMCFTokenProvided': {
    title: 'Jeton fiscal refusé',
    text: 'Ce jeton ne permet pas d’établir de facture normalisée. Copiez de nouveau celui de cette pharmacie, en entier, depuis l’espace de la plateforme fiscale.',
    kept: inputKept,
    buttons: resume,
  },
  'orderPreparation:orderNotFoundForClose': {
    title: 'Préparation impossible à terminer',
    text: 'La commande de cette préparation n’existe plus. Actualisez la liste des préparations, puis choisissez la commande à terminer.',
    kept: unchanged,
    buttons: reload,
  },
  'orders:CSVExport': {
    title: 'Export de la commande impossible',
    text: 'Le fichier CSV de la commande n’a pas pu être préparé. Réessayez dans un instant.',
    kept: 'La commande est conservée.',
    buttons: retry,
  },
  'organizations:archiveUnclosedBillsOrSales': {
    title: 'Ce client ne peut pas être archivé',
    text: 'Il a encore des factures ou des ventes qui ne sont pas clôturées. Clôturez-les, puis archivez le client.',
    kept: unchanged,
    buttons: close,
  },
  'persons:archiveUnclosedBillsOrSales': {
    title: 'Ce patient ne peut pas être archivé',
    text:
      'Lui-même ou ses proches ont encore des factures ou des ventes qui ne sont pas clôturées, ' +
      'ou un encours à facturer. ' +
      'Soldez-les, puis archivez le patient.',
    kept: unchanged,
    buttons: close,
  },
  'roles:cannotDeleteRoleWithUsers': {
    title: 'Ce rôle est encore utilisé',
    text: 'Des membres de l’équipe ont ce rôle. Donnez-leur un autre rôle, puis supprimez celui-ci.',
    kept: unchanged,
    buttons: close,
  },
  'sales:cannotCloseEmptySale': {
    title: 'La vente est vide',
    text: 'Elle n’a ni produit ni prestation. Ajoutez une ligne, ou fermez l’onglet de la vente.',
    kept: 'La vente reste ouverte.',
    buttons: resume,
  },
  'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken': {
    title: 'Jeton fiscal absent ou incorrect',
    text:
      'La facture normalisée ne peut pas être établie. ' +
      'Demandez au titulaire de vérifier le jeton de la plateforme dans les réglages de la pharmacie, puis terminez la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:cannotCloseSaleWithInvalidPayment': {
    title: 'Paiement incomplet',
    text: 'Il manque des informations à un paiement. Complétez-le, puis terminez la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:cannotCloseSaleWithNotEnoughPaid': {
    title: 'Il reste à payer',
    text: 'Les paiements ne couvrent pas le total de la vente. Encaissez le reste, puis terminez la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:cannotCloseSaleWithoutPharmacyId': {
    title: 'Aucune pharmacie pour cette vente',
    text: 'Ce compte n’appartient à aucune pharmacie. Déverrouillez le poste avec un membre de l’équipe, puis terminez la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:cannotCloseSaleWithSameContractPolicyTwice': {
    title: 'La même couverture est utilisée deux fois',
    text: 'Une police d’assurance ne peut servir qu’une fois par vente. Retirez le paiement en double, puis terminez la vente.',
    kept: saleKept,
    buttons: resume,
  },
  'sales:cannotCreateInvoiceEMECeF': {
    title: 'Facture normalisée impossible',
    text: 'La plateforme e-MECeF n’a pas accepté la facture de cette vente. Réessayez ; si le refus se répète, prévenez le titulaire.',
    kept: saleKept,
    buttons: retry,
  },
  'sales:cannotGetInvoiceEMECeF': {
    title: 'Facture normalisée sans réponse',
    text: 'La plateforme e-MECeF ne retrouve pas la facture de cette vente. Réessayez ; si le refus se répète, vérifiez-la sur le portail e-MECeF.',
    kept: saleKept,
    buttons: retry,
  },
  'sales:cannotValidateInvoiceEMECeF': {
    title: 'Facture normalisée non confirmée',
    text: 'La plateforme e-MECeF n’a pas confirmé la facture de cette vente. Réessayez ; avant toute nouvelle facture, vérifiez sur le portail e-MECeF.',
    kept: saleKept,
    buttons: retry,
  },
  'sales:cannotCreateNewVersionOfSaleWithPaidBills': {
    title: 'Cette vente a déjà été réglée par facture',
    text:
      'Une facture clôturée contient au moins un de ses paiements : cette vente ne peut plus être annulée, ' +
      'reprise dans une nouvelle version ni retournée. ' +
      'Faites un avoir sur la facture concernée.',
    kept: 'La vente et ses factures sont conservées.',
    buttons: close,
  },
  'sales:cannotEditCanceledSale': {
    title: 'Cette vente est annulée',
    text: 'Une vente annulée ne peut plus être modifiée. Créez une nouvelle vente si besoin.',
    kept: unchanged,
    buttons: close,
  },
  'sales:cannotEditClosedSale': {
    title: 'Cette vente est terminée',
    text: 'Une vente terminée ne peut plus être modifiée. Pour la corriger, remplacez-la par une nouvelle version.',
    kept: unchanged,
    buttons: close,
  },
  'sales:cannotSaleArchivedStockItem': {
    title: 'Un lot de la vente est archivé',
    text: 'Ce lot ne peut plus être vendu. Actualisez les produits de la vente pour prendre un autre lot, puis terminez la vente.',
    kept: saleKept,
    buttons: [
      { label: 'Reprendre', gesture: 'resume' },
      { label: 'Actualiser les produits', gesture: 'reload' },
    ],
  },
  'sales:cannotCloseSaleWithCreditLimitExceeded': {
    title: 'Limite de crédit dépassée',
    text:
      'Cette vente ferait dépasser la limite de crédit du client. ' +
      'Diminuez la part à crédit, encaissez ce qu’il doit, ou demandez au pharmacien de relever la limite pour cette vente.',
    kept: saleKept,
    buttons: resume,
  },
  'inventories:cannotInventoryArchivedStockItem': {
    title: 'Des lots ont été archivés pendant l’inventaire',
    text: 'L’inventaire contient des lots qui ne sont plus en rayon. Contactez l’assistance avant de le clôturer.',
    kept: 'Vos comptages sont conservés.',
    buttons: close,
  },
  'users:duplicatePinCode': {
    title: 'Ce code est déjà pris',
    text: 'Un autre membre de la pharmacie utilise ce code. Choisissez-en un autre, puis enregistrez.',
    kept: inputKept,
    buttons: resume,
  },
  'stocks:privateProductLabelAlreadyExistInReferentiel': {
    title: 'Ce produit existe dans le référentiel',
    text: 'Un produit du référentiel porte déjà ce nom. Choisissez-le au lieu d’en créer un autre.',
    kept: inputKept,
    buttons: resume,
  },
  'stocks:privateProductLabelAlreadyExistOnAnotherPharmacyProduct': {
    title: 'Ce produit existe déjà dans votre pharmacie',
    text: 'Un de vos produits porte déjà ce nom. Choisissez-le au lieu d’en créer un autre.',
    kept: inputKept,
    buttons: resume,
  },
  'deliveries:cannotCancelDeliveryWithValidatedBillStatement': {
    title: 'Cette livraison ne peut pas être abandonnée',
    text: 'Elle figure sur un relevé déjà validé. Faites une réclamation auprès du grossiste pour la corriger.',
    kept: unchanged,
    buttons: close,
  },
  'deliveries:deliveryWithThisIdentifierAlreadyExists': {
    title: 'Ce numéro de réception existe déjà',
    text: 'Une autre réception porte ce numéro. Vérifiez le BL, puis corrigez le numéro.',
    kept: inputKept,
    buttons: resume,
  },
  'Error these products do not have category.': {
    title: 'Des produits n’ont pas de catégorie',
    text: 'Le rapport ne peut pas être préparé sans elle. Donnez une catégorie à ces produits, puis recommencez.',
    kept: unchanged,
    buttons: close,
  },
}
