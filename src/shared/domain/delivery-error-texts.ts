import { close, inputKept, resume, unchanged, type ErrorText } from '#shared/domain/error-phrases.ts'
import type { OwnMessage } from '#shared/domain/errors.ts'

/** Texts of our own messages about suppliers, deliveries and their files. */
export const deliveryTexts: Record<
  Extract<
    OwnMessage,
    `suppliers:${string}` | `orders:${string}` | `deliveries:${string}` | `deliveryImports:${string}`
  >,
  ErrorText
> = {
  'suppliers:archiveOpenMatters': {
    title: 'Ce fournisseur a des affaires en cours',
    text: 'Des livraisons ne sont pas validées, des retours attendent leur avoir, ou des commandes attendent leurs boîtes. Terminez-les, puis archivez le fournisseur.',
    kept: unchanged,
    buttons: close,
  },
  'orders:notAllowed': {
    title: 'La commande a changé entre-temps',
    text: 'Dans son état actuel, cette action n’est plus possible. Relisez la commande, puis décidez.',
    kept: unchanged,
    buttons: close,
  },
  'orders:empty': {
    title: 'Commande sans ligne',
    text: 'Ajoutez au moins un produit avant de l’envoyer.',
    kept: unchanged,
    buttons: close,
  },
  'orders:nothingAwaited': {
    title: 'Plus rien n’est attendu',
    text: 'Toutes les boîtes de cette commande sont reçues, en cours de réception ou abandonnées.',
    kept: unchanged,
    buttons: close,
  },
  'deliveries:notOpen': {
    title: 'Livraison terminée',
    text: 'Cette livraison a été validée ou annulée entre-temps. Rouvrez-la pour voir ce qui y est.',
    kept: unchanged,
    buttons: close,
  },
  'deliveries:nothingReceived': {
    title: 'Rien n’a été reçu',
    text: 'Aucune ligne n’a de boîte reçue. Comptez ce qui est arrivé, ou annulez la livraison.',
    kept: inputKept,
    buttons: close,
  },
  'deliveries:cannotClose': {
    title: 'Des lignes sont à compléter',
    text: 'Rien n’est entré en stock. Complétez ou retirez les lignes indiquées, puis validez de nouveau.',
    kept: inputKept,
    buttons: resume,
  },
  'deliveries:linesWithoutLot': {
    title: 'Des lignes sont sans lot ou sans péremption',
    text: 'Rien n’est entré en stock. Complétez ces lignes, ou confirmez qu’elles entrent ainsi.',
    kept: inputKept,
    buttons: resume,
  },
  'deliveries:notControlled': {
    title: 'Des lignes ne sont pas contrôlées',
    text: 'Personne n’a comparé ces lignes avec les boîtes. Contrôlez-les, ou confirmez que vous validez sans contrôle.',
    kept: inputKept,
    buttons: resume,
  },
  'deliveries:boxesGone': {
    title: 'Des boîtes sont déjà parties',
    text: 'Des boîtes de cette livraison ont été vendues, rendues ou sorties. Elle ne peut plus être annulée\u00a0: corrigez les lots ou faites un retour au fournisseur.',
    kept: unchanged,
    buttons: close,
  },
  'deliveryImports:unreadableFile': {
    title: 'Ce fichier ne se lit pas',
    text: 'Demandez le BL au fournisseur en CSV ou en Excel (.xlsx). Un PDF ou une image ne se lit pas\u00a0: saisissez alors la livraison au scanner.',
    kept: unchanged,
    buttons: close,
  },
  'deliveryImports:invalidRows': {
    title: 'Des lignes ne se lisent pas',
    text: 'Rien n’a été créé. Corrigez les colonnes choisies ou le fichier, puis recommencez.',
    kept: inputKept,
    buttons: resume,
  },
}
