import { Select, TextInput } from '@mantine/core'
import type { ContractValues } from '#backoffice/payers/contract-values.ts'
import { ClientField } from '#backoffice/ui/forms/client-field.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import { CeilingFields, FamilyCeilingFields } from '#backoffice/ui/policies/ceiling-fields.tsx'

interface ContractFieldsProps<Values extends ContractValues> {
  form: Form<Values>
  /** For an organization that pays itself: it is the owner, which is then required. */
  paysItself: boolean
  ownerKind?: 'organization' | 'person'
}

/** The terms of a contract. Its ceilings are shared by all its insured persons. */
export function ContractFields<Values extends ContractValues>({
  form: given,
  paysItself,
  ownerKind = 'organization',
}: ContractFieldsProps<Values>) {
  const form = given as unknown as Form<ContractValues>
  return (
    <>
      <TextInput
        data-span="4"
        label="Contrat"
        placeholder="Salariés du Port autonome"
        withAsterisk
        autoComplete="off"
        {...form.text('label')}
      />
      <TextInput
        data-span="2"
        label="Taux (%)"
        withAsterisk
        inputMode="numeric"
        autoComplete="off"
        {...form.text('defaultCoverage')}
      />
      <ClientField
        kind={ownerKind}
        data-span="4"
        label={paysItself ? 'Organisme qui paie' : 'Souscrit par'}
        required={paysItself}
        {...form.field('owner')}
      />
      <TextInput data-span="2" label="N° du contrat" autoComplete="off" {...form.text('number')} />
      <DayField data-span={3} label="Valable du" {...form.field('validFrom')} />
      <DayField data-span={3} label="Jusqu’au" {...form.field('validUntil')} />
      <CeilingFields form={form} />
      <Select
        data-span="6"
        label="Année des plafonds"
        allowDeselect={false}
        data={[
          { value: 'calendar', label: 'Année civile, de janvier à décembre' },
          { value: 'contract', label: 'Année du contrat, depuis son premier jour' },
        ]}
        {...form.field('ceilingYear')}
        onChange={(value) => form.set({ ceilingYear: value === 'contract' ? 'contract' : 'calendar' })}
      />
      <FamilyCeilingFields form={form} />
    </>
  )
}
