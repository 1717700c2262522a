import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { receiptRequestAtom, type ReceiptRequest } from '#kiosk/ui/print-receipt.ts'
import { receiptBlocks, type ReceiptHeader } from '#shared/domain/receipt.ts'
import type { Terminal } from '#shared/store/identity-store.ts'
import { terminalAtom } from '#shared/store/identity-atoms.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { receiptLines, type ReceiptLine } from './receipt-lines.ts'
import classes from './receipt.module.css'

/** Prints what the screens of the counter ask for, on a page of 80 mm. One per window. */
export function ReceiptPrinter() {
  const [request, setRequest] = useAtom(receiptRequestAtom)
  const terminal = useAtomValue(terminalAtom)
  const currency = useCurrency()
  const paper = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => (request && terminal?.pharmacy ? receiptLines(blocksOf(request, terminal), currency) : null), [request, terminal, currency])

  useEffect(() => {
    if (!lines || !paper.current) return
    const page = document.createElement('style')
    page.textContent = pageRule(paper.current)
    document.head.append(page)
    window.print()
    page.remove()
    setRequest(null)
  }, [lines, setRequest])

  if (!lines) return null
  return createPortal(
    <div className={classes.receipt} ref={paper} data-receipt role="document" aria-label="Ticket">
      {lines.map((line, index) => (
        <PaperLine key={index} line={line} />
      ))}
    </div>,
    document.body,
  )
}

function PaperLine({ line }: { line: ReceiptLine }) {
  switch (line.kind) {
    case 'rule':
      return <div className={classes.rule} />
    case 'text':
      return (
        <div data-align={line.align} data-weight={line.weight}>
          {line.text}
        </div>
      )
    case 'pair':
      return (
        <div className={classes.pair} data-weight={line.weight}>
          <span>{line.left}</span>
          <span>{line.right}</span>
        </div>
      )
  }
}

/** A roll has no pages: the sheet is as long as the ticket, so that nothing is cut in two and no blank paper follows. */
function pageRule(paper: HTMLElement): string {
  const millimetres = Math.ceil((paper.scrollHeight * 25.4) / 96) + 2
  return `@page { size: 80mm ${millimetres}mm; margin: 0 }`
}

function blocksOf({ sale, number, isReprint }: ReceiptRequest, { pharmacy, members }: Terminal) {
  const header: ReceiptHeader = pharmacy!
  const seller = members.find(({ id }) => id === sale.sellerId) ?? null
  return receiptBlocks({ ...sale, number, seller, patient: null }, header, { cashStep: pharmacy!.country.cashRoundingStep, isReprint })
}
