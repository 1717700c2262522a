import { useAtomValue, useSetAtom } from 'jotai'
import type { Ref } from 'react'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { dayOfAtom, permissionsAtom, servicesAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { rightRequestAtom } from '#kiosk/counter/rights/right-request.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { leftForSaleAtom } from '#kiosk/counter/sale/left-for-sale.ts'
import { moveToLot } from '#kiosk/counter/sale/move-to-lot.ts'
import { boxOfUnits } from '#kiosk/counter/sale/opened-lots.ts'
import { labelRequestAtom } from '#kiosk/counter/print/print-receipt.ts'
import { lineOf, sellAs } from '#kiosk/counter/sale/unit-sale.ts'
import { unpackSentence } from '#kiosk/counter/sale/unit-words.ts'
import { useNow } from '#shared/ui/use-now.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { counterPrice } from '#shared/domain/expiries/counter-price.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { minor } from '#shared/domain/money.ts'
import { replaceRecord } from '#shared/domain/replace-record.ts'
import { grantsOf, isGrantedFor, withGrant } from '#shared/domain/sale-grants.ts'
import { addVoucher, setPrice, setQuantity, setVoucher } from '#shared/domain/sale-lines.ts'
import type { SaleRecord, Voucher } from '#shared/domain/sale.ts'
import { isExpired } from '#shared/domain/stock.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { EquivalentsPanel } from './equivalents-panel.tsx'
import { LinePanel, type LineFields } from './line-panel.tsx'
import { ServicePanel } from './service-panel.tsx'
import { openableOf, type LineFacts, type LotChoice } from './use-line-facts.ts'
import type { OpenPanel } from './use-open-panel.ts'
import { VoucherPanel } from './voucher-panel.tsx'

interface SalePanelProps {
  sale: LocalSale
  /** The smallest coin in use, in minor units. */
  cashStep: number
  panel: OpenPanel
  factsOf: (record: SaleRecord) => LineFacts
  fields: Ref<LineFields>
  onShow: (panel: OpenPanel | null) => void
  onEdit: (edit: SaleEdit) => void
  onAdd: (product: PharmacyProduct, item: StockItem) => void
  onRemove: (line: SaleRecord | Voucher) => void
  onMissed: (line: SaleRecord) => void
  onTyped: () => void
}

/** The open panel, with what its gestures do to the sale. */
export function SalePanel({ panel, onShow, ...props }: SalePanelProps) {
  const { sale, factsOf, onEdit } = props
  const services = useAtomValue(servicesAtom)
  const close = () => onShow(null)
  switch (panel.kind) {
    case 'service':
      return (
        <ServicePanel
          offers={services}
          onTyped={props.onTyped}
          onClose={close}
          onAdd={(voucher) => {
            close()
            onEdit((stored) => addVoucher(stored, { id: uuid7(), ...voucher }))
          }}
        />
      )
    case 'equivalents': {
      const record = sale.records.find(({ id }) => id === panel.lineId)
      const facts = record && factsOf(record)
      const replace = (product: PharmacyProduct, item: StockItem) => {
        close()
        if (record)
          onEdit((stored) =>
            replaceRecord(stored, record.id, {
              ...lineOf(product, item),
              quantity: stored.records.find(({ id }) => id === record.id)?.quantity ?? record.quantity,
            }),
          )
      }
      const add = (product: PharmacyProduct, item: StockItem) => {
        close()
        props.onAdd(product, item)
      }
      return (
        <EquivalentsPanel
          sale={sale}
          product={panel.product}
          record={record}
          isByUnit={facts !== undefined && boxOfUnits(facts.product, facts.item) !== undefined}
          onReplace={replace}
          onAdd={add}
          onClose={close}
        />
      )
    }
    case 'line': {
      const voucher = sale.vouchers.find(({ id }) => id === panel.lineId)
      if (voucher)
        return (
          <VoucherPanel
            key={voucher.id}
            voucher={voucher}
            onChange={(change) => onEdit((stored) => setVoucher(stored, voucher.id, change))}
            onTyped={props.onTyped}
            onRemove={() => props.onRemove(voucher)}
            onClose={close}
          />
        )
      const record = sale.records.find(({ id }) => id === panel.lineId)
      return record && <OpenLine key={record.id} record={record} onShow={onShow} {...props} />
    }
  }
}

function OpenLine({
  sale,
  record,
  cashStep,
  factsOf,
  fields,
  onShow,
  onEdit,
  onRemove,
  onMissed,
  onTyped,
}: Omit<SalePanelProps, 'panel'> & { record: SaleRecord }) {
  const permissions = useAtomValue(permissionsAtom)
  const printLabel = useSetAtom(labelRequestAtom)
  const leftOf = useAtomValue(leftForSaleAtom)(sale.id)
  const today = useAtomValue(dayOfAtom)(useNow())
  const ask = useSetAtom(rightRequestAtom)
  const currency = useCurrency()
  const facts = factsOf(record)
  const ownPrice = facts && counterPrice(facts.item)
  const price = (typed: number) => {
    const change = (stored: LocalSale) => setPrice(stored, record.id, minor(typed))
    const isGiven = grantsOf(sale, 'sale.price', Date.now()).some(
      ({ itemId, amount }) => itemId === record.stockItemId && amount === typed,
    )
    if (isGiven || permissions.has('sale.price') || typed === ownPrice) return onEdit(change)
    ask({
      title: `${record.label}\u00a0: prix de ${formatMoney(typed, currency)}`,
      gesture: { permission: 'sale.price', subjectId: sale.id, itemId: record.stockItemId, amount: typed },
      onGranted: (grant) => onEdit((stored) => change(withGrant(stored, grant))),
    })
  }
  const moveTo = (lot: LotChoice) => {
    const move = (stored: LocalSale) => moveToLot(stored, record.id, lot)
    const isExpiredLot = lot.expiresOn !== null && isExpired(lot.expiresOn, today)
    if (!isExpiredLot || permissions.has('sale.expired') || isGrantedFor(sale, 'sale.expired', lot.id, Date.now()))
      return onEdit(move)
    ask({
      title: `${record.label}\u00a0: vendre le lot périmé`,
      gesture: { permission: 'sale.expired', subjectId: sale.id, itemId: lot.id },
      onGranted: (grant) => onEdit((stored) => move(withGrant(stored, grant))),
    })
  }
  const units = openableOf(facts, cashStep)
  const box = facts && boxOfUnits(facts.product, facts.item)
  return (
    <LinePanel
      record={record}
      facts={facts}
      today={today}
      maySellExpired={permissions.has('sale.expired')}
      mayPrice={permissions.has('sale.price')}
      unpack={
        facts && box
          ? unpackSentence({
              asked: record.quantity,
              boxes: record.opens?.boxes ?? 0,
              unitsPerBox: box.units,
              unitsLeft: Math.max(0, leftOf(facts.item)),
              form: facts.product.form,
            })
          : null
      }
      onQuantity={(quantity) => onEdit((stored) => setQuantity(stored, record.id, quantity))}
      onPrice={price}
      onLot={moveTo}
      onByUnit={facts && units && (() => onEdit((stored) => sellAs(stored, record.id, facts.product, units)))}
      onByBox={facts && box && (() => onEdit((stored) => sellAs(stored, record.id, facts.product, box)))}
      onEquivalents={
        facts && facts.product.inn !== ''
          ? () => onShow({ kind: 'equivalents', product: facts.product, lineId: record.id })
          : undefined
      }
      onMissed={() => onMissed(record)}
      onLabel={
        record.posology?.trim()
          ? () =>
              void printLabel({
                records: [record],
                patientId: sale.patient?.id ?? null,
                soldAt: pharmacyNow().toISOString(),
                identifier: sale.identifier,
              })
          : undefined
      }
      onRemove={() => onRemove(record)}
      onTyped={onTyped}
      onClose={() => onShow(null)}
      fields={fields}
    />
  )
}
