import { useMemo } from 'react'
import type { DeliveryLine } from '#shared/contract/deliveries.ts'
import { dues, type Due } from '#shared/contract/dues.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { PhoneLink } from '#backoffice/ui/phone-link.tsx'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** All open dues of a pharmacy fit on the largest page of the contract. */
const mostDues = 2000

type DeliveredLine = Pick<DeliveryLine, 'productId' | 'received' | 'free'>

/**
 * What customers are owed of the products that came, oldest first. All open dues are read and compared here: a line
 * counts as soon as its product is known, also before the server has the gesture.
 */
export function useDeliveryDues(lines: readonly DeliveredLine[]): readonly Due[] {
  const { data } = useAnswer(dues.list, { query: { state: 'open', sort: 'createdAt', size: mostDues } })
  return useMemo(() => {
    const came = new Set(lines.filter(({ received, free }) => received + free > 0).map(({ productId }) => productId))
    return data?.items.filter(({ pharmacyProductId }) => came.has(pharmacyProductId)) ?? []
  }, [data, lines])
}

/** « Dus à remettre » beside the lines of a delivery. Nothing when no customer waits for its products. */
export function DeliveryDues({ owed }: { owed: readonly Due[] }) {
  if (owed.length === 0) return null
  return (
    <Sheet title="Dus à remettre" fact={plural(owed.length, 'client à prévenir', 'clients à prévenir')}>
      <DueTable owed={owed} />
    </Sheet>
  )
}

/** Whom to call, and for what. */
export function DueTable({ owed }: { owed: readonly Due[] }) {
  return (
    <table className={`${table.table} ${table.dense}`} aria-label="Dus à remettre">
      <thead>
        <tr>
          <th>Produit</th>
          <th className={table.end}>Dû</th>
          <th>À prévenir</th>
          <th>Téléphone</th>
          <th>Vente</th>
        </tr>
      </thead>
      <tbody>
        {owed.map((due) => (
          <tr key={due.id}>
            <td className={table.wide} title={due.label}>
              {due.label}
            </td>
            <td className={table.end}>{formatAmount(due.owed, { decimals: 0 })}</td>
            <td>
              <TextLink to={`/dus/${due.id}`}>{due.name}</TextLink>
            </td>
            <td>{due.phone ? <PhoneLink phone={due.phone} /> : '–'}</td>
            <td>
              <TextLink to={`/ventes/${due.saleId}`}>{`n°\u00a0${due.saleNumber}`}</TextLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
