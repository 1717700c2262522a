import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { wholesalerProducts, type WholesalerProduct } from '#shared/contract/wholesalers.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import { ExactPrice, Money } from '#shared/ui/money.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import { freeUnitsText } from '#backoffice/wholesalers/wholesaler-words.ts'
import { ReferentialField } from '#backoffice/ui/forms/referential-field.tsx'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Which product a code means, for all pharmacies, and what it cost. */
export function CodeModal({ row, onClose }: { row: WholesalerProduct; onClose: () => void }) {
  const send = useSend()
  const gesture = useGesture()
  const [product, setProduct] = useState<Choice | null>(
    row.productId ? { id: row.productId, label: row.productLabel ?? '' } : null,
  )
  const params = { id: row.wholesalerId, code: row.code }
  const prices = useAnswer(wholesalerProducts.history, { params }).data ?? []
  const tie = () =>
    gesture.run(async () => {
      await send(wholesalerProducts.tie, { params, body: { productId: product?.id ?? null } })
      onClose()
    })
  return (
    <PanelModal opened onClose={onClose} title={`${row.code}\u00a0: ${row.label}`} size="lg" centered>
      <ReferentialField value={product} onChange={setProduct} />
      <table className={table.table} aria-label="Prix">
        <thead>
          <tr>
            <th>À partir du</th>
            <th className={table.end}>Prix HT</th>
            <th className={table.end}>Prix public</th>
            <th className={table.end}>UG</th>
            <th className={table.end}>Remise</th>
          </tr>
        </thead>
        <tbody>
          {prices.map(({ from, price, publicPrice, rebate, ...rule }) => (
            <tr key={from}>
              <td>{formatDay(from)}</td>
              <td className={table.end}>
                <ExactPrice price={price} />
              </td>
              <td className={table.end}>{publicPrice === null ? '–' : <Money amount={publicPrice} />}</td>
              <td className={table.end}>{freeUnitsText(rule) ?? '–'}</td>
              <td className={table.end}>{rebate === 0 ? '–' : formatPercent(rebate / 100, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Group justify="end" mt={16}>
        <Button variant="default" onClick={onClose}>
          Annuler
        </Button>
        <WriteButton loading={gesture.isRunning} onClick={tie}>
          Enregistrer
        </WriteButton>
      </Group>
      {gesture.modals}
    </PanelModal>
  )
}
