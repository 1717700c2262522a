import { useAtomValue } from 'jotai'
import * as z from 'zod'
import { errorTexts } from '#shared/domain/error-catalogue.ts'
import { needLabels, prescriptionNeeds, stillMissing } from '#shared/domain/listed-medicines.ts'
import type { SaleError } from '#shared/domain/local-sale.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { setPatient } from '#shared/domain/sale-lines.ts'
import { CatalogueModal, CatalogueRow } from '#shared/ui/catalogue-modal.tsx'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { PatientField } from '#kiosk/counter/payment/payment-details.tsx'
import {
  PatientNameField,
  PrescribedOnField,
  PrescriberField,
} from '#kiosk/counter/prescription/prescription-fields.tsx'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { onwardOf } from './onward-of.ts'
import { useRightAction } from './use-right-action.ts'
import type { RefusalModalProps } from './refusal-props.ts'

// The details come from the network: if they do not match, the refusal shows its text without fields.
const Details = z.object({
  items: z.array(z.object({ recordId: z.string(), label: z.string() })),
  missing: z.array(z.enum(prescriptionNeeds)),
})

/** The prescription details of a refusal; undefined for another refusal, or if the details cannot be read. */
export function prescriptionAsked({ message, details }: SaleError): z.infer<typeof Details> | undefined {
  return message === 'sales:prescriptionNeeded' ? Details.safeParse(details).data : undefined
}

type PrescriptionRefusalProps = Omit<RefusalModalProps, 'refusal' | 'operators' | 'onRefreshLots'> & {
  asked: z.infer<typeof Details>
}

/**
 * The dialog for a listed medicine without its prescription: the user fills in the missing fields, or a pharmacist gives
 * the right by a code.
 */
export function PrescriptionRefusal({
  asked: { items, missing: asked },
  sale,
  onEdit,
  onResume,
  onPay,
  onEnd,
}: PrescriptionRefusalProps) {
  const { cashStep } = useAtomValue(tradeAtom)
  const { title, text, kept } = errorTexts['sales:prescriptionNeeded']
  const lines = items.filter(({ recordId }) => sale.records.some(({ id }) => id === recordId))
  const missing = stillMissing(asked, { patientId: sale.patient?.id ?? null, prescription: sale.prescription ?? null })
  const isSolved = missing.length === 0
  // The field of the date shows today until the prescription is begun: it is not asked for beside it.
  const toSay = sale.prescription ? missing : missing.filter((need) => need !== 'prescribedOn')
  const right = useRightAction({ message: 'sales:prescriptionNeeded' }, { sale, onEdit, onEnd })
  return (
    <CatalogueModal
      opened
      tone={isSolved ? 'info' : 'warning'}
      title={isSolved ? 'L’ordonnance est complète' : title}
      text={isSolved ? `La vente ${sale.identifier} n’est pas encore enregistrée. Vous pouvez la terminer.` : text}
      kept={kept}
      actions={[
        { label: 'Reprendre la vente', onClick: onResume },
        ...(right && !isSolved ? [right] : []),
        onwardOf(isSolved, saleBalance(sale, cashStep).remainder === 0, {
          onPay,
          onEnd,
          disabledReason: 'Complétez d’abord l’ordonnance',
        }),
      ]}
    >
      <CatalogueRow
        title={lines.map(({ label }) => unbroken(label)).join(', ')}
        {...(!isSolved && { missing: `Il manque\u00a0: ${toSay.map((need) => needLabels[need]).join(', ')}` })}
      >
        {asked.includes('patient') && sale.patient === null && (
          <PatientField onChoose={(patient) => onEdit((stored) => setPatient(stored, patient))} />
        )}
        {asked.includes('patient') && <PatientNameField sale={sale} onEdit={onEdit} />}
        {asked.includes('prescriber') && <PrescriberField sale={sale} onEdit={onEdit} />}
        {asked.includes('prescribedOn') && <PrescribedOnField sale={sale} onEdit={onEdit} />}
      </CatalogueRow>
    </CatalogueModal>
  )
}
