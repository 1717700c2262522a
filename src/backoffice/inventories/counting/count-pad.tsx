import { Button, FocusTrap } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { SheetLine } from '#shared/contract/inventory-counting.ts'
import { caps } from '#shared/domain/caps.ts'
import { formatMonth } from '#shared/ui/date-format.ts'
import { Keypad } from '#shared/ui/keypad.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import classes from '#backoffice/inventories/counting/counting.module.css'
import type { TypedLotCount } from '#backoffice/inventories/counting/counting.ts'

/** A lot to count; `found`: another lot of its product, read off the box. */
export type PadTarget = { line: SheetLine; found?: { lot: string; expiresOn: string | null } }

interface CountPadProps {
  target: PadTarget
  onCount: (typed: TypedLotCount) => void
  onClose: () => void
}

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** The boxes of one lot, typed with the thumb or on a keyboard. */
export function CountPad({ target: { line, found }, onCount, onClose }: CountPadProps) {
  const [typed, setTyped] = useState('')
  const type = (key: string) =>
    setTyped((before) => {
      const next = key === 'backspace' ? before.slice(0, -1) : (before + key).replace(/^0+(?=\d)/, '')
      return Number(next) > caps.quantity ? before : next
    })
  const send = (kind: 'whole' | 'more') => {
    if (typed === '') return
    onCount({
      kind,
      quantity: Number(typed),
      ...(found
        ? {
            stockItemId: null,
            found: { pharmacyProductId: line.pharmacyProductId, packagingId: line.packagingId, ...found },
          }
        : { stockItemId: line.stockItemId }),
    })
  }
  useShortcuts({
    ...Object.fromEntries(digits.map((digit) => [digit, () => type(digit)])),
    Backspace: () => type('backspace'),
    Enter: () => send('whole'),
    Escape: onClose,
  })
  const { lot, expiresOn } = found ?? line
  return (
    <div className={classes.veil}>
      <FocusTrap active>
        <section
          className={classes.pad}
          role="dialog"
          aria-modal="true"
          aria-label={`Compter ${line.label}`}
          tabIndex={-1}
          data-autofocus
        >
          <header>
            <div>
              <h2>{line.label}</h2>
              <p>
                {[found && 'Nouveau lot', lot && `Lot ${lot}`, expiresOn && formatMonth(expiresOn), line.packaging]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <button type="button" className={`${classes.close} officine-focus`} aria-label="Fermer" onClick={onClose}>
              <IconX size={24} aria-hidden />
            </button>
          </header>
          <output className={classes.typed} aria-label="Quantité comptée">
            {typed === '' ? '–' : typed}
          </output>
          <Keypad corner="none" onKey={type} />
          <div className={classes.ends}>
            {line.isMine && !found && (
              <Button variant="default" size="lg" disabled={typed === ''} onClick={() => send('more')}>
                Ajouter au comptage
              </Button>
            )}
            <Button size="lg" disabled={typed === ''} onClick={() => send('whole')}>
              Compté
            </Button>
          </div>
        </section>
      </FocusTrap>
    </div>
  )
}
