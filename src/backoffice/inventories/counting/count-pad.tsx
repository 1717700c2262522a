import { Button, FocusTrap } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { SheetLine } from '#shared/contract/inventory-counting.ts'
import { caps } from '#shared/domain/caps.ts'
import { isDiskFull } from '#shared/session/write-failure-words.ts'
import { formatMonth } from '#shared/ui/date-format.ts'
import { Keypad } from '#shared/ui/keypad.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import classes from '#backoffice/inventories/counting/counting.module.css'
import type { TypedLotCount } from '#backoffice/inventories/counting/counting.ts'

/** A lot to count; `found`: another lot of its product, read off the box. */
export type PadTarget = { line: SheetLine; found?: { lot: string; expiresOn: string | null } }

interface CountPadProps {
  target: PadTarget
  /** Rejects when this device did not store the count: it stays typed. */
  onCount: (typed: TypedLotCount) => Promise<unknown>
  onClose: () => void
}

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** The boxes of one lot, typed with the thumb or on a keyboard. */
export function CountPad({ target: { line, found }, onCount, onClose }: CountPadProps) {
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const isUnderWay = useRef(false)
  const keep = async (made: TypedLotCount) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setFailure(null)
    try {
      await onCount(made)
    } catch (error) {
      setFailure(error)
    } finally {
      isUnderWay.current = false
    }
  }
  const type = (key: string) =>
    setTyped((before) => {
      const next = key === 'backspace' ? before.slice(0, -1) : (before + key).replace(/^0+(?=\d)/, '')
      return Number(next) > caps.quantity ? before : next
    })
  const send = (kind: 'whole' | 'more') => {
    if (typed === '') return
    void keep({
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
          {failure !== null && (
            <p className={classes.word} role="alert">
              {failureWords(failure)}
            </p>
          )}
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

/** On a phone no band stands above the page: the way out is said here. */
function failureWords(error: unknown): string {
  return isDiskFull(error)
    ? 'Cet appareil n’a plus de place\u00a0: ce comptage n’est pas enregistré, votre saisie reste ici. Libérez de la place, puis touchez de nouveau «\u00a0Compté\u00a0».'
    : 'Ce comptage n’a pas pu être enregistré sur cet appareil. Touchez de nouveau «\u00a0Compté\u00a0».'
}
