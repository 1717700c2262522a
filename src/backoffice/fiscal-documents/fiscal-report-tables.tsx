import type { FiscalReport } from '#shared/contract/fiscal-reports.ts'
import { meansWords, taxWords } from '#shared/papers/fiscal-words.ts'
import { formatAmount, formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { quantityText } from '#backoffice/fiscal-documents/fiscal-words.ts'
import table from '#backoffice/ui/small-table.module.css'

/** In print, a table has the borders of the printed page. */
type TableProps = { report: FiscalReport; isPaper?: boolean }
const looks = (isPaper: boolean) => (isPaper ? {} : { className: table.table })
const figure = { className: table.end, 'data-number': true } as const
const whole = { className: table.whole } as const
const Cell = ({ amount }: { amount: number }) => (
  <td {...figure}>
    <Money amount={amount} />
  </td>
)

export function DocumentsTable({ report: { invoices, credits }, isPaper = false }: TableProps) {
  return (
    <table {...looks(isPaper)} aria-label="Factures et avoirs">
      <thead>
        <tr>
          <th>Document</th>
          <th {...figure}>Nombre</th>
          <th {...figure}>Total TTC</th>
        </tr>
      </thead>
      <tbody>
        {[
          { name: 'Factures de vente', count: invoices.count, total: invoices.total },
          { name: 'Factures d’avoir', count: credits.count, total: -credits.total },
        ].map(({ name, count, total }) => (
          <tr key={name}>
            <td>{name}</td>
            <td {...figure}>{formatAmount(count, { decimals: 0 })}</td>
            <Cell amount={total} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2}>
            <b>Total net</b>
          </td>
          <td {...figure}>
            <b>
              <Money amount={invoices.total - credits.total} unit />
            </b>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

export function TaxTable({ report: { groups, aib }, isPaper = false }: TableProps) {
  return (
    <table {...looks(isPaper)} aria-label="Ventilation des impôts">
      <thead>
        <tr>
          <th>Groupe</th>
          <th {...figure}>Taux</th>
          <th {...figure}>HT</th>
          <th {...figure}>Taxe</th>
          <th {...figure}>TTC</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ group, rate, net, tax, total }) => (
          <tr key={`${group} ${rate}`}>
            <td {...whole}>{`${group}, ${taxWords({ group, rate })}`}</td>
            <td {...figure}>{formatPercent(rate / 100, 2)}</td>
            <Cell amount={net} />
            <Cell amount={tax} />
            <Cell amount={total} />
          </tr>
        ))}
      </tbody>
      {aib !== 0 && (
        <tfoot>
          <tr>
            <td colSpan={4}>AIB</td>
            <Cell amount={aib} />
          </tr>
        </tfoot>
      )}
    </table>
  )
}

export function MeansTable({ report: { means }, isPaper = false }: TableProps) {
  return (
    <table {...looks(isPaper)} aria-label="Paiements">
      <thead>
        <tr>
          <th>Moyen</th>
          <th {...figure}>Montant</th>
        </tr>
      </thead>
      <tbody>
        {means.map(({ means: each, amount }) => (
          <tr key={each}>
            <td>{meansWords[each]}</td>
            <Cell amount={amount} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The articles (A): one row for each label, tax group and price. */
export function ArticleTable({ report: { articles }, isPaper = false }: TableProps) {
  return (
    <table {...looks(isPaper)} aria-label="Articles">
      <thead>
        <tr>
          <th>Article</th>
          <th>Groupe</th>
          <th {...figure}>Prix</th>
          <th {...figure}>Qté</th>
          <th {...figure}>Total</th>
        </tr>
      </thead>
      <tbody>
        {articles.map(({ label, group, price, quantity, total }) => (
          <tr key={JSON.stringify([label, group, price])}>
            <td {...whole}>{label}</td>
            <td>{group}</td>
            <Cell amount={price} />
            <td {...figure}>{quantityText(quantity)}</td>
            <Cell amount={total} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
