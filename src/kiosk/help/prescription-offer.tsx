import { IconClipboardText } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { listWords } from '#kiosk/counter/sale/list-words.ts'
import { findStockItemsAtom } from '#kiosk/counter/sale/stock-item-places.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { Kbd } from '#shared/ui/kbd.tsx'
import classes from './help.module.css'

/**
 * Shown on a ticket with a listed medicine or a prescription: opens the prescription panel with one touch. What a list
 * needs is asked for when the sale is closed.
 */
export function PrescriptionOffer({
  sale,
  onOpen,
}: {
  sale: Pick<LocalSale, 'records' | 'prescription'>
  onOpen: () => void
}) {
  const found = useAtomValue(findStockItemsAtom)(new Set(sale.records.map(({ stockItemId }) => stockItemId)))
  const lists = new Set([...found.values()].flatMap(({ product }) => listWords(product) ?? []))
  if (lists.size === 0 && !sale.prescription) return null
  return (
    <button
      type="button"
      className={`${classes.offer} officine-focus`}
      aria-haspopup="dialog"
      data-said={sale.prescription ? true : undefined}
      onClick={onOpen}
    >
      <IconClipboardText size={24} aria-hidden />
      <span>
        {sale.prescription ? saidWords(sale.prescription) : `${[...lists].join(', ')}\u00a0: ajouter l’ordonnance`}
      </span>
      <Kbd>Ctrl O</Kbd>
    </button>
  )
}

function saidWords({ prescriber, prescribedOn }: NonNullable<LocalSale['prescription']>): string {
  return [`Ordonnance\u00a0: ${prescriber ?? 'prescripteur à indiquer'}`, prescribedOn && formatShortDay(prescribedOn)]
    .filter(Boolean)
    .join(', ')
}
