import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { dayOfAtom, findStockItemsAtom, leftOfAtom, permissionsAtom } from '#kiosk/ui/counter-atoms.ts'
import type { SaleCoverage } from '#kiosk/ui/coverage-shown.ts'
import type { SaleEdit } from '#kiosk/ui/edit-sale.ts'
import { moveToLot } from '#kiosk/ui/move-to-lot.ts'
import { useNow } from '#kiosk/ui/use-now.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { setQuantity } from '#shared/domain/sale-lines.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import classes from './sale.module.css'
import { TicketLine, type LotChoice } from './ticket-line.tsx'

interface TicketProps {
  sale: LocalSale
  coverage: SaleCoverage | null
  onEdit: (edit: SaleEdit) => void
  onRemove: (record: SaleRecord) => void
}

/** The lines of a sale. Touching one shows the lots it may go out from. */
export function Ticket({ sale, coverage, onEdit, onRemove }: TicketProps) {
  const [openLine, setOpenLine] = useState<string>()
  const lotsOf = useLots(sale)
  const today = useAtomValue(dayOfAtom)(useNow())
  const maySellExpired = useAtomValue(permissionsAtom).has('sale.expired')
  const list = useLastInView(sale.records.length)
  return (
    <ul className={classes.lines} aria-label="Lignes de la vente" ref={list}>
      {sale.records.map((record) => (
        <TicketLine
          key={record.id}
          record={record}
          lots={lotsOf(record)}
          today={today}
          maySellExpired={maySellExpired}
          coverage={coverage?.lines.get(record.id)}
          isOpen={record.id === openLine}
          onToggle={() => setOpenLine(record.id === openLine ? undefined : record.id)}
          onQuantity={(quantity) => onEdit((stored) => setQuantity(stored, record.id, quantity))}
          onLot={(lot) => {
            setOpenLine(undefined)
            onEdit((stored) => moveToLot(stored, record.id, lot))
          }}
          onRemove={() => onRemove(record)}
        />
      ))}
    </ul>
  )
}

function useLots(sale: LocalSale): (record: SaleRecord) => readonly LotChoice[] {
  const findStockItems = useAtomValue(findStockItemsAtom)
  const leftOf = useAtomValue(leftOfAtom)
  const found = useMemo(() => findStockItems(new Set(sale.records.map(({ stockItemId }) => stockItemId))), [findStockItems, sale.records])
  return (record) => {
    const product = found.get(record.stockItemId)?.product
    return product?.stockItems.filter((item) => !item.archived || item.id === record.stockItemId).map((item) => ({ ...item, left: leftOf(item) })).sort(leavesFirst) ?? []
  }
}

/** What is on the shelf before what is gone; then what expires first. */
function leavesFirst(a: LotChoice, b: LotChoice): number {
  return Number(b.left > 0) - Number(a.left > 0) || ((a.expiresOn ?? '9') < (b.expiresOn ?? '9') ? -1 : 1)
}

/** A line that was just added is in sight. */
function useLastInView(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current) list.current?.lastElementChild?.scrollIntoView?.({ block: 'nearest' })
    before.current = count
  }, [count])
  return list
}
