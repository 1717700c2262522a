import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import type { CeilingValues, FamilyValues } from '#backoffice/ui/policies/policy-values.ts'

const periods = [
  ['perSale', 'Plafond par vente'],
  ['perDay', 'Plafond du jour'],
  ['perMonth', 'Plafond du mois'],
  ['perYear', 'Plafond de l’année'],
] as const

/** Four optional ceilings. `within`: their place in the body. */
export function CeilingFields<Values extends CeilingValues>({
  form,
  within = 'ceilings',
}: {
  form: Form<Values>
  within?: string
}) {
  const ceilings = form as unknown as Form<CeilingValues>
  return periods.map(([period, label]) => (
    <AmountField
      key={period}
      data-span="3"
      label={label}
      placeholder="Aucun"
      {...ceilings.field(period, `${within}.${period}`)}
    />
  ))
}

/** The same for each family of a contract. */
export function FamilyCeilingFields<Values extends FamilyValues>({ form }: { form: Form<Values> }) {
  const ceilings = form as unknown as Form<FamilyValues>
  return periods.map(([period, label]) => (
    <AmountField
      key={period}
      data-span="3"
      label={`${label}, par famille`}
      placeholder="Aucun"
      {...ceilings.field(`family.${period}`, `familyCeilings.${period}`)}
    />
  ))
}
