import { TextInput } from '@mantine/core'
import { mostUnits } from '#kiosk/ui/unit-sale.ts'
import type { Voucher } from '#shared/domain/sale.ts'
import { Keypad } from '#shared/ui/keypad.tsx'
import classes from './line-panel.module.css'
import { PadField, usePad } from './pad-field.tsx'

const dearest = 1_000_000_000
export type TypedVoucher = Pick<Voucher, 'label' | 'quantity' | 'price'>

interface VoucherFieldsProps {
  value: TypedVoucher
  onChange: (change: Partial<TypedVoucher>) => void
  onTyped: () => void
}

/** Label, quantity and price of what is no stock; a gift costs 0. */
export function VoucherFields({ value, onChange, onTyped }: VoucherFieldsProps) {
  const pad = usePad<'quantity' | 'price'>({
    onCommit: (name, typed) => {
      if (name === 'price' || typed > 0) onChange({ [name]: typed })
    },
    mostOf: (name) => (name === 'price' ? dearest : mostUnits),
    onDone: onTyped,
  })
  return (
    <>
      <TextInput size="md" label="Libellé" placeholder="Prise de tension, livraison, cadeau…" maxLength={200} autoComplete="off" value={value.label} onChange={({ currentTarget }) => onChange({ label: currentTarget.value })} />
      <div className={classes.fields}>
        <PadField name="quantity" label="Quantité" value={value.quantity} pad={pad} />
        <PadField name="price" label="Prix" value={value.price} pad={pad} isMoney />
      </div>
      {pad.typing && <Keypad onKey={pad.press} className={classes.pad} />}
    </>
  )
}
