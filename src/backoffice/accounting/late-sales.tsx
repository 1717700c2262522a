import type { AccountingSummary } from '#shared/contract/accounting.ts'
import { addDays } from '#shared/domain/dates.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { monthName } from '#backoffice/accounting/month-words.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'

type Sales = Pick<AccountingSummary['lateSales'], 'count' | 'total' | 'items'>

/** The sales of closed months that came since, each with its day: the accountant finds them in the export. */
export function LateSales({ sales: { beforeOpening, ...sales } }: { sales: AccountingSummary['lateSales'] }) {
  const currency = useCurrency()
  if (sales.count === 0) return null
  return (
    <Sheet
      title="Ventes arrivées après clôture"
      fact={`${plural(sales.count, 'vente')}, ${formatMoney(sales.total, currency)}`}
    >
      {beforeOpening > 0 && (
        <p>
          {beforeOpening === sales.count
            ? 'Elles sont d’avant le premier mois exporté'
            : `Dont ${beforeOpening} d’avant le premier mois exporté`}
          {'\u00a0: la reprise du comptable ne les contient pas.'}
        </p>
      )}
      <SaleTable label="Ventes arrivées après clôture" sales={sales} />
    </Sheet>
  )
}

interface OpeningProps {
  month: string
  opening: NonNullable<AccountingSummary['opening']>
}

/** What the first export leaves to the accountant: the sales of earlier months, and those that he may not have. */
export function Opening({ month, opening: { count, total, from, arrived } }: OpeningProps) {
  const currency = useCurrency()
  if (count === 0 || from === null) return null
  const name = monthName(month)
  return (
    <Sheet title={`Avant ${name}`} fact={`${plural(count, 'vente')}, ${formatMoney(total, currency)}`}>
      <p>
        <TextLink to={`/ventes?du=${from}&au=${addDays(month, -1)}&etat=cloturees`}>Ces ventes</TextLink>
        {
          ' ne sont pas dans l’export\u00a0: elles sont dans la reprise de votre comptable. Ce qui en arrivera après lui ira dans le suivant.'
        }
      </p>
      {arrived.count > 0 && (
        <>
          <p>
            {`À vérifier\u00a0: ${plural(arrived.count, 'vente est arrivée', 'ventes sont arrivées')} depuis le début du mois, ${formatMoney(arrived.total, currency)}. La reprise les contient-elle\u202f?`}
          </p>
          <SaleTable label="Ventes arrivées depuis" sales={arrived} />
        </>
      )}
    </Sheet>
  )
}

function SaleTable({ label, sales: { count, items } }: { label: string; sales: Sales }) {
  return (
    <table className={`${table.table} ${table.dense}`} aria-label={label}>
      <thead>
        <tr>
          <th>Vente</th>
          <th>Jour</th>
          <th className={table.end}>Total</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, number, day, total }) => (
          <tr key={id}>
            <td>
              <TextLink to={`/ventes/${id}`}>{`n°\u00a0${number}`}</TextLink>
            </td>
            <td>{formatShortDay(day)}</td>
            <td className={table.end}>
              <Money amount={total} />
            </td>
          </tr>
        ))}
        {count > items.length && (
          <tr>
            <td colSpan={3}>{`et ${plural(count - items.length, 'autre')}`}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
