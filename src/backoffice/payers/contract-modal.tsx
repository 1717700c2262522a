import { Select } from '@mantine/core'
import type { Company } from '#shared/contract/companies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import { ContractFields } from '#backoffice/payers/contract-fields.tsx'
import type { ContractDetail } from '#backoffice/payers/contract-detail.ts'
import {
  bodyOfContract,
  type ContractValues,
  noContract,
  valuesOfContract,
} from '#backoffice/payers/contract-values.ts'
import { toChoose } from '#backoffice/ui/forms/field-names.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const paysItself = 'credit'
const width = 640
const contractNoun = noun('contrat', 'm')

interface NewContractModalProps {
  companies: readonly Company[]
  /** Preselected company. */
  companyId?: string
  onClose: () => void
  onMade: (id: string) => void
}

/** Creates a contract of an insurer, or of an organization that pays itself on credit. */
export function NewContractModal({ companies, companyId, onClose, onMade }: NewContractModalProps) {
  const send = useSend()
  const currency = useCurrency()
  const leave = useLeave()
  const form = useForm<
    ContractValues & { payer: string | null },
    NonNullable<typeof contracts.create.body>,
    ContractDetail
  >({
    initial: { ...noContract, payer: companyId ?? null },
    noun: contractNoun,
    schema: contracts.create.body!,
    bodyOf: ({ payer, ...values }) => ({
      ...bodyOfContract(values, currency),
      companyId: payer === paysItself ? null : (payer ?? undefined),
    }),
    check: ({ payer, owner }) =>
      payer === paysItself && owner === null ? [{ path: 'owner', text: toChoose('owner') }] : [],
    send: (body) => send(contracts.create, { body }),
    onDone: ({ id }) => onMade(id),
  })
  return (
    <Dialog opened onClose={() => leave(onClose)} title="Nouveau contrat" size={width}>
      <FormFrame label="Nouveau contrat" form={form} submitLabel="Créer" onCancel={onClose}>
        <Select
          label="Payeur"
          placeholder="Choisir un assureur"
          withAsterisk
          searchable
          nothingFoundMessage="Aucun assureur"
          data={[
            ...companies.filter(({ archived }) => !archived).map(({ id, name }) => ({ value: id, label: name })),
            { value: paysItself, label: 'Un organisme paie lui-même, à crédit' },
          ]}
          {...form.field('payer', 'companyId')}
        />
        <ContractFields form={form} paysItself={form.values.payer === paysItself} />
      </FormFrame>
    </Dialog>
  )
}

/** Edits the terms of a contract. */
export function EditContractModal({ contract, onClose }: { contract: ContractDetail; onClose: () => void }) {
  const send = useSend()
  const currency = useCurrency()
  const leave = useLeave()
  const ownerKind = contract.owner?.kind ?? 'organization'
  const form = useForm({
    initial: valuesOfContract(contract, currency),
    noun: contractNoun,
    schema: contracts.patch.body!,
    bodyOf: (values) => bodyOfContract(values, currency, ownerKind),
    send: (body) => send(contracts.patch, { params: { id: contract.id }, body }),
    onDone: onClose,
  })
  return (
    <Dialog opened onClose={() => leave(onClose)} title={`${contract.payerName}, ${contract.label}`} size={width}>
      <FormFrame label="Contrat" form={form} onCancel={onClose}>
        <ContractFields form={form} paysItself={contract.companyId === null} ownerKind={ownerKind} />
      </FormFrame>
    </Dialog>
  )
}
