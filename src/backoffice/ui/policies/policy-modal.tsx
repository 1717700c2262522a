import { SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { contractPolicies, type PolicyDetail } from '#shared/contract/contract-policies.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { contractChoices, useContracts } from '#backoffice/ui/policies/contract-choices.ts'
import { NewContractPolicyForm } from '#backoffice/ui/policies/new-contract-policy-form.tsx'
import { PolicyFields } from '#backoffice/ui/policies/policy-fields.tsx'
import {
  bodyOfPolicy,
  noPolicy,
  policyNoun,
  type PolicyValues,
  valuesOfPolicy,
} from '#backoffice/ui/policies/policy-values.ts'
import { contracts } from '#shared/contract/contracts.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const width = 640

/** Edits a policy. */
export function EditPolicyModal({ policy, onClose }: { policy: PolicyDetail; onClose: () => void }) {
  const send = useSend()
  const currency = useCurrency()
  const leave = useLeave()
  const form = useForm({
    initial: valuesOfPolicy(policy, currency),
    noun: policyNoun,
    schema: contractPolicies.patch.body!,
    bodyOf: (values) => bodyOfPolicy(values, currency),
    send: (body) => send(contractPolicies.patch, { params: { id: policy.id }, body }),
    onDone: onClose,
  })
  return (
    <Dialog
      opened
      onClose={() => leave(onClose)}
      title={`Police ${policy.payerName}, ${policy.contract.label}`}
      size={width}
    >
      <FormFrame label="Police" form={form} onCancel={onClose}>
        <PolicyFields
          form={form}
          beneficiaryId={policy.beneficiaryId}
          defaultCoverage={policy.contract.defaultCoverage}
        />
      </FormFrame>
    </Dialog>
  )
}

interface NewPolicyModalProps {
  beneficiary: { id: string; name: string }
  onClose: () => void
}

/** Creates a policy for a person, under an existing contract or together with a new contract and payer. */
export function NewPolicyModal({ beneficiary, onClose }: NewPolicyModalProps) {
  const [isNew, setIsNew] = useState(false)
  const leave = useLeave()
  const mayMakeContracts = useMay(contracts.create)
  return (
    <Dialog opened onClose={() => leave(onClose)} title={`Nouvelle police de ${beneficiary.name}`} size={width}>
      {mayMakeContracts && (
        <SegmentedControl
          fullWidth
          mb="md"
          aria-label="Contrat"
          data={[
            { value: 'known', label: 'Contrat existant' },
            { value: 'new', label: 'Nouveau contrat ou nouvel assureur' },
          ]}
          value={isNew ? 'new' : 'known'}
          onChange={(next) => leave(() => setIsNew(next === 'new'))}
        />
      )}
      {isNew ? (
        <NewContractPolicyForm beneficiary={beneficiary} onClose={onClose} />
      ) : (
        <KnownContractForm beneficiary={beneficiary} onClose={onClose} />
      )}
    </Dialog>
  )
}

function KnownContractForm({ beneficiary, onClose }: NewPolicyModalProps) {
  const send = useSend()
  const currency = useCurrency()
  const contracts = useContracts()
  const form = useForm<
    PolicyValues & { contractId: string | null },
    NonNullable<typeof contractPolicies.create.body>,
    PolicyDetail
  >({
    initial: { ...noPolicy, contractId: null },
    noun: policyNoun,
    schema: contractPolicies.create.body!,
    bodyOf: ({ contractId, ...values }) => ({
      ...bodyOfPolicy(values, currency),
      contractId: contractId ?? undefined,
      beneficiaryId: beneficiary.id,
    }),
    send: (body) => send(contractPolicies.create, { body }),
    onDone: onClose,
  })
  const contract = contracts.find(({ id }) => id === form.values.contractId)
  return (
    <FormFrame label="Nouvelle police" form={form} submitLabel="Ajouter" onCancel={onClose}>
      <Select
        label="Assureur et contrat"
        placeholder="Chercher un assureur, un contrat"
        withAsterisk
        searchable
        nothingFoundMessage="Aucun contrat"
        data={contractChoices(contracts)}
        {...form.field('contractId')}
      />
      <PolicyFields
        form={form}
        beneficiaryId={beneficiary.id}
        {...(contract ? { defaultCoverage: contract.defaultCoverage } : {})}
      />
    </FormFrame>
  )
}
