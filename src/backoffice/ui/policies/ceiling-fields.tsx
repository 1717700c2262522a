import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import type { CeilingValues } from '#backoffice/ui/policies/policy-values.ts'

/** Three optional ceilings. `within`: their place in the body. */
export function CeilingFields<Values extends CeilingValues>({
  form,
  within = 'ceilings',
}: {
  form: Form<Values>
  within?: string
}) {
  const ceilings = form as unknown as Form<CeilingValues>
  return (
    <>
      <AmountField
        data-span="2"
        label="Plafond par vente"
        placeholder="Aucun"
        {...ceilings.field('perSale', `${within}.perSale`)}
      />
      <AmountField
        data-span="2"
        label="Plafond du jour"
        placeholder="Aucun"
        {...ceilings.field('perDay', `${within}.perDay`)}
      />
      <AmountField
        data-span="2"
        label="Plafond du mois"
        placeholder="Aucun"
        {...ceilings.field('perMonth', `${within}.perMonth`)}
      />
    </>
  )
}
