import { useState } from 'react'
import { pharmacyProducts, type StockDetail } from '#shared/contract/pharmacy-products.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { AssociateModal } from '#backoffice/stock/associate-modal.tsx'
import { NewLotModal } from '#backoffice/stock/new-lot-modal.tsx'
import { PriceModal } from '#backoffice/stock/price-modal.tsx'
import classes from '#backoffice/stock/stock.module.css'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface ProductGesturesProps {
  product: StockDetail
  /** Undefined while the form is open. */
  onEdit: (() => void) | undefined
}

/** What a member may do with a product; gestures without the right are not shown. */
export function ProductGestures({ product, onEdit }: ProductGesturesProps) {
  const [shown, setShown] = useState<'price' | 'lot' | 'associate' | null>(null)
  const mayEdit = useMay(pharmacyProducts.patch)
  const mayPrice = useMay(pharmacyProducts.setPrice)
  const mayEnter = useMay(stockItems.create)
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const { archived, stockItems: lots } = product
  const turn = (to: boolean) => send(pharmacyProducts.patch, { params: { id: product.id }, body: { archived: to } })
  // No confirmation: the same button and the notice undo it.
  const turnArchive = () =>
    gesture.run(async () => {
      await turn(!archived)
      say({
        text: `Produit «\u00a0${product.label}\u00a0» ${archived ? 'repris' : 'archivé'}`,
        undo: () => turn(archived),
      })
    })
  if (!mayEdit && !mayPrice && !mayEnter) return null
  const close = () => setShown(null)
  return (
    <div className={classes.gestures}>
      {mayEdit && onEdit && (
        <WriteButton variant="default" onClick={onEdit}>
          Modifier
        </WriteButton>
      )}
      {mayPrice && lots.length > 0 && (
        <WriteButton variant="default" onClick={() => setShown('price')}>
          Changer le prix
        </WriteButton>
      )}
      {mayEnter && !archived && (
        <WriteButton variant="default" onClick={() => setShown('lot')}>
          Entrer un lot
        </WriteButton>
      )}
      {mayEdit && product.productId === null && (
        <WriteButton variant="default" onClick={() => setShown('associate')}>
          Associer
        </WriteButton>
      )}
      {mayEdit && (
        <WriteButton variant="default" loading={gesture.isRunning} onClick={turnArchive}>
          {archived ? 'Reprendre' : 'Archiver'}
        </WriteButton>
      )}
      {shown === 'price' && <PriceModal product={product} onClose={close} />}
      {shown === 'lot' && <NewLotModal product={product} onClose={close} />}
      {shown === 'associate' && <AssociateModal product={product} onClose={close} />}
      {gesture.modals}
    </div>
  )
}
