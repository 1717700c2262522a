import { Select, TextInput } from '@mantine/core'
import { ClientField } from '#backoffice/ui/forms/client-field.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { TagField } from '#backoffice/ui/forms/tag-field.tsx'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import { CeilingFields } from '#backoffice/ui/policies/ceiling-fields.tsx'
import type { PolicyValues } from '#backoffice/ui/policies/policy-values.ts'
import { useTags } from '#backoffice/ui/use-tags.ts'

interface PolicyFieldsProps<Values extends PolicyValues> {
  form: Form<Values>
  /** The beneficiary cannot be his own holder. */
  beneficiaryId: string | undefined
  /** The contract's percentage, which applies when the field is empty. */
  defaultCoverage?: number
  /** Place in the body: `policy.` in a call that also creates the contract. */
  prefix?: '' | 'policy.'
}

const ranks = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/** The fields of a policy: number, percentage, ceilings and validity. */
export function PolicyFields<Values extends PolicyValues>({
  form: given,
  beneficiaryId,
  defaultCoverage,
  prefix = '',
}: PolicyFieldsProps<Values>) {
  const form = given as unknown as Form<PolicyValues>
  const tags = useTags('contract-policy')
  return (
    <>
      <TextInput
        data-span="3"
        label="N° de police ou de carte"
        withAsterisk
        autoComplete="off"
        {...form.text('number', `${prefix}number`)}
      />
      <TextInput
        data-span="2"
        label="Taux (%)"
        placeholder={defaultCoverage === undefined ? 'Celui du contrat' : `${defaultCoverage}, du contrat`}
        inputMode="numeric"
        autoComplete="off"
        {...form.text('coverage', `${prefix}coverage`)}
      />
      <Select
        data-span="1"
        label="Rang"
        allowDeselect={false}
        data={ranks}
        {...form.field('rank', `${prefix}rank`)}
        onChange={(rank) => form.set({ rank: rank ?? '1' })}
      />
      <ClientField
        kind="person"
        label="Assuré principal"
        description="Vide : le bénéficiaire est lui-même l’assuré."
        except={beneficiaryId ? [beneficiaryId] : []}
        {...form.field('holder', `${prefix}holderId`)}
      />
      <DayField data-span={3} label="Valable du" {...form.field('validFrom', `${prefix}validFrom`)} />
      <DayField data-span={3} label="Jusqu’au" {...form.field('validUntil', `${prefix}validUntil`)} />
      <CeilingFields form={form} within={`${prefix}ceilings`} />
      <TagField tags={tags} {...form.field('tags', `${prefix}tags`)} />
    </>
  )
}
