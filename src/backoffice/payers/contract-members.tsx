import { IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { contractPolicies, type PolicyDetail } from '#shared/contract/contract-policies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import type { ContractDetail } from '#backoffice/payers/contract-detail.ts'
import { ClientField } from '#backoffice/ui/forms/client-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PolicyFields } from '#backoffice/ui/policies/policy-fields.tsx'
import { EditPolicyModal } from '#backoffice/ui/policies/policy-modal.tsx'
import { PolicyTable } from '#backoffice/ui/policies/policy-table.tsx'
import { bodyOfPolicy, noPolicy, policyNoun, type PolicyValues } from '#backoffice/ui/policies/policy-values.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useListSearch } from '#backoffice/ui/use-list-search.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton, WriteIcon } from '#backoffice/ui/write-button.tsx'

/** The persons covered by a contract. The server searches, because there may be thousands. */
export function ContractMembers({ contract }: { contract: ContractDetail }) {
  const search = useListSearch('Filtrer les assurés')
  const [opened, setOpened] = useState<PolicyDetail | 'new' | null>(null)
  const mayEdit = useMay(contractPolicies.create)
  const send = useSend()
  const { ask, modals } = useGesture()
  const { id, label, payerName } = contract
  const gestures = useCallback(
    (policy: PolicyDetail) => (
      <>
        <WriteIcon
          size={28}
          variant="subtle"
          color="gray"
          aria-label={`Modifier la police de ${policy.beneficiaryName}`}
          onClick={() => setOpened(policy)}
        >
          <IconPencil size={16} aria-hidden />
        </WriteIcon>
        <WriteIcon
          size={28}
          variant="subtle"
          color="gray"
          aria-label={`Retirer ${policy.beneficiaryName}`}
          onClick={() =>
            ask({
              title: 'Retirer cet assuré\u202f?',
              text: `${policy.beneficiaryName}, n°\u00a0${policy.number}. Le comptoir ne proposera plus cette police ; les ventes faites avec elle restent.`,
              yes: 'Retirer',
              run: () => send(contracts.removePolicy, { params: { id: policy.id } }),
            })
          }
        >
          <IconX size={16} aria-hidden />
        </WriteIcon>
      </>
    ),
    [ask, send],
  )
  return (
    <>
      <PolicyTable
        call={contractPolicies.list}
        input={{ query: { contractId: id, ...search.query } }}
        name={`Assurés ${payerName} ${label}`}
        emptyText={search.emptyText('Aucun assuré sous ce contrat. Ajoutez-en un, ou importez la liste de l’assureur.')}
        start={search.field}
        actions={
          mayEdit &&
          !contract.archived && (
            <WriteButton leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened('new')}>
              Ajouter un assuré
            </WriteButton>
          )
        }
        {...(mayEdit ? { gestures } : {})}
      />
      {opened === 'new' && <NewMemberModal contract={contract} onClose={() => setOpened(null)} />}
      {opened !== null && opened !== 'new' && <EditPolicyModal policy={opened} onClose={() => setOpened(null)} />}
      {modals}
    </>
  )
}

function NewMemberModal({ contract, onClose }: { contract: ContractDetail; onClose: () => void }) {
  const send = useSend()
  const currency = useCurrency()
  const leave = useLeave()
  const form = useForm<
    PolicyValues & { beneficiary: Choice | null },
    NonNullable<typeof contractPolicies.create.body>,
    PolicyDetail
  >({
    initial: { ...noPolicy, beneficiary: null },
    noun: policyNoun,
    schema: contractPolicies.create.body!,
    bodyOf: ({ beneficiary, ...values }) => ({
      ...bodyOfPolicy(values, currency),
      contractId: contract.id,
      beneficiaryId: beneficiary?.id,
    }),
    send: (body) => send(contractPolicies.create, { body }),
    onDone: onClose,
  })
  return (
    <Dialog
      opened
      onClose={() => leave(onClose)}
      title={`Nouvel assuré de ${contract.payerName}, ${contract.label}`}
      size={640}
    >
      <FormFrame label="Nouvel assuré" form={form} submitLabel="Ajouter" onCancel={onClose}>
        <ClientField
          kind="person"
          label="Bénéficiaire"
          required
          autoFocus
          {...form.field('beneficiary', 'beneficiaryId')}
        />
        <PolicyFields
          form={form}
          beneficiaryId={form.values.beneficiary?.id}
          defaultCoverage={contract.defaultCoverage}
        />
      </FormFrame>
    </Dialog>
  )
}
