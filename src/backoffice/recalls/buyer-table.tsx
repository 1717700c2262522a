import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { RecallRecord, RecallSale } from '#shared/contract/recalls.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import text from '#shared/ui/text.module.css'
import { ContactModal } from '#backoffice/recalls/contact-modal.tsx'
import { contactText, soldText } from '#backoffice/recalls/contact-words.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** The sales of a recalled lot, those to work off first, each with what came of the contact and the gesture that notes it. */
export function BuyerTable({ recall, mayWork }: { recall: RecallRecord; mayWork: boolean }) {
  const [noted, setNoted] = useState<RecallSale | null>(null)
  const countryCode = useAtomValue(countryCodeAtom)
  return (
    <>
      <table className={`${table.table} ${table.roomy}`}>
        <thead>
          <tr>
            <th>Client</th>
            <th>Téléphone</th>
            <th>Acheté</th>
            <th>Vente</th>
            <th>Suivi</th>
            {mayWork && <td />}
          </tr>
        </thead>
        <tbody>
          {recall.soldTo.toSorted(toReachFirst).map((sale) => (
            <tr key={sale.saleId}>
              <td>{sale.clientName ? <b>{sale.clientName}</b> : <span className={text.quiet}>Non nommé</span>}</td>
              <td>{sale.phone ? formatPhone(sale.phone, countryCode) : <span className={text.quiet}>–</span>}</td>
              <td>{soldText(sale)}</td>
              <td>
                <TextLink to={`/ventes/${sale.saleId}`}>n°&nbsp;{sale.saleNumber}</TextLink>{' '}
                <span className={text.quiet}>
                  {formatMoment(sale.soldAt)}, {sale.sellerName}
                </span>
              </td>
              <td>
                <Standing sale={sale} />
              </td>
              {mayWork && (
                <td className={table.end}>
                  <WriteButton
                    variant="default"
                    size="compact-sm"
                    aria-label={`Suivi de la vente n°\u00a0${sale.saleNumber}`}
                    onClick={() => setNoted(sale)}
                  >
                    {sale.contacts.length > 0 ? 'Modifier' : 'Noter'}
                  </WriteButton>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {noted && <ContactModal recallId={recall.id} sale={noted} onClose={() => setNoted(null)} />}
    </>
  )
}

/** Named clients whom nobody has reached yet, then the other named ones, then sales without a name; newest first. */
function toReachFirst(one: RecallSale, other: RecallSale): number {
  const rank = ({ clientName, contacts }: RecallSale) => (clientName === null ? 2 : contacts.length > 0 ? 1 : 0)
  return rank(one) - rank(other)
}

const tones = { contacted: 'success', returned: 'success', unreachable: 'warning' } as const

function Standing({ sale: { clientName, contacts } }: { sale: RecallSale }) {
  const [last] = contacts
  const words = contactText(last)
  if (!last || words === null) return clientName === null ? <span className={text.quiet}>–</span> : <>À joindre</>
  const story = contacts
    .map((contact) =>
      [formatMoment(contact.at), contact.byName, contactText(contact), contact.note].filter(Boolean).join(', '),
    )
    .join('\n')
  return (
    <span title={story}>
      <StatusTag tone={tones[last.outcome]}>{words}</StatusTag>
    </span>
  )
}
