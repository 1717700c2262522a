import { SegmentedControl, TextInput } from '@mantine/core'
import type { ProductValues } from '#backoffice/stock/product-values.ts'
import classes from '#backoffice/stock/stock.module.css'
import type { Form } from '#backoffice/ui/forms/use-form.ts'

type Policy = Pick<ProductValues, 'mode' | 'coefficient' | 'roundingStep'>

/** How the sale prices follow from the costs. */
export function PolicyFields({ form }: { form: Pick<Form<ProductValues>, 'text' | 'set' | 'values'> }) {
  const { mode } = form.values
  return (
    <fieldset className={classes.policy}>
      <legend>Prix de vente</legend>
      <SegmentedControl
        fullWidth
        aria-label="Prix de vente"
        data={(['free', 'section', 'coefficient'] as const).map((value) => ({ value, label: shortWords[value] }))}
        value={mode}
        onChange={(next) => form.set({ mode: next as Policy['mode'] })}
      />
      {mode !== 'free' && (
        <div className={classes.pair}>
          {mode === 'coefficient' && (
            <TextInput
              label="Coefficient"
              placeholder="1,32"
              inputMode="decimal"
              autoComplete="off"
              {...form.text('coefficient', 'pricePolicy.coefficient')}
            />
          )}
          <TextInput
            label="Arrondi supérieur à"
            placeholder="Arrondi des espèces"
            inputMode="numeric"
            autoComplete="off"
            {...form.text('roundingStep', 'pricePolicy.roundingStep')}
          />
        </div>
      )}
    </fieldset>
  )
}

const shortWords: Record<ProductValues['mode'], string> = {
  free: 'À la main',
  section: 'Section',
  coefficient: 'Coefficient',
}
