import { useAtomValue, useSetAtom } from 'jotai'
import { printPaperAtom } from '#kiosk/ui/print-room.ts'
import { terminalAtom } from '#shared/store/identity-atoms.ts'
import { closingPaper, type ClosedRegister } from './closing-paper.ts'

/** The report goes to the printer of this terminal, or to a page. */
export function usePrintClosing(): (closed: ClosedRegister) => void {
  const print = useSetAtom(printPaperAtom)
  const currency = useAtomValue(terminalAtom)?.pharmacy?.country.currency
  return (closed) => {
    if (currency) void print({ kind: 'receipt', title: 'Fermeture de caisse', paper: closingPaper(closed, currency), opensDrawer: false })
  }
}
