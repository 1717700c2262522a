import { useState } from 'react'
import { orderRecords } from '#shared/contract/order-preparations.ts'
import { caps } from '#shared/domain/caps.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { CountInput } from '#backoffice/ui/forms/count-input.tsx'
import { ProductField } from '#backoffice/ui/forms/product-field.tsx'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import records from '#backoffice/ui/records/records.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const title = 'Ajouter un produit'

/** Puts a product on the list that its need would not put there, by name or by scan. */
export function AddToListPanel({ onClose, onMade }: NewPanelProps) {
  useTabTitle(title)
  const send = useSend()
  const gesture = useGesture()
  const [product, setProduct] = useState<Choice | null>(null)
  const [quantity, setQuantity] = useState(1)
  return (
    <SidePanel title={title} onClose={onClose}>
      <form
        className={records.body}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          if (!product) return
          gesture.run(async () => {
            await send(orderRecords.patch, { params: { id: product.id }, body: { quantity, excludedUntil: null } })
            onMade(product.id)
          })
        }}
      >
        <ProductField label="Produit" required autoFocus value={product} onChange={setProduct} />
        <CountInput label="Boîtes" min={1} max={caps.quantity} value={quantity} onChange={setQuantity} />
        <WriteButton type="submit" disabled={!product} loading={gesture.isRunning}>
          Ajouter
        </WriteButton>
      </form>
      {gesture.modals}
    </SidePanel>
  )
}
