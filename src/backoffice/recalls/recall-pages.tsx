import { useAtomValue } from 'jotai'
import type { RecallRecord } from '#shared/contract/recalls.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { contactText, soldText } from '#backoffice/recalls/contact-words.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { PaperHead, PrintedPages } from '#shared/papers/printed-pages.tsx'
import paper from '#shared/papers/signed-paper.module.css'

/** The record of a recall on A4: kept five years, signed. Visible only in print. */
export function RecallPages({ recall, onPrinted }: { recall: RecallRecord; onPrinted: () => void }) {
  const countryCode = useAtomValue(countryCodeAtom)
  return (
    <PrintedPages label="Rappel à imprimer" onPrinted={onPrinted}>
      <header className={paper.head}>
        <PaperHead title={`Rappel du lot ${recall.lot}, ${recall.label}`} />
      </header>
      <p>
        Motif&nbsp;: {recall.reason}
        {recall.reference && `, ${recall.reference}`}.
        <br />
        Ouvert le {formatMoment(recall.openedAt)} par {recall.openedByName}
        {recall.closedAt && `, clôturé le ${formatMoment(recall.closedAt)} par ${recall.closedByName}`}.
        {recall.closingNote && (
          <>
            <br />
            Conclusion&nbsp;: {recall.closingNote}
          </>
        )}
      </p>
      <p>
        {recall.quantities
          .map(
            ({ packaging, inStock, sold, returned, destroyed }) =>
              `${packaging}\u00a0: ${inStock} en stock, ${sold} vendues, ${returned} rendues, ${destroyed} détruites`,
          )
          .join('\u202f; ')}
      </p>
      <table className={paper.table}>
        <thead>
          <tr>
            <th>Client</th>
            <th>Téléphone</th>
            <th>Acheté</th>
            <th>Vente</th>
            <th>Suivi</th>
          </tr>
        </thead>
        <tbody>
          {recall.soldTo.map((sale) => (
            <tr key={sale.saleId}>
              <td>{sale.clientName ?? 'Non nommé'}</td>
              <td>{sale.phone && formatPhone(sale.phone, countryCode)}</td>
              <td>{soldText(sale)}</td>
              <td>
                n° {sale.saleNumber}, {formatMoment(sale.soldAt)}, {sale.sellerName}
              </td>
              <td>{[contactText(sale.contacts[0]), sale.contacts[0]?.note].filter(Boolean).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={paper.signatures}>
        <span>Signature du pharmacien</span>
      </div>
    </PrintedPages>
  )
}
