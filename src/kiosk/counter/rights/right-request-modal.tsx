import { getDefaultZIndex, Modal, Stack, Text } from '@mantine/core'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import { CodeOf } from '#shared/session/code-of.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import { askPharmacist, rightRequestAtom, type RightRequest } from './right-request.ts'

const percents = [5, 10, 15, 20, 30, 50] as const

/** « Demander au pharmacien »: a member who has the right types his code, for this one gesture. */
export function RightRequestModal() {
  const [request, setRequest] = useAtom(rightRequestAtom)
  const close = () => setRequest(null)
  return (
    <Modal
      opened={request !== null}
      onClose={close}
      title={askPharmacist}
      size={760}
      // The code is asked for above the dialog whose gesture needs it.
      zIndex={getDefaultZIndex('overlay')}
    >
      {request && <Asking request={request} onClose={close} />}
    </Modal>
  )
}

function Asking({ request: { title, gesture, onGranted }, onClose }: { request: RightRequest; onClose: () => void }) {
  const asksPercent = gesture.permission === 'sale.discount' && typeof gesture.amount !== 'number'
  const [percent, setPercent] = useState<number>(percents[1])
  const asked = asksPercent ? { ...gesture, amount: percent } : gesture
  return (
    <Stack gap="md">
      <Text fw={600}>{title}</Text>
      {asksPercent && (
        <OneOf
          label="Remise, au plus"
          names={percents.map(formatPercent)}
          value={formatPercent(percent)}
          onChoose={(name) => setPercent(percents.find((each) => formatPercent(each) === name) ?? percent)}
        />
      )}
      <CodeOf
        key={asked.amount ?? ''}
        gesture={asked}
        onGranted={(grant) => {
          onClose()
          onGranted(grant)
        }}
        onCancel={onClose}
      />
    </Stack>
  )
}
