import type { BillBatchKind } from '#shared/contract/bill-batches.ts'

/** What is done with ticked bills: the button, the title, what it is about to do, what became of each. */
export const batchWords: Record<
  BillBatchKind,
  { action: string; title: string; about: string; run: string; done: string }
> = {
  print: {
    action: 'Imprimer',
    title: 'Imprimer des factures',
    about: 'Un seul PDF\u00a0: le bordereau d’envoi, puis chaque facture dans ses exemplaires.',
    run: 'Préparer le PDF',
    done: 'Dans le PDF',
  },
  export: {
    action: 'Exporter',
    title: 'Exporter des factures',
    about: 'Un fichier par facture et le bordereau d’envoi, dans une archive ZIP.',
    run: 'Préparer les fichiers',
    done: 'Dans l’archive',
  },
  mail: {
    action: 'Envoyer par e-mail',
    title: 'Envoyer des factures par e-mail',
    about: 'Chaque payeur reçoit sa facture en PDF et en CSV, à l’adresse de sa fiche.',
    run: 'Envoyer',
    done: 'Partie',
  },
  mark: {
    action: 'Marquer envoyées',
    title: 'Marquer des factures envoyées',
    about:
      'Pour les factures remises en main propre ou par coursier. Le bordereau d’envoi peut être signé à la remise.',
    run: 'Marquer envoyées',
    done: 'Envoyée',
  },
}
