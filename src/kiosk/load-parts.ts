import { firebase } from '#shared/session/token.ts'
import * as lateParts from './late-parts.ts'

/** Wait until the requested screen has loaded. */
const idleMs = 1_000

/**
 * All that is not in the first files of the window, what a sale may meet first. Once it is in memory, no screen needs a
 * file, even if the server has removed this build.
 */
const parts: readonly (() => Promise<unknown>)[] = [
  lateParts.PrintRoom.load,
  lateParts.ReceiptPrinter.load,
  firebase,
  () => import('./printing/encode-paper.ts'),
  () => import('./printing/usb-printer.ts'),
  () => import('./printing/serial-printer.ts'),
  () => import('./printing/network-way.ts'),
  () => import('./scanners/hid-scanner.ts'),
  ...Object.values(lateParts).map((part) => part.load),
  () => import('#shared/ui/day-calendar.tsx'),
  () => import('#shared/camera/zxing-detector.ts'),
]

/** Loads the parts after the start of the window, one after the other: a seller may be typing. Returns how to stop. */
export function loadPartsInIdleTime(): () => void {
  let isStopped = false
  const loadAll = async () => {
    for (const load of parts) {
      if (isStopped) return
      await load().catch(() => undefined)
    }
    // Journeys wait for it before they cut the network off.
    document.documentElement.dataset.parts = 'loaded'
  }
  const timer = setTimeout(() => void loadAll(), idleMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
