import type { SupplierReturnNote } from '#shared/contract/supplier-returns.ts'
import { stockReasonWords } from '#shared/domain/stock-reasons.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { type Currency, formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { PaperHead, PrintedPages } from '#shared/papers/printed-pages.tsx'
import paper from '#shared/papers/signed-paper.module.css'

/** The return note on A4, with places for the signatures. Visible only in print. */
export function ReturnPages({ note, onPrinted }: { note: SupplierReturnNote; onPrinted: () => void }) {
  const title = `Bon de retour n°\u00a0${note.number}`
  const showsCost = note.value !== null
  const currency = useCurrency()
  return (
    <PrintedPages label={`${title} à imprimer`} onPrinted={onPrinted}>
      <header className={paper.head}>
        <PaperHead title={title} />
      </header>
      <p>
        Rendu à {note.supplierName} le {formatShortDay(note.sentAt)} par {note.sentByName}.
        {note.note && ` ${note.note}`}
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
          {note.lines.map((line) => (
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
        {plural(note.lots, 'lot')}, {plural(note.units, 'unité')}
        {note.value !== null && (
          <>
            , <Money amount={note.value} unit /> au coût
          </>
        )}
        . {moneyText(note, currency)}
      </p>
      <div className={paper.signatures}>
        <span>Le pharmacien</span>
        <span>Pour {note.supplierName}</span>
      </div>
    </PrintedPages>
  )
}

/** What came of the return by today: its credits, what is still awaited, what was given up. */
function moneyText(note: SupplierReturnNote, currency: Currency): string {
  const { state, creditAmount, creditNumber, awaited, givenUp, canceledAt } = note
  if (state === 'canceled') return `Retour annulé${canceledAt ? ` le ${formatShortDay(canceledAt)}` : ''}.`
  if (awaited === null) return ''
  const parts = [
    creditAmount !== null &&
      `avoir reçu${creditNumber ? ` (${creditNumber})` : ''}\u00a0: ${formatMoney(creditAmount, currency)}`,
    awaited > 0 && `avoir ${creditAmount === null ? '' : 'encore '}attendu\u00a0: ${formatMoney(awaited, currency)}`,
    (givenUp ?? 0) > 0 && `abandonné\u00a0: ${formatMoney(givenUp ?? 0, currency)}`,
  ].filter(Boolean)
  const text = parts.join(', ')
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
