import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { ProductFields } from '#backoffice/stock/product-fields.tsx'
import { bodyOfProduct, noProduct, type ProductValues } from '#backoffice/stock/product-values.ts'
import classes from '#backoffice/stock/stock.module.css'
import { toChoose, toFill } from '#backoffice/ui/forms/field-names.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { ReferentialField } from '#backoffice/ui/forms/referential-field.tsx'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useSubmitAgain } from '#backoffice/ui/forms/use-submit-again.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

type NewValues = ProductValues & { product: Choice | null }
type Origin = 'referential' | 'private'

/** A product that the pharmacy begins to sell: one of the referential, or its own. */
export function NewProductPanel({ text, onClose, onMade }: NewPanelProps) {
  const [origin, setOrigin] = useState<Origin>('referential')
  const [made, setMade] = useState(0)
  const leave = useLeave()
  useTabTitle('Nouveau produit')
  return (
    <SidePanel title="Nouveau produit" onClose={() => leave(onClose)}>
      <div className={classes.form}>
        <SegmentedControl
          fullWidth
          aria-label="Origine du produit"
          data={[
            { value: 'referential', label: 'Du référentiel' },
            { value: 'private', label: 'Produit privé' },
          ]}
          value={origin}
          onChange={(next) => leave(() => setOrigin(next as Origin))}
        />
        <NewProductForm
          key={`${origin} ${made}`}
          origin={origin}
          text={made === 0 ? text : ''}
          onClose={onClose}
          onMade={onMade}
          onAgain={() => setMade(made + 1)}
        />
      </div>
    </SidePanel>
  )
}

interface NewProductFormProps {
  origin: Origin
  text: string
  onClose: () => void
  onMade: (id: string) => void
  onAgain: () => void
}

function NewProductForm({ origin, text, onClose, onMade, onAgain }: NewProductFormProps) {
  const send = useSend()
  const say = useNotice()
  const { isAgain, submitAgain } = useSubmitAgain()
  const initial: NewValues = { ...noProduct, label: text, product: null }
  const form = useForm({
    initial,
    noun: noun('produit', 'm'),
    schema: pharmacyProducts.create.body!,
    bodyOf: ({ product, label, ...values }: NewValues) => ({
      ...bodyOfProduct({ ...values, label }),
      ...(origin === 'referential' ? { productId: product?.id ?? null } : { label }),
    }),
    check: ({ product, label }) => [
      ...(origin === 'referential' && !product ? [{ path: 'productId', text: toChoose('productId') }] : []),
      ...(origin === 'private' && label.trim() === '' ? [{ path: 'label', text: toFill('label') }] : []),
    ],
    send: (body) => send(pharmacyProducts.create, { body }),
    onDone: ({ id, label }) => {
      say({ text: `Produit «\u00a0${label}\u00a0» ajouté au stock` })
      if (isAgain()) onAgain()
      else onMade(id)
    },
  })
  return (
    <FormFrame
      label="Nouveau produit"
      form={form as never}
      submitLabel="Ajouter"
      onCancel={onClose}
      onSubmitAgain={() => submitAgain(form)}
    >
      {origin === 'referential' ? (
        <ReferentialField {...form.field('product', 'productId')} />
      ) : (
        <TextInput label="Nom" withAsterisk autoFocus autoComplete="off" {...form.text('label')} />
      )}
      <ProductFields form={form} />
    </FormFrame>
  )
}
