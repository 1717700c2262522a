import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { ServiceOffer } from '#shared/contract/pharmacy-settings.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from './line-panel.module.css'
import { PanelFrame } from './panel-frame.tsx'
import { VoucherFields, type TypedVoucher } from './voucher-fields.tsx'

interface ServicePanelProps {
  offers: readonly ServiceOffer[]
  onAdd: (voucher: TypedVoucher) => void
  onTyped: () => void
  onClose: () => void
}

const nothingTyped: TypedVoucher = { label: '', quantity: 1, price: 0 }

/** Adds something that is not stock: a service of the pharmacy, or a typed one. */
export function ServicePanel({ offers, onAdd, onTyped, onClose }: ServicePanelProps) {
  const [typed, setTyped] = useState(nothingTyped)
  const hasLabel = typed.label.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hasLabel) onAdd(typed)
  }
  return (
    <PanelFrame
      title="Prestation"
      name="Prestation"
      fact="Sans stock ni lot"
      closeLabel="Fermer les prestations"
      onClose={onClose}
    >
      <form className={classes.form} onSubmit={submit}>
        <VoucherFields
          value={typed}
          onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
          onTyped={onTyped}
        >
          <Button
            type="submit"
            variant="light"
            size="md"
            disabled={!hasLabel}
            leftSection={<IconPlus size={24} aria-hidden />}
          >
            {hasLabel ? 'Ajouter au ticket' : 'Ajouter au ticket\u00a0: indiquez un libellé'}
          </Button>
          {offers.length > 0 && <Offers offers={offers} onAdd={onAdd} />}
        </VoucherFields>
      </form>
    </PanelFrame>
  )
}

function Offers({ offers, onAdd }: Pick<ServicePanelProps, 'offers' | 'onAdd'>) {
  return (
    <div className={classes.offers} role="group" aria-label="Prestations de la pharmacie">
      {offers.map(({ id, label, price }) => (
        <button
          key={id}
          type="button"
          className={`${classes.offer} officine-focus`}
          onClick={() => onAdd({ label, price, quantity: 1 })}
        >
          {label}
          <span>
            <Money amount={price} unit />
          </span>
        </button>
      ))}
    </div>
  )
}
