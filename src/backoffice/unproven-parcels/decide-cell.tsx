import { UnstyledButton } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type UnprovenParcel, unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { DecideModal } from '#backoffice/unproven-parcels/decide-modal.tsx'

export const stateWords: Record<UnprovenParcel['state'], { label: string; tone: StatusTone }> = {
  open: { label: 'À vérifier', tone: 'warning' },
  done: { label: 'Fait', tone: 'success' },
  discarded: { label: 'Écarté', tone: 'neutral' },
}

/** The state of a parcel; members with the right touch an open one to decide about it. */
export function DecideCell({ parcel }: { parcel: UnprovenParcel }) {
  const mayDecide = useMay(unprovenParcels.confirm)
  const isOffline = useAtomValue(isOfflineAtom)
  const [isDeciding, setIsDeciding] = useState(false)
  const { label, tone } = stateWords[parcel.state]
  const tag = <StatusTag tone={tone}>{label}</StatusTag>
  const isOpen = parcel.state === 'open'
  return (
    <>
      {isOpen && mayDecide && !isOffline ? (
        <UnstyledButton
          className="officine-focus"
          aria-label={`Décider de l’envoi au nom de ${parcel.sellerName}`}
          onClick={() => setIsDeciding(true)}
        >
          {tag}
        </UnstyledButton>
      ) : (
        tag
      )}
      {isDeciding && <DecideModal parcel={parcel} onClose={() => setIsDeciding(false)} />}
    </>
  )
}
