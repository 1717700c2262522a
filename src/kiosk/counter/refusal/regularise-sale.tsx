import { TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { errorTexts } from '#shared/domain/error-catalogue.ts'
import { regulariseSale } from '#shared/domain/refused-sale.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { RefusalModalProps } from './refusal-props.ts'

/**
 * The dialog for a refused sale from which goods or money were removed afterwards. Ending it requires the right
 * `sale.regularise` and a reason.
 */
export function RegulariseSale({ onEdit, onResume, onEnd }: Pick<RefusalModalProps, 'onEdit' | 'onResume' | 'onEnd'>) {
  const [reason, setReason] = useState('')
  const mayRegularise = useAtomValue(permissionsAtom).has('sale.regularise')
  const { title, text, kept } = errorTexts['sales:regularisationNeeded']
  const disabledReason = !mayRegularise
    ? 'Votre rôle ne permet pas de régulariser\u00a0: demandez au pharmacien'
    : reason.trim() === ''
      ? 'Dites pourquoi'
      : null
  return (
    <CatalogueModal
      opened
      title={title}
      text={text}
      kept={kept}
      actions={[
        { label: 'Reprendre la vente', onClick: onResume },
        {
          label: 'Régulariser',
          onClick: () => {
            onEdit((stored) => regulariseSale(stored, reason))
            onEnd()
          },
          ...(disabledReason !== null && { disabledReason }),
        },
      ]}
    >
      {mayRegularise && (
        <TextInput
          label="Motif"
          placeholder="Le client a rendu la boîte"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </CatalogueModal>
  )
}
