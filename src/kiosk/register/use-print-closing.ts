import { useAtomValue } from 'jotai'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { closingPaper, type ClosedRegister } from './closing-paper.ts'
import { usePrintPaper } from './use-print-paper.ts'

/** Prints the report of a closing, 80 mm wide. */
export function usePrintClosing(): (closed: ClosedRegister) => void {
  const pharmacy = useAtomValue(terminalAtom)?.pharmacy?.name ?? ''
  const print = usePrintPaper()
  return (closed) => print('Fermeture de caisse', (currency) => closingPaper(closed, pharmacy, currency))
}
