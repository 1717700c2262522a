import { TextInput } from '@mantine/core'
import { pharmacyProducts, type StockDetail } from '#shared/contract/pharmacy-products.ts'
import { ProductFields } from '#backoffice/stock/product-fields.tsx'
import { bodyOfProduct, valuesOfProduct } from '#backoffice/stock/product-values.ts'
import { useAcceptedLoss } from '#backoffice/stock/use-accepted-loss.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Changes what the pharmacy decides about a product. Two people may change different fields at once. */
export function EditProductForm({ product, onClose }: { product: StockDetail; onClose: () => void }) {
  const send = useSend()
  const say = useNotice()
  const maySetPrices = useMay(pharmacyProducts.setPrice)
  const isPrivate = product.productId === null
  const before = bodyOfProduct(valuesOfProduct(product))
  const loss = useAcceptedLoss()
  const form = useForm({
    initial: valuesOfProduct(product),
    noun: noun('produit', 'm'),
    schema: pharmacyProducts.patch.body!,
    bodyOf: (values) => {
      const { pricePolicy, ...body } = bodyOfProduct(values)
      return {
        ...changedFields(before, body),
        ...(isPrivate && values.label !== product.label ? { label: values.label } : {}),
        ...(maySetPrices && !isSame(pricePolicy, before.pricePolicy) ? { pricePolicy } : {}),
        ...loss.accepted,
      }
    },
    send: (body) => send(pharmacyProducts.patch, { params: { id: product.id }, body }),
    onDone: () => {
      say({ text: `Produit «\u00a0${product.label}\u00a0» enregistré` })
      onClose()
    },
  })
  return (
    <FormFrame label="Produit" form={loss.guarding(form) as never} onCancel={onClose}>
      {isPrivate && <TextInput label="Nom" withAsterisk autoComplete="off" {...form.text('label')} />}
      <ProductFields form={form} />
      {loss.question}
    </FormFrame>
  )
}

/** Only the changed fields are sent, so that a colleague's change of another field stays. */
function changedFields<Body extends object>(before: Body, after: Partial<Body>): Partial<Body> {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !isSame(value, before[key as keyof Body])),
  ) as Partial<Body>
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
