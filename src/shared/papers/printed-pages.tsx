import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { copyMark } from '#shared/domain/backup/copy-kind.ts'
import { taxLine } from '#shared/domain/countries/country-facts.ts'
import { plainText } from '#shared/domain/plain-text.ts'
import { copyAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import classes from './printed-pages.module.css'

interface PrintedPagesProps {
  /** « Ordonnancier à imprimer » */
  label: string
  landscape?: boolean
  /** In mm: paper of another size, filled by its content up to its edges. */
  paper?: { width: number; height: number }
  onPrinted: () => void
  children: ReactNode
}

/** Content visible only in print, on A4 or on other paper. Opens the print dialog once, when mounted. */
export function PrintedPages({ label, landscape = false, paper, onPrinted, children }: PrintedPagesProps) {
  const copy = useAtomValue(copyAtom)
  const mark = copy && copyMark(copy.kind)
  const pages = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (pages.current) stripUnprintable(pages.current)
    const style = document.createElement('style')
    style.textContent = paper
      ? `@page { size: ${paper.width}mm ${paper.height}mm; margin: 0 }`
      : `@page { size: A4 ${landscape ? 'landscape' : 'portrait'}; margin: 12mm; ${mark ? `@top-right { content: "${mark}"; font-size: 9pt } ` : ''}@bottom-right { content: counter(page) " / " counter(pages); font-size: 9pt } }`
    document.head.append(style)
    window.print()
    style.remove()
    onPrinted()
    // oxlint-disable-next-line react/exhaustive-deps -- printed once, when it is there
  }, [])
  return createPortal(
    <div ref={pages} className={classes.pages} role="document" aria-label={label}>
      {mark && <strong className={paper ? classes.corner : classes.mark}>{mark}</strong>}
      {children}
    </div>,
    document.body,
  )
}

/** Texts that were stored before such characters were refused may turn or hide what stands on the paper. */
function stripUnprintable(root: Node): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node as Text
    const plain = plainText(text.data, { multiline: true })
    if (plain !== text.data) text.data = plain
  }
}

/**
 * The head of a printed page: pharmacy, title and time, « Pharmacie Camp Guézo · Ordonnancier », with the address
 * below. `which`: the selection printed.
 */
export function PaperHead({ title, which }: { title: string; which?: string }) {
  const [printedAt] = useState(pharmacyNow)
  const pharmacy = useAtomValue(terminalAtom)?.pharmacy
  return (
    <>
      {pharmacy?.name ?? 'Pharmacie'} · {title}
      <small>
        {[
          pharmacy?.address,
          pharmacy?.city,
          pharmacy?.phone,
          pharmacy && taxLine(pharmacy.taxId, pharmacy.country.code),
        ]
          .filter(Boolean)
          .join(', ')}
        <br />
        {which && `${which}. `}Imprimé le {formatMoment(printedAt)}
      </small>
    </>
  )
}
