import { Select, TagsInput, TextInput } from '@mantine/core'
import { type ProductDetails, products } from '#shared/contract/products.ts'
import { FamilyField } from '#backoffice/referential/family-field.tsx'
import {
  codeIssues,
  newProductValues,
  productBodyOf,
  type ProductValues,
  productValuesOf,
} from '#backoffice/referential/product-values.ts'
import { prescriptionChoices } from '#backoffice/referential/product-words.ts'
import { SectionField } from '#backoffice/referential/section-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { RowList } from '#backoffice/ui/forms/row-list.tsx'
import { type Form, useForm } from '#backoffice/ui/forms/use-form.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const words = {
  merged: 'Ce produit a été fusionné avec un autre.',
  taken: 'Un de ces codes est celui d’un autre produit. Fusionnez les deux, ou retirez-le de l’autre.',
}

/** The form of a new product (`product` omitted) or of an existing one. */
export function ProductForm({
  product,
  name = '',
  onDone,
  onCancel,
}: {
  product?: ProductDetails
  name?: string
  onDone: (saved: ProductDetails) => void
  onCancel: () => void
}) {
  const send = useSend()
  const isNew = product === undefined
  const form = useForm({
    initial: product ? productValuesOf(product) : newProductValues(name),
    schema: isNew ? products.create.body! : products.patch.body!,
    bodyOf: (values: ProductValues) => productBodyOf(values, { isNew }),
    check: ({ codes }) => codeIssues(codes),
    send: (body) =>
      product
        ? send(products.patch, { params: { id: product.id }, body: body as never })
        : send(products.create, { body: body as never }),
    onDone,
    words,
  })
  return (
    <FormFrame
      label={isNew ? 'Nouveau produit' : 'Produit'}
      form={form}
      {...(isNew ? { submitLabel: 'Créer' } : {})}
      onCancel={onCancel}
    >
      <ProductFields form={form} isNew={isNew} />
    </FormFrame>
  )
}

function ProductFields({ form, isNew }: { form: Form<ProductValues>; isNew: boolean }) {
  return (
    <>
      <TextInput label="Nom" withAsterisk autoFocus={isNew} autoComplete="off" {...form.text('label')} />
      <TagsInput
        label="Codes"
        description="Tapez Entrée après chaque code. Un scan l’ajoute directement."
        splitChars={[',', ';', ' ']}
        maxTags={50}
        {...form.field('codes')}
      />
      <Inns form={form} />
      <FamilyField family="form" label="Forme" {...form.field('form', 'formId')} />
      <FamilyField family="brand" label="Laboratoire" {...form.field('brand', 'brandId')} />
      <FamilyField family="atc" label="ATC" {...form.field('atc')} />
      <FamilyField family="category" label="Catégorie" {...form.field('category', 'categoryId')} />
      <FamilyField family="unit" label="Unité" {...form.field('unit', 'unitId')} />
      <Packagings form={form} />
      <Select
        label="Prescription"
        allowDeselect={false}
        data={prescriptionChoices}
        {...form.field('prescriptionList')}
        onChange={(list) => list && form.set({ prescriptionList: list })}
      />
      <SectionField {...form.field('section')} />
    </>
  )
}

function Inns({ form }: { form: Form<ProductValues> }) {
  return (
    <RowList
      label="DCI et dosages"
      noun="DCI"
      rows={form.values.inns}
      onChange={(inns) => form.set({ inns })}
      make={() => ({ id: crypto.randomUUID(), inn: null, dosage: '' })}
      most={20}
    >
      {(row, index, change) => (
        <>
          <FamilyField
            family="inn"
            label={`DCI ${index + 1}`}
            value={row.inn}
            onChange={(inn) => change({ inn })}
            error={form.errorAt(`inns.${index}.innId`)}
          />
          <TextInput
            label="Dosage"
            placeholder="500 mg"
            autoComplete="off"
            value={row.dosage}
            onChange={(event) => change({ dosage: event.currentTarget.value })}
            error={form.errorAt(`inns.${index}.dosage`)}
          />
        </>
      )}
    </RowList>
  )
}

function Packagings({ form }: { form: Form<ProductValues> }) {
  return (
    <RowList
      label="Conditionnements"
      noun="présentation"
      rows={form.values.packagings}
      onChange={(packagings) => form.set({ packagings })}
      make={() => ({ id: crypto.randomUUID(), packaging: null })}
      most={20}
    >
      {(row, index, change) => (
        <FamilyField
          family="packaging"
          label={`Conditionnement ${index + 1}`}
          value={row.packaging}
          onChange={(packaging) => change({ packaging })}
          error={form.errorAt(`packagingIds.${index}`)}
        />
      )}
    </RowList>
  )
}
