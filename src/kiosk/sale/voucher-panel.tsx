import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Voucher } from '#shared/domain/sale.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import classes from './line-panel.module.css'
import { PanelFrame } from './panel-frame.tsx'
import { VoucherFields, type TypedVoucher } from './voucher-fields.tsx'

interface VoucherPanelProps {
  voucher: Voucher
  onChange: (change: Partial<TypedVoucher>) => void
  onTyped: () => void
  onRemove: () => void
  onClose: () => void
}

/** The panel of a service on the ticket: it has no stock and no lots. */
export function VoucherPanel({ voucher, onChange, onTyped, onRemove, onClose }: VoucherPanelProps) {
  // A line always has a label, so an empty label is local state only and is not stored.
  const [label, setLabel] = useState(voucher.label)
  const change = (typed: Partial<TypedVoucher>) => {
    if (typed.label === undefined) return onChange(typed)
    setLabel(typed.label)
    if (typed.label.trim() !== '') onChange(typed)
  }
  return (
    <PanelFrame
      title={unbroken(voucher.label)}
      name={`Ligne ${voucher.label}`}
      fact="Prestation"
      closeLabel="Fermer la ligne"
      onClose={onClose}
    >
      <VoucherFields value={{ ...voucher, label }} onChange={change} onTyped={onTyped}>
        <div className={classes.gestures}>
          <Button variant="default" size="sm" leftSection={<IconTrash size={22} aria-hidden />} onClick={onRemove}>
            Retirer la ligne
          </Button>
        </div>
      </VoucherFields>
    </PanelFrame>
  )
}
