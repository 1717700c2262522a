import { useEffect, useRef } from 'react'
import type { SaleCoverage } from '#kiosk/counter/coverage/coverage-shown.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { setQuantity, setVoucher } from '#shared/domain/sale-lines.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import { useLatest } from '#shared/ui/use-latest.ts'
import classes from './sale.module.css'
import { LevyLine, TicketLine, VoucherLine } from './ticket-line.tsx'
import type { LineFacts } from './use-line-facts.ts'

interface TicketProps {
  sale: LocalSale
  coverage: SaleCoverage | null
  factsOf: (record: SaleRecord) => LineFacts
  /** The line whose panel is open. */
  openId: string | null
  onToggle: (lineId: string) => void
  onEdit: (edit: SaleEdit) => void
}

/** The lines of a sale: stock first, then services, then the AIB of its buyer. */
export function Ticket({ sale, coverage, factsOf, openId, onToggle, onEdit }: TicketProps) {
  const list = useLastInView(sale)
  const toggle = useLatest(onToggle)
  const setRecord = useLatest((id: string, quantity: number) => onEdit((stored) => setQuantity(stored, id, quantity)))
  return (
    <ul className={classes.lines} aria-label="Lignes de la vente" data-insured={coverage ? true : undefined} ref={list}>
      {sale.records.map((record) => (
        <TicketLine
          key={record.id}
          record={record}
          facts={factsOf(record)}
          coverage={coverage?.lines.get(record.id)}
          isOpen={record.id === openId}
          onToggle={toggle}
          onQuantity={setRecord}
        />
      ))}
      {sale.vouchers.map((voucher) =>
        voucher.levy ? (
          <LevyLine key={voucher.id} voucher={voucher} />
        ) : (
          <VoucherLine
            key={voucher.id}
            voucher={voucher}
            isOpen={voucher.id === openId}
            onToggle={toggle}
            onQuantity={(id, quantity) => onEdit((stored) => setVoucher(stored, id, { quantity }))}
          />
        ),
      )}
    </ul>
  )
}

/** Scrolls to a line that was just added. Services stand below the boxes. */
function useLastInView({ records, vouchers }: Pick<LocalSale, 'records' | 'vouchers'>) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef({ records: records.length, vouchers: vouchers.length })
  useEffect(() => {
    const added =
      records.length > before.current.records
        ? records.length - 1
        : vouchers.length > before.current.vouchers
          ? records.length + vouchers.length - 1
          : -1
    before.current = { records: records.length, vouchers: vouchers.length }
    if (added >= 0) list.current?.children[added]?.scrollIntoView?.({ block: 'nearest' })
  }, [records.length, vouchers.length])
  return list
}
