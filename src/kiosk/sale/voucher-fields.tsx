import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { mostQuantity } from '#kiosk/counter/sale/unit-sale.ts'
import type { Voucher } from '#shared/domain/sale.ts'
import classes from './line-panel.module.css'
import { PadField, PadKeys, PadRefusal, usePad } from './pad-field.tsx'

const dearest = 1_000_000_000
export type TypedVoucher = Pick<Voucher, 'label' | 'quantity' | 'price'>

interface VoucherFieldsProps {
  value: TypedVoucher
  onChange: (change: Partial<TypedVoucher>) => void
  onTyped: () => void
  /** Shown below while no number is being typed. */
  children: ReactNode
}

/** Label, quantity and price of a service. A gift costs 0. */
export function VoucherFields({ value, onChange, onTyped, children }: VoucherFieldsProps) {
  const pad = usePad<'quantity' | 'price'>({
    onCommit: (name, typed) => {
      if (name === 'price' || typed > 0) onChange({ [name]: typed })
    },
    mostOf: (name) => (name === 'price' ? dearest : mostQuantity),
    onDone: onTyped,
  })
  // Hidden while the keypad is open, as it needs the space. The typed label is kept.
  const isLabelShown = !pad.typing
  return (
    <>
      {isLabelShown && (
        <TextInput
          size="md"
          label="Libellé"
          placeholder="Prise de tension, livraison, cadeau…"
          maxLength={200}
          autoComplete="off"
          value={value.label}
          onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
        />
      )}
      <div className={classes.fields}>
        <PadField name="quantity" label="Quantité" value={value.quantity} pad={pad} />
        <PadField name="price" label="Prix" value={value.price} pad={pad} isMoney />
      </div>
      <PadRefusal pad={pad} />
      {pad.typing ? (
        <PadKeys pad={pad} doneLabel={pad.typing.name === 'price' ? 'Valider le prix' : 'Valider la quantité'} />
      ) : (
        children
      )}
    </>
  )
}
