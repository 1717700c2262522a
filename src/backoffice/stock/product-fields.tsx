import { Select, TextInput } from '@mantine/core'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { PolicyFields } from '#backoffice/stock/policy-fields.tsx'
import type { ProductValues } from '#backoffice/stock/product-values.ts'
import { useProductChoices } from '#backoffice/stock/use-product-choices.ts'
import classes from '#backoffice/stock/stock.module.css'
import { TagField } from '#backoffice/ui/forms/tag-field.tsx'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useTags } from '#backoffice/ui/use-tags.ts'

/** The fields of a product that the pharmacy decides, whether it comes from the referential or is private. */
export function ProductFields<Values extends ProductValues>({ form }: { form: Form<Values> }) {
  const fields = form as unknown as Form<ProductValues>
  const { storages, categories, sections } = useProductChoices()
  const tags = useTags('pharmacy-product')
  const maySetPrices = useMay(pharmacyProducts.setPrice)
  return (
    <>
      <div className={classes.pair}>
        <TextInput label="Mini" inputMode="numeric" autoComplete="off" {...fields.text('minimum')} />
        <TextInput label="Maxi" inputMode="numeric" autoComplete="off" {...fields.text('maximum')} />
      </div>
      <Select
        label="Rangement"
        placeholder="Aucun"
        clearable
        searchable
        data={storages}
        {...fields.field('storageId')}
      />
      <Select
        label="Catégorie"
        placeholder="Celle du référentiel"
        clearable
        searchable
        data={categories}
        {...fields.field('categoryId')}
      />
      <Select
        label="Section réglementaire"
        placeholder="Celle du référentiel"
        clearable
        data={sections}
        {...fields.field('section')}
      />
      <TagField tags={tags} {...fields.field('tagIds')} />
      <TextInput
        label="Codes propres à la pharmacie"
        description="En plus de ceux du référentiel, séparés par des espaces"
        autoComplete="off"
        {...fields.text('codes')}
      />
      {maySetPrices && <PolicyFields form={fields} />}
    </>
  )
}
