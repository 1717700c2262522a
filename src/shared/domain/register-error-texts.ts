import { close, inputKept, reload, resume, unchanged, type ErrorText } from '#shared/domain/error-phrases.ts'
import type { OwnMessage } from '#shared/domain/errors.ts'

/** Texts of the messages about registers, and about parcels sent in the name of somebody else. */
export const registerTexts = {
  'cashRegisters:collectionBeyondDebt': {
    title: 'Plus que ce que le client doit',
    text: 'Ce client doit moins que ce montant. Écartez cette opération, puis encaissez au plus ce qu’il doit.',
    kept: inputKept,
    buttons: close,
  },
  'cashRegisters:beyondDrawer': {
    title: 'Plus que la caisse ne peut contenir',
    text: 'Cette somme dépasse les espèces de la caisse. Notez d’abord l’entrée d’espèces, corrigez le montant, ou demandez au titulaire.',
    kept: inputKept,
    buttons: close,
  },
  'cashRegisters:closed': {
    title: 'La caisse est déjà fermée',
    text: 'Cette caisse a été fermée, sur ce poste ou sur un autre. Ouvrez une autre caisse, ou demandez à un responsable de rouvrir celle-ci.',
    kept: inputKept,
    buttons: close,
  },
  'cashRegisters:notClosed': {
    title: 'La caisse n’est pas fermée',
    text: 'Elle est ouverte, ou sa fermeture attend encore des ventes. Actualisez la liste des caisses avant de continuer.',
    kept: unchanged,
    buttons: reload,
  },
  'cashRegisters:receiverCode': {
    title: 'La caisse n’a pas été prise',
    text: 'Le collègue qui reçoit la caisse accepte le comptage ou compte lui-même, puis tape son code. Sans son code, la caisse reste à qui la tient.',
    kept: inputKept,
    buttons: resume,
  },
  'cashRegisters:recountReason': {
    title: 'Pourquoi recomptez-vous\u202f?',
    text: 'Les montants de cette caisse ont été affichés après un premier comptage. Indiquez le motif de ce nouveau comptage.',
    kept: inputKept,
    buttons: resume,
  },
  'cashRegisters:unfinishedSales': {
    title: 'Des opérations ne sont pas terminées',
    text: 'Terminez les ventes ouvertes et les opérations refusées de cette caisse, ou demandez à un responsable de la fermer en indiquant le motif.',
    kept: inputKept,
    buttons: resume,
  },
  'unprovenParcels:decided': {
    title: 'Déjà décidé',
    text: 'Cet envoi a été confirmé, écarté ou refait entre-temps. Actualisez la liste.',
    kept: unchanged,
    buttons: reload,
  },
  'unprovenParcels:redoOnly': {
    title: 'Cette opération est à refaire, elle ne peut pas être confirmée',
    text: 'Un comptage, une fermeture ou une opération de stock décrit un moment passé. Si nécessaire, refaites l’opération, puis écartez cet envoi.',
    kept: unchanged,
    buttons: close,
  },
} satisfies Partial<Record<OwnMessage, ErrorText>>
