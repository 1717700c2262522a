import { useEffect, useRef, useState } from 'react'
import { fieldTakes } from './field-scan.ts'
import { useWedge } from './use-wedge.ts'

export type ScanInbox = {
  /** Hears every scan from now on, those that waited first. Returns the way to stop: then they wait again. */
  open: (hear: (text: string) => void) => () => void
}

/**
 * Keeps what is scanned while nobody can take it: between two sales, before the list is ready, under a refusal. A box that was scanned is
 * never scanned for nothing.
 */
export function useScanInbox(): ScanInbox {
  const [inbox] = useState(newInbox)
  useWedge(inbox.take)
  return inbox
}

function newInbox() {
  let waiting: string[] = []
  let hearer: ((text: string) => void) | undefined
  return {
    take(text: string) {
      if (fieldTakes(text)) return
      if (hearer) hearer(text)
      else waiting.push(text)
    },
    open(hear: (text: string) => void) {
      hearer = hear
      const early = waiting
      waiting = []
      for (const text of early) hear(text)
      return () => {
        if (hearer === hear) hearer = undefined
      }
    },
  }
}

/** Takes the scans of an inbox for as long as `isReady`. */
export function useScans(inbox: ScanInbox, onScan: (text: string) => void, isReady: boolean): void {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => (isReady ? inbox.open((text) => latest.current(text)) : undefined), [inbox, isReady])
}
