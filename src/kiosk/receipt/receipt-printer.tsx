import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { markedPaper } from '#kiosk/counter/print/marked-paper.ts'
import { invoicePageAtom } from '#kiosk/counter/print/print-invoice.ts'
import { pageRequestsAtom, type PageRequest } from '#kiosk/counter/print/printer-state.ts'
import { plainPaper, type PaperLine } from '#shared/domain/receipt-paper.ts'
import { copyAtom } from '#shared/store/identity/identity-atoms.ts'
import { InvoicePages } from '#shared/papers/invoice-pages.tsx'
import { PaperCode } from '#shared/papers/paper-code.tsx'
import classes from './receipt.module.css'

/** Prints paper with the browser: invoices on A4, and tickets and labels if no printer is chosen. One for each window. */
export function ReceiptPrinter() {
  const [invoice, setInvoice] = useAtom(invoicePageAtom)
  return (
    <>
      {invoice && <InvoicePages invoice={invoice} onPrinted={() => setInvoice(null)} />}
      <RollPrinter />
    </>
  )
}

function RollPrinter() {
  const [[request], setRequests] = useAtom(pageRequestsAtom)
  const kind = useAtomValue(copyAtom)?.kind ?? null
  const sheet = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!request || !sheet.current) return
    const page = document.createElement('style')
    page.textContent = pageRule(request.sheet, sheet.current)
    document.head.append(page)
    window.print()
    page.remove()
    setRequests((requests) => requests.filter((other) => other !== request))
  }, [request, setRequests])

  if (!request) return null
  return createPortal(
    <div
      className={classes.receipt}
      ref={sheet}
      data-receipt
      data-sheet={request.sheet}
      role="document"
      aria-label={request.sheet === 'roll' ? 'Ticket' : 'Étiquettes'}
    >
      {piecesOf(plainPaper(markedPaper(request.paper, kind))).map((piece, index) => (
        <div key={index} className={classes.piece}>
          {piece.map((line, at) => (
            <Line key={at} line={line} />
          ))}
        </div>
      ))}
    </div>,
    document.body,
  )
}

/** Splits paper at its cuts. */
function piecesOf(paper: readonly PaperLine[]): PaperLine[][] {
  const pieces: PaperLine[][] = [[]]
  for (const line of paper) {
    if (line.kind === 'cut') pieces.push([])
    else pieces.at(-1)!.push(line)
  }
  return pieces.filter((piece) => piece.length > 0)
}

function Line({ line }: { line: PaperLine }) {
  switch (line.kind) {
    case 'cut':
      return null
    case 'rule':
      return <div className={classes.rule} />
    case 'code':
      return <PaperCode {...line} className={classes.code} />
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

/**
 * The page size. On a roll it is as long as the ticket, so that nothing is split and no blank paper follows. A label
 * has a fixed size.
 */
function pageRule(sheet: PageRequest['sheet'], paper: HTMLElement): string {
  if (sheet === 'label') return '@page { size: 50mm 30mm; margin: 0 }'
  const millimetres = Math.ceil((paper.scrollHeight * 25.4) / 96) + 2
  return `@page { size: 80mm ${millimetres}mm; margin: 0 }`
}
