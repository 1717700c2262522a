import { Select, TextInput } from '@mantine/core'
import { companies, type NewCompany } from '#shared/contract/companies.ts'
import { contractPolicies, type PolicyDetail } from '#shared/contract/contract-policies.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { ClientField } from '#backoffice/ui/forms/client-field.tsx'
import { toChoose, toFill } from '#backoffice/ui/forms/field-names.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PolicyFields } from '#backoffice/ui/policies/policy-fields.tsx'
import { bodyOfPolicy, noPolicy, type PolicyValues, readPercent } from '#backoffice/ui/policies/policy-values.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const newCompany = 'new'
export const companyKinds: { value: NewCompany['kind']; label: string }[] = [
  { value: 'insurer', label: 'Assureur' },
  { value: 'social-security', label: 'Sécurité sociale' },
]

type Values = PolicyValues & {
  company: string | null
  companyName: string
  companyKind: NewCompany['kind']
  contractLabel: string
  contractCoverage: string
  owner: Choice | null
}

/** Creates payer, contract and policy in one call, which does all or nothing. */
export function NewContractPolicyForm({
  beneficiary,
  onClose,
}: {
  beneficiary: { id: string; name: string }
  onClose: () => void
}) {
  const send = useSend()
  const currency = useCurrency()
  const known = useAnswer(companies.all, {}).data ?? []
  const form = useForm<Values, NonNullable<typeof contractPolicies.companyContract.body>, PolicyDetail>({
    initial: {
      ...noPolicy,
      company: null,
      companyName: '',
      companyKind: 'insurer',
      contractLabel: '',
      contractCoverage: '',
      owner: null,
    },
    schema: contractPolicies.companyContract.body!,
    bodyOf: ({ company, companyName, companyKind, contractLabel, contractCoverage, owner, ...policy }) => ({
      company: company === newCompany ? { name: companyName, kind: companyKind } : { id: company ?? '' },
      contract: {
        label: contractLabel,
        defaultCoverage: readPercent(contractCoverage) ?? undefined,
        owner: owner && { kind: 'organization', id: owner.id },
      },
      policy: { ...bodyOfPolicy(policy, currency), beneficiaryId: beneficiary.id },
    }),
    check: ({ company, companyName, contractLabel, contractCoverage }) => [
      // A union only reports that no variant matches: name the missing field here.
      ...(company === null ? [{ path: 'company.id', text: toChoose('company.id') }] : []),
      ...(company === newCompany && companyName.trim() === ''
        ? [{ path: 'company.name', text: toFill('company.name') }]
        : []),
      ...(contractLabel.trim() === '' ? [{ path: 'contract.label', text: toFill('contract.label') }] : []),
      ...percentIssues(contractCoverage),
    ],
    send: (body) => send(contractPolicies.companyContract, { body }),
    words: {
      'company.name taken': 'Cet assureur existe déjà. Choisissez-le dans la liste.',
      'contract.label taken': 'Ce contrat existe déjà.',
      'policy.number taken': 'Cette police existe déjà.',
    },
    onDone: onClose,
  })
  const { values } = form
  return (
    <FormFrame label="Nouvelle police" form={form} submitLabel="Ajouter" onCancel={onClose}>
      <Select
        data-span={values.company === newCompany ? '2' : '6'}
        label="Assureur"
        placeholder="Choisir"
        withAsterisk
        searchable
        data={[
          { value: newCompany, label: 'Nouvel assureur…' },
          ...known.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.field('company', 'company.id')}
      />
      {values.company === newCompany && (
        <>
          <TextInput
            data-span="2"
            label="Nom de l’assureur"
            withAsterisk
            autoComplete="off"
            autoFocus
            {...form.text('companyName', 'company.name')}
          />
          <Select
            data-span="2"
            label="Nature"
            allowDeselect={false}
            data={companyKinds}
            {...form.field('companyKind', 'company.kind')}
            onChange={(kind) => form.set({ companyKind: kind as NewCompany['kind'] })}
          />
        </>
      )}
      <TextInput
        data-span="4"
        label="Contrat"
        placeholder="Salariés du Port autonome"
        withAsterisk
        autoComplete="off"
        {...form.text('contractLabel', 'contract.label')}
      />
      <TextInput
        data-span="2"
        label="Taux du contrat (%)"
        withAsterisk
        inputMode="numeric"
        autoComplete="off"
        {...form.text('contractCoverage', 'contract.defaultCoverage')}
      />
      <ClientField
        kind="organization"
        label="Souscrit par"
        description="L’employeur, s’il y en a un."
        {...form.field('owner', 'contract.owner')}
      />
      <PolicyFields form={form} beneficiaryId={beneficiary.id} prefix="policy." />
    </FormFrame>
  )
}

function percentIssues(text: string) {
  const percent = readPercent(text)
  if (percent === null) return [{ path: 'contract.defaultCoverage', text: toFill('contract.defaultCoverage') }]
  return Number.isInteger(percent) && percent >= 0 && percent <= 100
    ? []
    : [{ path: 'contract.defaultCoverage', text: 'De 0 à 100.' }]
}
