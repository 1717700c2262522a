import { useAtomValue } from 'jotai'
import { sumInWords } from '#shared/domain/amount-in-words.ts'
import { firmNumbers, taxLine } from '#shared/domain/countries/country-facts.ts'
import type { CertifiedDocument } from '#shared/domain/fiscal/paper-document.ts'
import { codeName, elementsOf, simulatedWords, taxWords } from '#shared/papers/fiscal-words.ts'
import type { Invoice } from '#shared/papers/invoice.ts'
import { PaperCode } from '#shared/papers/paper-code.tsx'
import { PrintedPages } from '#shared/papers/printed-pages.tsx'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoment } from '#shared/ui/date-format.ts'
import { formatAmount, formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import classes from './invoice-pages.module.css'

interface InvoicePagesProps {
  invoice: Invoice
  onPrinted: () => void
}

/** An invoice, a credit note, a pro forma invoice or a quotation on A4. Visible only in print. */
export function InvoicePages({ invoice, onPrinted }: InvoicePagesProps) {
  const { title, number, at, operator, client, marks, remarks, document, isOffer } = invoice
  const currency = useCurrency()
  const country = useAtomValue(terminalAtom)?.pharmacy?.country
  return (
    <PrintedPages label={`${title} à imprimer`} onPrinted={onPrinted}>
      <div className={classes.invoice}>
        <header className={classes.head}>
          <Sender />
          <div className={classes.title}>
            <h1>{title}</h1>
            <b>{number}</b>
            <span>{formatMoment(at)}</span>
            <span>Opérateur : {operator}</span>
          </div>
        </header>
        {marks.map((mark) => (
          <p key={mark} className={classes.mark}>
            {mark}
          </p>
        ))}
        <section className={classes.client}>
          <small>Client</small>
          {client ? (
            [
              client.name && <b key="name">{client.name}</b>,
              taxLine(client.taxId, country?.code),
              client.address,
              client.contact,
            ]
              .filter(Boolean)
              .map((line, place) => <div key={place}>{line}</div>)
          ) : isOffer ? (
            <div className={classes.blank} />
          ) : (
            <div>Client de passage</div>
          )}
        </section>
        {[...remarks, ...(document?.originalCode ? [`Avoir de la facture ${document.originalCode}`] : [])].map(
          (remark) => (
            <p key={remark}>{remark}</p>
          ),
        )}
        <Lines invoice={invoice} />
        <Sums invoice={invoice} />
        <p>
          {isOffer ? 'Soit' : 'Arrêté à la somme de'} <b>{sumInWords(invoice.total, currency)}</b>.
        </p>
        {document?.totals && <Taxes totals={document.totals} />}
        <Payments invoice={invoice} />
        {document ? (
          <Security document={document} platform={country?.fiscalPlatform ?? 'none'} />
        ) : (
          <div className={classes.signature}>Le pharmacien</div>
        )}
      </div>
    </PrintedPages>
  )
}

function Sender() {
  const pharmacy = useAtomValue(terminalAtom)?.pharmacy
  if (!pharmacy) return null
  const { name, address, city, phone, taxId, tradeRegister, country } = pharmacy
  return (
    <div>
      <h2>{name}</h2>
      {[
        [address, city].filter(Boolean).join(', '),
        phone && `Tél. ${phone}`,
        taxLine(taxId, country.code),
        tradeRegister && `${firmNumbers(country.code).tradeRegister} ${tradeRegister}`,
      ]
        .filter(Boolean)
        .map((line) => (
          <div key={line}>{line}</div>
        ))}
    </div>
  )
}

function Lines({ invoice: { lines, document } }: Pick<InvoicePagesProps, 'invoice'>) {
  return (
    <table>
      <thead>
        <tr>
          <th>Désignation</th>
          {document && <th data-short>Groupe</th>}
          <th data-number>Quantité</th>
          <th data-number>Prix unitaire TTC</th>
          <th data-number>Montant TTC</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, group, quantity, price, total, originalPrice }, place) => (
          <tr key={place}>
            <td>
              {label}
              {originalPrice !== null && (
                <small>
                  Remise, au lieu de <Money amount={originalPrice} />
                </small>
              )}
            </td>
            {document && <td data-short>[{group}]</td>}
            <td data-number>{String(quantity).replace('.', ',')}</td>
            <td data-number>{price === null ? '–' : <Money amount={price} />}</td>
            <td data-number>
              <Money amount={total} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sums({
  invoice: { lines, discount, aib, total, rounding, stampDuty, document, isCredit },
}: Pick<InvoicePagesProps, 'invoice'>) {
  const units = lines.reduce((count, { quantity }) => count + quantity, 0)
  const { specificTax = 0 } = document?.totals ?? {}
  const rows: [string, number][] = [
    ['Remise', -discount],
    ['Taxe spécifique', specificTax],
    [aib.label, aib.amount],
  ]
  const below: [string, number][] = [
    ['Timbre de quittance', stampDuty],
    // Balance of a sale: what is paid is its total without the rounding.
    ['Arrondi des espèces', -rounding],
  ]
  return (
    <div className={classes.sums}>
      <span>{plural(Math.ceil(units), 'article')}</span>
      <dl>
        {rows.map(([name, amount]) => amount !== 0 && <Row key={name} name={name} amount={amount} />)}
        <div className={classes.total}>
          <dt>Total TTC</dt>
          <dd>
            <Money amount={total} unit />
          </dd>
        </div>
        {below.map(([name, amount]) => amount !== 0 && <Row key={name} name={name} amount={amount} signed />)}
        {(rounding !== 0 || stampDuty !== 0) && (
          <Row name={isCredit ? 'Net à rendre' : 'Net à payer'} amount={total + stampDuty - rounding} />
        )}
      </dl>
    </div>
  )
}

function Row({ name, amount, signed = false }: { name: string; amount: number; signed?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} signed={signed} />
      </dd>
    </div>
  )
}

function Taxes({ totals }: { totals: NonNullable<CertifiedDocument['totals']> }) {
  return (
    <section className={classes.block}>
      <h3>Ventilation des impôts</h3>
      <table>
        <thead>
          <tr>
            <th>Groupe</th>
            <th data-number>Taux</th>
            <th data-number>Montant HT</th>
            <th data-number>Taxe</th>
            <th data-number>Montant TTC</th>
          </tr>
        </thead>
        <tbody>
          {totals.groups.map(({ group, rate, net, tax, total }) => (
            <tr key={group}>
              <td>
                [{group}] {taxWords({ group, rate })}
              </td>
              <td data-number>{formatPercent(rate / 100, 2)}</td>
              {[net, tax, total].map((amount, place) => (
                <td key={place} data-number>
                  <Money amount={amount} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Payments({ invoice: { payments, isOffer, total } }: Pick<InvoicePagesProps, 'invoice'>) {
  const currency = useCurrency()
  if (payments.length === 0) return null
  const left = total - payments.reduce((paid, { amount }) => paid + amount, 0)
  return (
    <section className={classes.block}>
      <h3>{isOffer ? 'Prise en charge' : 'Répartition des paiements'}</h3>
      <p>
        {[...payments, ...(isOffer ? [{ label: 'À la charge du client', amount: left }] : [])]
          .map(({ label, amount }) => `${label}\u00a0: ${formatAmount(amount, currency)}`)
          .join(' · ')}
      </p>
    </section>
  )
}

function Security({ document, platform }: { document: CertifiedDocument; platform: Parameters<typeof elementsOf>[1] }) {
  const { code, qr } = document.elements
  return (
    <section className={classes.security}>
      {qr && <PaperCode digits={qr} name={codeName(platform)} className={classes.code} />}
      <dl>
        {[[codeName(platform), code] as const, ...elementsOf(document, platform)].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {document.isSimulated && <b>{simulatedWords}</b>}
    </section>
  )
}
