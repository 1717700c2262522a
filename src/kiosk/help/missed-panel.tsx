import { Button, Modal, TextInput } from '@mantine/core'
import { IconCoins, IconPackageOff } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { Money } from '#shared/ui/money.tsx'
import { Stepper } from '#shared/ui/stepper.tsx'
import type { TypedMissedSale } from '#shared/store/sales/missed-sale-store.ts'
import { mostMissed, type MissedDraft } from './missed-draft.ts'
import classes from './help.module.css'

interface MissedPanelProps {
  initial: MissedDraft
  /** Called once: the second tap of a double tap is ignored. */
  onNote: (missed: TypedMissedSale) => void
  onClose: () => void
}

/** A customer leaves without a product: which, how many, and why. Touching a reason saves it. */
export function MissedPanel({ initial, onNote, onClose }: MissedPanelProps) {
  const [label, setLabel] = useState(initial.label)
  const [quantity, setQuantity] = useState(initial.quantity)
  const isNoted = useRef(false)
  const whyId = useId()
  const isKnown = initial.pharmacyProductId !== null
  const note = (reason: TypedMissedSale['reason']) => {
    if (isNoted.current || label.trim() === '') return
    isNoted.current = true
    onNote({ ...initial, label: label.trim(), quantity, reason })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Vente manquée"
      size={620}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
    >
      <div className={classes.missed}>
        {isKnown ? (
          <p className={classes.subject}>
            <b>{label}</b>
            {initial.price !== null && <Money amount={initial.price * quantity} unit />}
          </p>
        ) : (
          <TextInput
            size="md"
            label="Ce qui était demandé"
            maxLength={200}
            autoComplete="off"
            data-autofocus={label === '' || undefined}
            value={label}
            onChange={({ currentTarget }) => setLabel(currentTarget.value)}
          />
        )}
        <div className={classes.quantity}>
          <span>Quantité</span>
          <Stepper
            value={quantity}
            label={`Quantité manquée${label === '' ? '' : `, ${label}`}`}
            max={mostMissed}
            onChange={setQuantity}
          />
        </div>
        <div className={classes.reasons} role="group" aria-labelledby={whyId}>
          <p id={whyId} className={classes.why}>
            Touchez la raison pour enregistrer.
          </p>
          {/* The most frequent reason has the focus, so that Entrée is enough. */}
          <Button
            size="lg"
            variant="light"
            data-autofocus={label !== '' || undefined}
            leftSection={<IconPackageOff size={28} aria-hidden />}
            disabled={label.trim() === ''}
            onClick={() => note('absent')}
          >
            Absent
          </Button>
          <Button
            size="lg"
            variant="light"
            leftSection={<IconCoins size={28} aria-hidden />}
            disabled={label.trim() === ''}
            onClick={() => note('too-dear')}
          >
            Trop cher
          </Button>
        </div>
      </div>
    </Modal>
  )
}
