import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type OrderDetail, type OrderLine, orders } from '#shared/contract/orders.ts'
import { caps } from '#shared/domain/caps.ts'
import { ProductField } from '#backoffice/ui/forms/product-field.tsx'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import { CountInput } from '#backoffice/ui/forms/count-input.tsx'
import classes from '#backoffice/orders/orders.module.css'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Changes the boxes of a line of a draft, or takes it out. */
export function OrderLineModal({ order, line, onClose }: { order: OrderDetail; line: OrderLine; onClose: () => void }) {
  const send = useSend()
  const gesture = useGesture()
  const [quantity, setQuantity] = useState(line.quantity)
  const put = (boxes: number) =>
    gesture.run(async () => {
      await send(orders.putLine, { params: { id: order.id, productId: line.productId }, body: { quantity: boxes } })
      onClose()
    })
  return (
    <PanelModal opened onClose={onClose} title={line.label} centered>
      <CountInput label="Boîtes" min={1} max={caps.quantity} value={quantity} onChange={setQuantity} data-autofocus />
      <Group justify="space-between" mt={16}>
        <WriteButton variant="default" loading={gesture.isRunning} onClick={() => put(0)}>
          Retirer
        </WriteButton>
        <Group>
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <WriteButton loading={gesture.isRunning} onClick={() => put(quantity)}>
            Enregistrer
          </WriteButton>
        </Group>
      </Group>
      {gesture.modals}
    </PanelModal>
  )
}

/** Adds a product to a draft, by its name or by scan. */
export function AddOrderLine({ order }: { order: OrderDetail }) {
  const send = useSend()
  const gesture = useGesture()
  const [product, setProduct] = useState<Choice | null>(null)
  const [quantity, setQuantity] = useState(1)
  const add = () =>
    gesture.run(async () => {
      await send(orders.putLine, { params: { id: order.id, productId: product!.id }, body: { quantity } })
      setProduct(null)
      setQuantity(1)
    })
  return (
    <form
      className={classes.add}
      aria-label="Ajouter un produit"
      onSubmit={(event) => {
        event.preventDefault()
        if (product) add()
      }}
    >
      <ProductField
        label="Produit"
        value={product}
        onChange={setProduct}
        except={order.lines.map(({ productId }) => productId)}
      />
      <CountInput label="Boîtes" min={1} max={caps.quantity} value={quantity} onChange={setQuantity} w={110} />
      <WriteButton type="submit" variant="default" disabled={!product} loading={gesture.isRunning}>
        Ajouter
      </WriteButton>
      {gesture.modals}
    </form>
  )
}
