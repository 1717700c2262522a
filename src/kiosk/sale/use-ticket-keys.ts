import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { boxOfUnits } from '#kiosk/counter/sale/opened-lots.ts'
import { isUnitLabel, mostQuantity, mostUnits, sellAs } from '#kiosk/counter/sale/unit-sale.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { setQuantity, setVoucher } from '#shared/domain/sale-lines.ts'
import type { SaleRecord, Voucher } from '#shared/domain/sale.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import type { LineFields } from './line-panel.tsx'
import { openableOf, type LineFacts } from './use-line-facts.ts'
import type { useOpenPanel } from './use-open-panel.ts'

interface TicketGestures {
  sale: LocalSale
  cashStep: number
  panel: ReturnType<typeof useOpenPanel>
  factsOf: (record: SaleRecord) => LineFacts
  search: RefObject<HTMLInputElement | null>
  onEdit: (edit: SaleEdit) => void
  /** Entrée in an empty search field: pays, ends, or begins the next sale. */
  onGoOn: () => void
  onRemove: (line: SaleRecord | Voucher) => void
  onQuery: (query: string) => void
  onNext: () => void
  onShortcuts: () => void
  /** False while the patient is looked for: the keys belong to that search. */
  isEnabled: boolean
}

/** Keys of an empty search field that act on the ticket, and the function keys of its lines. */
export function useTicketKeys({
  sale,
  cashStep,
  panel,
  factsOf,
  search,
  onEdit,
  onGoOn,
  onRemove,
  onQuery,
  onNext,
  onShortcuts,
  isEnabled,
}: TicketGestures) {
  const fields = useRef<LineFields>(null)
  const { inHand, openId } = panel
  const record = sale.records.find(({ id }) => id === inHand?.id)
  const openLine = [...sale.records, ...sale.vouchers].find(({ id }) => id === openId)

  const step = (by: number) => inHand && onEdit((stored) => stepped(stored, inHand.id, by))
  const type = (field: keyof LineFields) => {
    if (!inHand) return
    // Render the panel synchronously, so that its field has the focus before the next key. With a timer, the search
    // field would take keys that are typed quickly.
    flushSync(() => {
      onQuery('')
      panel.show({ kind: 'line', lineId: inHand.id })
    })
    fields.current?.[field]()
  }
  const changeUnits = () => {
    const facts = record && factsOf(record)
    const item = facts && (boxOfUnits(facts.product, facts.item) ?? openableOf(facts, cashStep))
    if (!record || !item) return
    onEdit((stored) => sellAs(stored, record.id, facts.product, item))
    type('typeQuantity')
  }
  const showEquivalents = (product: PharmacyProduct | null) => {
    const facts = product ? undefined : record && factsOf(record)
    const of = product ?? facts?.product
    if (!of) return
    onQuery('')
    panel.show({ kind: 'equivalents', product: of, lineId: product ? null : record!.id })
  }
  const showServices = () => {
    onQuery('')
    panel.show({ kind: 'service' })
  }
  const backToSearch = () => search.current?.focus({ preventScroll: true })
  // The search field handles the keys of the ticket, so closing a panel returns the focus to it.
  const closePanel = () => {
    panel.close()
    backToSearch()
  }
  const gestures: Record<string, () => void> = {
    Enter: onGoOn,
    '+': () => step(1),
    '-': () => step(-1),
    '*': () => type('typeQuantity'),
    '=': () => type('typePrice'),
    '/': showServices,
    '?': onShortcuts,
    ArrowDown: () => panel.walk(1),
    ArrowUp: () => panel.walk(-1),
    Delete: () => openLine && onRemove(openLine),
    Escape: panel.panel ? closePanel : onNext,
  }
  useShortcuts({ F6: changeUnits, ...(panel.panel && { Escape: closePanel }) }, isEnabled)
  return {
    fields,
    showEquivalents,
    showServices,
    /** Returns whether the key was handled. */
    takeKey(key: string): boolean {
      gestures[key]?.()
      return key in gestures
    },
    /** Returns the focus to the search field. */
    backToSearch,
  }
}

function stepped(sale: LocalSale, lineId: string, by: number): LocalSale {
  const record = sale.records.find(({ id }) => id === lineId)
  const voucher = sale.vouchers.find(({ id }) => id === lineId)
  const quantityOf = (line: { quantity: number; label: string }) => {
    const most = isUnitLabel(line.label) ? mostUnits : mostQuantity
    return Math.min(Math.max(line.quantity, most), Math.max(1, line.quantity + by))
  }
  if (record) return setQuantity(sale, lineId, quantityOf(record))
  return voucher ? setVoucher(sale, lineId, { quantity: quantityOf(voucher) }) : sale
}
