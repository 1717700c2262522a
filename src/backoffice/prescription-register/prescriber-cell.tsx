import { UnstyledButton } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type PrescriptionEntry, prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { AmendModal } from '#backoffice/prescription-register/amend-modal.tsx'
import { nothing } from '#backoffice/ui/lists/columns.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useMay } from '#backoffice/ui/rights.ts'

/** The prescriber of an entry, or « Manquant », which members with the right touch to complete the entry. */
export function PrescriberCell({ entry }: { entry: PrescriptionEntry }) {
  const mayAmend = useMay(prescriptionRegister.amend)
  const isOffline = useAtomValue(isOfflineAtom)
  const [isAmending, setIsAmending] = useState(false)
  if (entry.prescriber !== null) return entry.prescriber
  if (entry.quantity < 0) return nothing
  const missing = <StatusTag tone="warning">Manquant</StatusTag>
  if (!mayAmend || isOffline) return missing
  return (
    // Clicks and keys must not reach the row, which opens the sale; the events of the dialog come through here too.
    <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <UnstyledButton
        className="officine-focus"
        aria-label={`Compléter l’inscription n°\u00a0${entry.number}`}
        onClick={() => setIsAmending(true)}
      >
        {missing}
      </UnstyledButton>
      {isAmending && <AmendModal entry={entry} onClose={() => setIsAmending(false)} />}
    </span>
  )
}
