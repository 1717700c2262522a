import { atom, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { scanOf } from '#shared/domain/scan.ts'
import { productIndexAtom } from '#shared/store/lists/product-list-atoms.ts'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { fieldTakes } from './field-scan.ts'
import { useWedge } from './use-wedge.ts'

export type ScanInbox = {
  /** Hears every scan from now on, those that waited first; false: it cannot be taken now, and waits for the next opening. Returns the way to stop: then they wait again. */
  open: (hear: (text: string) => boolean) => () => void
}

/** What was scanned on the way to the counter: its inbox begins with it. */
export const scansAheadAtom = atom<readonly string[]>([])

/**
 * Keeps what is scanned while nobody can take it: between two sales, before the list is ready, under a refusal. A box that was scanned is
 * never scanned for nothing. A field that waits for a number takes what is no box.
 */
export function useScanInbox(): ScanInbox {
  const store = useStore()
  const [inbox] = useState(() => newInbox((text) => isOfProduct(store, text), store.get(scansAheadAtom)))
  useEffect(() => store.set(scansAheadAtom, []), [store])
  useWedge(inbox.take)
  return inbox
}

/** A box of the list, whatever field waits for a voucher. */
function isOfProduct(store: ReturnType<typeof useStore>, text: string): boolean {
  const scan = scanOf(text, store.get(dayOfAtom)(new Date()))
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

/** Takes the scans of an inbox for as long as `isReady`, but for those that `onScan` answers with false. */
export function useScans(inbox: ScanInbox, onScan: (text: string) => boolean, isReady: boolean): void {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => (isReady ? inbox.open((text) => latest.current(text)) : undefined), [inbox, isReady])
}
