import type { DestructionReport } from '#shared/contract/destructions.ts'
import { stockReasonWords } from '#shared/domain/stock-reasons.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { PaperHead, PrintedPages } from '#shared/papers/printed-pages.tsx'
import paper from '#shared/papers/signed-paper.module.css'

/** The destruction report on A4, with places for the signatures. Visible only in print. */
export function DestructionPages({ report, onPrinted }: { report: DestructionReport; onPrinted: () => void }) {
  const title = `Procès-verbal de destruction n°\u00a0${report.number}`
  const showsCost = report.value !== null
  return (
    <PrintedPages label={`${title} à imprimer`} onPrinted={onPrinted}>
      <header className={paper.head}>
        <PaperHead title={title} />
      </header>
      <p>
        Le {formatShortDay(report.destroyedOn)}, les produits ci-dessous ont été détruits par {report.byName}, en
        présence de {report.witness}.
        <br />
        Méthode&nbsp;: {report.method}.{report.note && ` ${report.note}`}
      </p>
      <table className={paper.table}>
        <thead>
          <tr>
            <th>Produit</th>
            <th>Cond.</th>
            <th>Lot</th>
            <th>Péremption</th>
            <th>Motif</th>
            <th className={paper.end}>Quantité</th>
            {showsCost && <th className={paper.end}>Coût</th>}
            {showsCost && <th className={paper.end}>Valeur</th>}
          </tr>
        </thead>
        <tbody>
          {report.lines.map((line) => (
            <tr key={line.stockItemId}>
              <td>{line.label}</td>
              <td>{line.packaging}</td>
              <td>{line.lot ?? '–'}</td>
              <td>{line.expiresOn ? formatShortDay(line.expiresOn) : '–'}</td>
              <td>{stockReasonWords[line.reason]}</td>
              <td className={paper.end}>{formatAmount(line.quantity, { decimals: 0 })}</td>
              {showsCost && (
                <td className={paper.end}>
                  <Money amount={line.cost ?? 0} />
                </td>
              )}
              {showsCost && (
                <td className={paper.end}>
                  <Money amount={(line.cost ?? 0) * line.quantity} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {plural(report.lots, 'lot')}, {plural(report.units, 'unité')}
        {report.value !== null && (
          <>
            , valeur au coût&nbsp;: <Money amount={report.value} unit />
          </>
        )}
        .
      </p>
      <div className={paper.signatures}>
        <span>Le pharmacien</span>
        <span>Le témoin, {report.witness}</span>
      </div>
    </PrintedPages>
  )
}
