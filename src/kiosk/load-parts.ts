import { firebase } from '#shared/session/token.ts'

/** The screen that was asked for comes first. */
const idleMs = 3_000

/**
 * What a sale may need, from the unlock to its receipt, is in this window's memory before the first one: it never depends on a file again, whatever
 * becomes of its build meanwhile.
 */
const parts = [
  firebase,
  () => import('./printing/encode-paper.ts'),
  () => import('./printing/usb-printer.ts'),
  () => import('./printing/serial-printer.ts'),
  () => import('./printing/network-way.ts'),
  () => import('./scanners/hid-scanner.ts'),
  () => import('./scanners/zxing-detector.ts'),
]

/** Loads them when the window has nothing else to do. Returns the way not to. */
export function loadPartsInIdleTime(): () => void {
  const timer = setTimeout(() => void Promise.allSettled(parts.map((load) => load())), idleMs)
  return () => clearTimeout(timer)
}
