import { atom } from 'jotai'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { printPaperAtom } from './printer-state.ts'

/** « Imprimer un essai »: tests accents, the right margin, and the cut. */
export const printTestAtom = atom(null, async (get, set) => {
  const terminal = get(terminalAtom)
  const paper: PaperLine[] = [
    { kind: 'text', text: terminal?.pharmacy?.name ?? 'Officine', align: 'center', weight: 'big' },
    { kind: 'text', text: `Essai du poste ${terminal?.terminalCode ?? ''}`, align: 'center', weight: 'normal' },
    { kind: 'text', text: formatMoment(pharmacyNow()), align: 'center', weight: 'normal' },
    { kind: 'rule' },
    { kind: 'text', text: 'Accents\u00a0: é è ê à ç ù ô É À Ç', align: 'left', weight: 'normal' },
    { kind: 'pair', left: 'Montant à droite', right: '12\u202f500', weight: 'bold' },
    { kind: 'rule' },
    { kind: 'text', text: 'Cette imprimante est prête', align: 'center', weight: 'normal' },
  ]
  await set(printPaperAtom, { kind: 'receipt', title: 'Ticket d’essai', paper, opensDrawer: false })
})
