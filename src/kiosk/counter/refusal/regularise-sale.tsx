import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import { errorTexts } from '#shared/domain/error-catalogue.ts'
import { regulariseSale } from '#shared/domain/refused-sale.ts'
import { withGrant } from '#shared/domain/sale-grants.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import type { RefusalModalProps } from './refusal-props.ts'

/**
 * The dialog for a refused sale from which goods or money were removed afterwards. Ending it requires a reason, and the
 * right `sale.regularise` of the member or lent by another one.
 */
export function RegulariseSale({
  sale,
  onEdit,
  onResume,
  onEnd,
}: Pick<RefusalModalProps, 'sale' | 'onEdit' | 'onResume' | 'onEnd'>) {
  const [reason, setReason] = useState('')
  const right = useRight('sale.regularise', sale.id, `Régulariser la vente ${sale.identifier}`)
  const { title, text, kept } = errorTexts['sales:regularisationNeeded']
  return (
    <CatalogueModal
      opened
      title={title}
      text={text}
      kept={kept}
      actions={[
        { label: 'Reprendre la vente', onClick: onResume },
        {
          label: right.label('Régulariser'),
          onClick: () =>
            right.use((grant) => {
              onEdit((stored) => {
                const regularised = regulariseSale(stored, reason)
                return grant ? withGrant(regularised, grant) : regularised
              })
              onEnd()
            }),
          ...(reason.trim() === '' && { disabledReason: 'Indiquez le motif' }),
        },
      ]}
    >
      <TextInput
        label="Motif"
        placeholder="Le client a rendu la boîte"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </CatalogueModal>
  )
}
