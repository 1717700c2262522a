import { useAtomValue, useSetAtom } from 'jotai'
import { printPaperAtom } from '#kiosk/counter/print/printer-state.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Currency } from '#shared/ui/money-format.ts'

/** What is written of a register goes to the printer of this terminal, or to a page. */
export function usePrintPaper(): (title: string, paperIn: (currency: Currency) => PaperLine[]) => void {
  const print = useSetAtom(printPaperAtom)
  const currency = useAtomValue(terminalAtom)?.pharmacy?.country.currency
  return (title, paperIn) => {
    if (currency) void print({ kind: 'receipt', title, paper: paperIn(currency), opensDrawer: false })
  }
}
