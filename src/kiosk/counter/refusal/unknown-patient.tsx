import * as z from 'zod'
import { errorTexts } from '#shared/domain/error-catalogue.ts'
import type { SaleError } from '#shared/domain/local-sale.ts'
import { setPatient } from '#shared/domain/sale-lines.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import type { RefusalModalProps } from './refusal-props.ts'

const Issues = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })

/**
 * Whether the unknown patient is the only reason of the refusal. Example: a till created a patient and was lost before
 * it sent the patient; a receipt of that till, which names the patient, was then retyped on another till.
 */
export function isUnknownPatient({ message, details }: SaleError): boolean {
  const { data } = Issues.safeParse(details)
  return message === 'requests:invalid' && data?.issues.length === 1 && data.issues[0]?.path === 'body.patientId'
}

export const unknownPatientWords = {
  title: 'Le serveur ne connaît pas ce patient',
  text: 'Reprenez la vente et choisissez le patient, ou vendez sans patient.',
}

/** The dialog for an unknown patient. Both actions return to the sale; one of them first removes the patient. */
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
