import { useAtomValue } from 'jotai'
import type { FiscalReport } from '#shared/contract/fiscal-reports.ts'
import { fiscalStates } from '#shared/contract/fiscal-documents.ts'
import { PaperHead, PrintedPages } from '#shared/papers/printed-pages.tsx'
import paper from '#shared/papers/signed-paper.module.css'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import {
  ArticleTable,
  DocumentsTable,
  MeansTable,
  TaxTable,
} from '#backoffice/fiscal-documents/fiscal-report-tables.tsx'
import { countedState, withheldWords } from '#backoffice/fiscal-documents/fiscal-words.ts'

interface FiscalReportPagesProps {
  title: string
  /** Which documents it sums. */
  facts: readonly string[]
  report: FiscalReport
  onPrinted: () => void
}

/** A report X or Z with its articles on A4. Visible only in print. */
export function FiscalReportPages({ title, facts, report, onPrinted }: FiscalReportPagesProps) {
  const nim = useAtomValue(terminalAtom)?.pharmacy?.fiscalNim
  const states = fiscalStates.flatMap((state) => {
    const count = report.states[state] ?? 0
    return count > 0 ? [countedState(state, count)] : []
  })
  return (
    <PrintedPages label={`${title} à imprimer`} onPrinted={onPrinted}>
      <header className={paper.head}>
        <PaperHead title={title} {...(nim ? { which: `Machine (NIM) ${nim}` } : {})} />
      </header>
      {[...facts, states.join(' · '), report.withheld > 0 && withheldWords(report.withheld)]
        .filter((line): line is string => Boolean(line))
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
      <DocumentsTable isPaper report={report} />
      <h3>Ventilation des impôts</h3>
      <TaxTable isPaper report={report} />
      <h3>Paiements</h3>
      <MeansTable isPaper report={report} />
      <h3>Articles (A)</h3>
      <ArticleTable isPaper report={report} />
    </PrintedPages>
  )
}
