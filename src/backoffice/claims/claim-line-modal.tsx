import { Select, Textarea, TextInput } from '@mantine/core'
import { type WholesalerClaimDetail, wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { claimReasons, claimReasonWords } from '#shared/domain/statements/claim-reasons.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

export const reasonChoices = claimReasons.map((value) => ({ value, label: claimReasonWords[value] }))

interface ClaimLineModalProps {
  claimId: string
  line: WholesalerClaimDetail['lines'][number]
  onClose: () => void
}

/** The cause and the text of a line of a draft; its amount follows from the statement. */
export function ClaimLineModal({ claimId, line, onClose }: ClaimLineModalProps) {
  const send = useSend()
  const form = useForm({
    initial: { reason: line.reason, label: line.label, evidence: line.evidence ?? '' },
    schema: wholesalerClaims.patchLine.body!,
    bodyOf: (typed) => typed,
    send: (body) =>
      send(wholesalerClaims.patchLine, { params: { id: claimId, position: String(line.position) }, body }),
    onDone: onClose,
  })
  const { value: reason, onChange, error } = form.field('reason')
  return (
    <PanelModal opened onClose={onClose} title={`Ligne ${line.position}`} centered>
      <FormFrame label={`Ligne ${line.position}`} form={form} onCancel={onClose}>
        <Select
          label="Cause"
          data={reasonChoices}
          allowDeselect={false}
          data-autofocus
          value={reason}
          onChange={(value) => value && onChange(value)}
          error={error}
        />
        <TextInput label="Produit ou objet" required maxLength={200} {...form.text('label')} />
        <Textarea label="Preuve" rows={3} maxLength={200} {...form.text('evidence')} />
      </FormFrame>
    </PanelModal>
  )
}
