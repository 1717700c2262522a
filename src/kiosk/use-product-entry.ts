import { atom, useSetAtom, useStore } from 'jotai'
import { useState } from 'react'
import { rightRequestAtom } from '#kiosk/counter/rights/right-request.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { beginNextAtom } from '#kiosk/counter/sale/just-ended.ts'
import { lineOf } from '#kiosk/counter/sale/unit-sale.ts'
import { useScans, type ScanInbox } from '#kiosk/counter/scan/scan-inbox.ts'
import { useScanning } from '#kiosk/counter/scan/use-scanning.ts'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { withGrant } from '#shared/domain/sale-grants.ts'
import { addRecord } from '#shared/domain/sale-lines.ts'
import { localSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import type { SearchText } from './sale/search-text.ts'

interface ProductEntryOptions {
  saleId: string
  scans: ScanInbox
  /** Something covers the counter: scans wait in their inbox. */
  isCovered: boolean
  /** The sale is being closed: a scan belongs to the next sale. */
  isEnding: () => boolean
  onEdit: (edit: SaleEdit) => void
  onNotice: (notice: NoticeContent | null) => void
  /** A line was added: the ticket must be visible. */
  onAdded: () => void
}

/** How products get on the ticket: by scan, by search, or by a choice among products that share one code. */
export function useProductEntry({
  saleId,
  scans,
  isCovered,
  isEnding,
  onEdit,
  onNotice,
  onAdded,
}: ProductEntryOptions) {
  const [query] = useState<SearchText>(() => atom(''))
  const setQuery = useSetAtom(query)
  const beginNext = useSetAtom(beginNextAtom)
  const store = useStore()
  const ask = useSetAtom(rightRequestAtom)
  const add = (product: PharmacyProduct, item: StockItem, serial: string | null = null) => {
    beginNext()
    onAdded()
    setQuery('')
    onEdit((stored) =>
      addRecord(stored, { id: uuid7(), ...lineOf(product, item), quantity: 1, ...(serial && { serials: [serial] }) }),
    )
  }
  const askExpired = (product: PharmacyProduct, item: StockItem, then: () => void) =>
    ask({
      title: `${product.label}\u00a0: vendre le lot périmé`,
      gesture: { permission: 'sale.expired', subjectId: saleId, itemId: item.id },
      onGranted(grant) {
        onEdit((stored) => withGrant(stored, grant))
        then()
      },
    })
  const search = (text: string) => {
    if (text !== '') beginNext()
    scanning.forgetChoice()
    setQuery(text)
  }
  const isScanned = ({ stockItems }: PharmacyProduct, serial: string) =>
    (store.get(localSalesAtom).find(({ id }) => id === saleId)?.records ?? []).some(
      ({ stockItemId, serials = [] }) => serials.includes(serial) && stockItems.some(({ id }) => id === stockItemId),
    )
  const scanning = useScanning({ onAdd: add, onAskExpired: askExpired, isScanned, onText: search, onNotice })
  const take = (text: string) => {
    if (isEnding()) return false
    scanning.scan(text)
    return true
  }
  useScans(scans, take, scanning.isReady && !isCovered)
  return {
    query,
    search,
    choice: scanning.choice,
    typedCode: scanning.typedCode,
    add: (product: PharmacyProduct, item: StockItem) =>
      scanning.choice ? scanning.choose(product) : add(product, item),
  }
}
