import { atom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { scanOf } from '#shared/domain/scan.ts'
import { isLongCode } from '#shared/domain/wedge.ts'
import { productIndexAtom } from '#shared/store/lists/product-list-atoms.ts'
import { useLatest } from '#shared/ui/use-latest.ts'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { fieldTakes } from './field-scan.ts'
import { useWedge } from './use-wedge.ts'

export type ScanInbox = {
  /**
   * Calls `hear` for each scan, first for those that waited. If `hear` returns false, the scan waits for the next
   * `open`. Returns the function that closes; later scans wait.
   */
  open: (hear: (text: string) => boolean) => () => void
}

/** Scans made on the way to the counter. The inbox starts with them. */
export const scansAheadAtom = atom<readonly string[]>([])

/**
 * Stores scans while none can be handled: between two sales, before the list is ready, under a refusal. No scanned box
 * is lost. A field that waits for a number takes the scans that are not products.
 */
export function useScanInbox(): ScanInbox {
  const store = useStore()
  const [inbox] = useState(() => newInbox((text) => isOfProduct(store, text), store.get(scansAheadAtom)))
  useEffect(() => store.set(scansAheadAtom, []), [store])
  useWedge(inbox.take, true, (text) => isLongCode(text) || (/^\d{7,}$/.test(text) && isOfProduct(store, text)))
  return inbox
}

/** A product of the list goes to the sale, even if a field waits for a voucher number. */
function isOfProduct(store: ReturnType<typeof useStore>, text: string): boolean {
  const scan = scanOf(text, store.get(dayOfAtom)(pharmacyNow()))
  return scan.kind === 'code' && (store.get(productIndexAtom)?.index.findCodes(scan.codes).length ?? 0) > 0
}

function newInbox(isBox: (text: string) => boolean, ahead: readonly string[]) {
  let waiting = [...ahead]
  let hearer: ((text: string) => boolean) | undefined
  return {
    take(text: string) {
      if (!isBox(text) && fieldTakes(text)) return
      if (!hearer?.(text)) waiting.push(text)
    },
    open(hear: (text: string) => boolean) {
      hearer = hear
      const early = waiting
      waiting = []
      for (const text of early) if (!hear(text)) waiting.push(text)
      return () => {
        if (hearer === hear) hearer = undefined
      }
    },
  }
}

/** Handles the scans of an inbox while `isReady`. A scan for which `onScan` returns false stays in the inbox. */
export function useScans(inbox: ScanInbox, onScan: (text: string) => boolean, isReady: boolean): void {
  const latest = useLatest(onScan)
  useEffect(() => (isReady ? inbox.open(latest) : undefined), [inbox, isReady, latest])
}
