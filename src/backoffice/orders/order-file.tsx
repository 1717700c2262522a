import { Button, Group, Select } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#shared/client/call.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { type OrderDetail, type OrderLayout, type OrderLine, orders } from '#shared/contract/orders.ts'
import type { ExportColumn } from '#shared/ui/table-export.ts'
import { OrderPages } from '#backoffice/orders/order-pages.tsx'
import { orderName } from '#backoffice/orders/order-words.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'

/** The layouts that a supplier reads; the last one is for people and needs no codes. */
export const orderFileLayouts: { value: OrderLayout; label: string }[] = [
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

/** « Imprimer »: the order on A4; the print dialog also saves it as PDF. */
export function PrintOrder({ order }: { order: OrderDetail }) {
  const gesture = useGesture()
  const [data, setData] = useState<CallReply<typeof orders.exportData> | null>(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        loading={gesture.isRunning}
        onClick={() => gesture.run(async () => setData(await call(orders.exportData, { params: { id: order.id } })))}
      >
        Imprimer
      </Button>
      {data && <OrderPages data={data} onPrinted={() => setData(null)} />}
      {gesture.modals}
    </>
  )
}

/** The file of an order, in the form that the supplier reads. */
export function OrderFile({ order }: { order: OrderDetail }) {
  const [layout, setLayout] = useState<OrderLayout>('code-quantity')
  return (
    <Group align="end">
      <Select
        label="Format du fichier"
        data={orderFileLayouts}
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
