import { useAtomValue } from 'jotai'
import type { SalePhoto } from '#shared/contract/sale-photos.ts'
import { sales, type ReadSale } from '#shared/contract/sales.ts'
import { payerNameOf } from '#shared/domain/payment.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { PhotoThumbs } from '#backoffice/ui/photo-thumbs.tsx'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** Thumbnails of the voucher photos; one can be enlarged. Nothing without photos. */
export function SalePhotos({ sale }: { sale: ReadSale }) {
  const { data: photos, error, retry } = useAnswer(sales.photos, { params: { id: sale.id } })
  const isOffline = useAtomValue(isOfflineAtom)
  if (!photos && (error || isOffline)) {
    return (
      <PanelSection title="Photos des bons">
        <PanelFace error={error} onRetry={retry} missingText="Les photos n’existent plus." />
      </PanelSection>
    )
  }
  if (!photos || photos.length === 0) return null
  return (
    <PanelSection title="Photos des bons">
      <PhotoThumbs photos={photos} nameOf={(photo) => nameOf(photo, sale)} />
    </PanelSection>
  )
}

/** « Bon de NSIA, sam. 21 nov. 2026, 11:42 » */
function nameOf({ paymentId, takenAt }: SalePhoto, sale: ReadSale): string {
  const payment = 'payments' in sale ? sale.payments.find(({ id }) => id === paymentId) : undefined
  const payer = payment && (payerNameOf(payment) || paymentName(payment.type))
  return [payer ? `Bon de ${payer}` : 'Photo', formatMoment(takenAt)].join(', ')
}
