import { IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { cashRegisters, type RegisterReport } from '#shared/contract/cash-registers.ts'
import { ReopenModal } from '#backoffice/cash-registers/reopen-modal.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/**
 * « Rouvrir la caisse »: for a closed or waiting register, for members with the right. An open dialog stays open when
 * the register changes meanwhile.
 */
export function ReopenButton({ report }: { report: RegisterReport }) {
  const mayReopen = useMay(cashRegisters.reopen)
  const [isAsking, setIsAsking] = useState(false)
  if (!mayReopen) return null
  return (
    <>
      {report.register.state !== 'OPEN' && (
        <WriteButton
          variant="default"
          leftSection={<IconLockOpen size={18} aria-hidden />}
          onClick={() => setIsAsking(true)}
        >
          Rouvrir la caisse
        </WriteButton>
      )}
      {isAsking && <ReopenModal report={report} onClose={() => setIsAsking(false)} />}
    </>
  )
}
