import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { receiptRequestAtom } from '#kiosk/counter/print/print-receipt.ts'
import classes from './queued-row.module.css'
import { QueuedRow } from './queued-row.tsx'

/** More rows are too many to scan by eye. Older sales are found by date. */
const shownAtMost = 30

/**
 * Sales of the last two days that the server has and this terminal keeps, so that their tickets can be printed again,
 * also offline.
 */
export function KeptCopies() {
  const kept = useAtomValue(snapshotAtom).acknowledged
  const print = useSetAtom(receiptRequestAtom)
  const [isOpen, setIsOpen] = useState(false)
  if (kept.length === 0) return null
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <>
      <li className={classes.kept}>
        <Button
          variant="subtle"
          color="gray"
          fullWidth
          justify="space-between"
          aria-expanded={isOpen}
          rightSection={<Chevron size={24} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {`Copies gardées\u00a0: ${plural(kept.length, 'vente envoyée', 'ventes envoyées')}`}
        </Button>
      </li>
      {isOpen &&
        kept
          .toReversed()
          .slice(0, shownAtMost)
          .map(({ id, reply }) => (
            <QueuedRow
              key={id}
              state="kept"
              title={`Vente n°\u00a0${reply.number}`}
              facts={formatMoment(reply.soldAt)}
              amount={reply.total}
              word="Envoyée"
            >
              <Button
                variant="default"
                fullWidth
                aria-label={`Réimprimer le ticket n°\u00a0${reply.number}`}
                onClick={() => void print({ sale: reply, number: reply.number, isReprint: true })}
              >
                Réimprimer le ticket
              </Button>
            </QueuedRow>
          ))}
    </>
  )
}
