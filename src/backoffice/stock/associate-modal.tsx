import { pharmacyProducts, type StockDetail } from '#shared/contract/pharmacy-products.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { ReferentialField } from '#backoffice/ui/forms/referential-field.tsx'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Says which product of the referential a private product is. */
export function AssociateModal({ product, onClose }: { product: StockDetail; onClose: () => void }) {
  const send = useSend()
  const say = useNotice()
  const leave = useLeave()
  const form = useForm({
    initial: { product: null as Choice | null },
    schema: pharmacyProducts.associateProduct.body!,
    bodyOf: (values) => ({ pharmacyProductId: product.id, productId: values.product?.id }),
    send: (body) => send(pharmacyProducts.associateProduct, { body }),
    onDone: ({ label }) => {
      say({ text: `«\u00a0${product.label}\u00a0» est maintenant «\u00a0${label}\u00a0»` })
      onClose()
    },
  })
  return (
    <PanelModal opened onClose={() => leave(onClose)} title={`Associer ${product.label}`} size={520}>
      <FormFrame label="Associer au référentiel" form={form as never} submitLabel="Associer" onCancel={onClose}>
        <p>Le produit prend le nom et les codes du référentiel. Ses lots, ses ventes et son historique restent.</p>
        <ReferentialField {...form.field('product', 'productId')} />
      </FormFrame>
    </PanelModal>
  )
}
