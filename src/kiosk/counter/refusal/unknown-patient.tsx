import * as z from 'zod'
import { errorTexts } from '#shared/domain/error-catalogue.ts'
import type { SaleError } from '#shared/domain/local-sale.ts'
import { setPatient } from '#shared/domain/sale-lines.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import type { RefusalModalProps } from './refusal-props.ts'

const Issues = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })

/**
 * Whether the server refused the sale only for its patient. This happens with a patient created on a till that was lost
 * before it sent them, and named on a retyped receipt.
 */
export function isUnknownPatient({ message, details }: SaleError): boolean {
  const { data } = Issues.safeParse(details)
  return message === 'requests:invalid' && data?.issues.length === 1 && data.issues[0]?.path === 'body.patientId'
}

export const unknownPatientWords = {
  title: 'Le serveur ne connaît pas ce patient',
  text: 'Reprenez la vente et choisissez le patient, ou vendez sans patient.',
}

/** The way on: end the sale without the patient, or return to the sale to choose or create the patient again. */
export function UnknownPatient({ onEdit, onResume }: Pick<RefusalModalProps, 'onEdit' | 'onResume'>) {
  const sellWithout = () => {
    onEdit((stored) => setPatient(stored, null))
    onResume()
  }
  return (
    <CatalogueModal
      opened
      tone="warning"
      {...unknownPatientWords}
      kept={errorTexts['requests:invalid'].kept}
      actions={[
        { label: 'Reprendre la vente', onClick: onResume },
        { label: 'Vendre sans patient', onClick: sellWithout },
      ]}
    />
  )
}
