import { useAtomValue, useSetAtom } from 'jotai'
import { printPaperAtom } from '#kiosk/counter/print/printer-state.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Currency } from '#shared/ui/money-format.ts'

/** Prints register paper on this terminal's printer, or with the browser. */
export function usePrintPaper(): (title: string, paperIn: (currency: Currency) => PaperLine[]) => void {
  const print = useSetAtom(printPaperAtom)
  const currency = useAtomValue(terminalAtom)?.pharmacy?.country.currency
  return (title, paperIn) => {
    if (currency) void print({ kind: 'receipt', title, paper: paperIn(currency), opensDrawer: false })
  }
}
