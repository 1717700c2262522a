import type { ShortcutGroup } from '#shared/ui/shortcuts-modal.tsx'
import { typeHints } from './payment/payment-keys.ts'

const selling = (isSent: boolean): readonly ShortcutGroup[] => [
  {
    title: 'Vente',
    hints: [
      { keys: ['F2'], label: 'Chercher' },
      { keys: ['↓'], label: 'Résultat suivant' },
      { keys: ['Entrée'], label: isSent ? 'Ajouter, puis envoyer en caisse' : 'Ajouter, puis encaisser ou terminer' },
      { keys: ['F3'], label: 'Équivalents du résultat, ou de la ligne' },
      { keys: ['Ctrl O'], label: 'Ordonnance et posologie' },
      { keys: ['Ctrl H'], label: 'Derniers achats du patient' },
      { keys: ['F1'], label: 'Noter une vente manquée' },
      { keys: ['/'], label: 'Prestation' },
      { keys: ['F4'], label: 'Choisir un client' },
      { keys: ['F7'], label: 'Qui paie quoi' },
      { keys: ['F9'], label: isSent ? 'Envoyer en caisse' : 'Encaisser' },
    ],
  },
  {
    title: 'Ligne',
    hints: [
      { keys: ['↑'], label: 'Ouvrir la dernière ligne, puis la précédente' },
      { keys: ['+'], label: 'Une de plus' },
      { keys: ['−'], label: 'Une de moins' },
      { keys: ['*'], label: 'Taper la quantité' },
      { keys: ['='], label: 'Taper le prix' },
      { keys: ['F6'], label: 'Vendre à l’unité, ou à la boîte' },
      { keys: ['Suppr'], label: 'Retirer la ligne ouverte' },
      { keys: ['Échap'], label: 'Fermer la ligne' },
    ],
  },
]

const paying: readonly ShortcutGroup[] = [
  {
    title: 'Encaissement',
    hints: [
      { keys: ['0–9'], label: 'Taper la somme' },
      { keys: ['↑'], label: 'Paiement précédent' },
      { keys: ['↓'], label: 'Paiement suivant' },
      { keys: ['Suppr'], label: 'Retirer le paiement' },
      { keys: ['Entrée'], label: 'Terminer la vente' },
      { keys: ['Échap'], label: 'Revenir à la vente' },
    ],
  },
  { title: 'Ajouter un paiement', hints: typeHints },
]

const printing: readonly ShortcutGroup[] = [
  {
    title: 'Ticket',
    hints: [
      { keys: ['Ctrl P'], label: 'Imprimer le dernier ticket' },
      { keys: ['F10'], label: 'Ouvrir le tiroir' },
    ],
  },
]

/** The shortcuts that « ? » lists for the current screen. `isSent`: the sale is sent to a cashier. */
export function counterShortcuts({
  isPaying,
  isSent,
}: {
  isPaying: boolean
  isSent: boolean
}): readonly ShortcutGroup[] {
  return [...(isPaying ? paying : selling(isSent)), ...printing]
}
