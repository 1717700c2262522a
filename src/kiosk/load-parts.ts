import { firebase } from '#shared/session/token.ts'

/** Wait until the requested screen has loaded. */
const idleMs = 3_000

/**
 * The lazy modules that a sale may need, from the unlock to its receipt. Once they are in memory, a sale needs no file,
 * even if the server has removed this build.
 */
const parts = [
  firebase,
  () => import('./printing/encode-paper.ts'),
  () => import('./printing/usb-printer.ts'),
  () => import('./printing/serial-printer.ts'),
  () => import('./printing/network-way.ts'),
  () => import('./scanners/hid-scanner.ts'),
  () => import('#shared/camera/zxing-detector.ts'),
]

/** Loads the modules after the start of the window. Returns a function that cancels this. */
export function loadPartsInIdleTime(): () => void {
  const timer = setTimeout(() => void Promise.allSettled(parts.map((load) => load())), idleMs)
  return () => clearTimeout(timer)
}
