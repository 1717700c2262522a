import { Group, Select } from '@mantine/core'
import { useState } from 'react'
import { call } from '#shared/client/call.ts'
import { type OrderDetail, type OrderLayout, type OrderLine, orders } from '#shared/contract/orders.ts'
import type { ExportColumn } from '#shared/ui/table-export.ts'
import { orderName } from '#backoffice/orders/order-words.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'

const layouts: { value: OrderLayout; label: string }[] = [
  { value: 'code-quantity', label: 'Fichier code et quantité' },
  { value: 'laborex', label: 'Fichier Laborex' },
  { value: 'detailed', label: 'Fichier détaillé' },
]

const fileColumns: readonly ExportColumn<OrderLine>[] = [
  { header: 'Code', exported: ({ code }) => code },
  { header: 'Produit', exported: ({ label }) => label },
  { header: 'Quantité', exported: ({ quantity }) => quantity },
  { header: 'Prix HT', exported: ({ price }) => (price === null ? null : { money: price }) },
]

/** The file of an order, in the form that the supplier reads. */
export function OrderFile({ order }: { order: OrderDetail }) {
  const [layout, setLayout] = useState<OrderLayout>('code-quantity')
  return (
    <Group align="end">
      <Select
        label="Forme du CSV"
        data={layouts}
        value={layout}
        allowDeselect={false}
        onChange={(value) => setLayout(value as OrderLayout)}
      />
      <ListExport
        name={orderName(order.number)}
        columns={fileColumns}
        filters={order.supplierName}
        source={() => ({ rows: order.lines })}
        readCsv={(signal) => call(orders.csv, { params: { type: layout }, query: { id: order.id } }, { signal })}
      />
    </Group>
  )
}
