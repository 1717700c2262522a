import type { ScannerState } from '#kiosk/counter/scan/scanner-state.ts'

/** The HID usage of barcode scanners (point of sale page). A scanner in keyboard mode does not have it. */
export const scannerUsage = { usagePage: 0x8c, usage: 0x02 }
type Hid = NonNullable<Navigator['hid']>
type Heard = { onScan: (text: string) => void; onState: (state: ScannerState) => void }

/**
 * Keeps each permitted scanner open while it is plugged in. After a reload, they are found without a user gesture. The
 * driver is loaded with the first one.
 */
export function watchHidScanners(hid: Hid, { onScan, onState }: Heard) {
  const open = new Map<HidDevice, { close: () => Promise<void> }>()
  let isStopped = false
  let turn = Promise.resolve()

  const look = async () => {
    if (isStopped) return
    const plugged = (await hid.getDevices()).filter(isScanner)
    for (const device of open.keys()) if (!plugged.includes(device)) await close(device)
    let isTaken = false
    for (const device of plugged) {
      if (open.has(device)) continue
      const opened = await openOne(device, onScan).catch(() => null)
      if (opened) open.set(device, opened)
      else isTaken = true
    }
    if (isStopped) return closeAll()
    if (open.size > 0)
      onState({ kind: 'ready', names: [...open.keys()].map(({ productName }) => productName || 'Douchette') })
    else onState({ kind: isTaken ? 'taken' : 'absent' })
  }
  const close = async (device: HidDevice) => {
    const opened = open.get(device)
    open.delete(device)
    await opened?.close().catch(() => undefined)
  }
  const closeAll = async () => void (await Promise.all([...open.keys()].map(close)))
  // One refresh at a time: two would open a scanner twice, and each scan would count twice.
  const refresh = (): Promise<void> => {
    turn = turn.then(look).catch(() => undefined)
    return turn
  }
  const onUnplug = (event: Event) => {
    if ('device' in event) void close(event.device as HidDevice)
    void refresh()
  }
  const onPlug = () => void refresh()
  hid.addEventListener('connect', onPlug)
  hid.addEventListener('disconnect', onUnplug)
  window.addEventListener('focus', onPlug)
  return {
    refresh,
    stop(): Promise<void> {
      isStopped = true
      hid.removeEventListener('connect', onPlug)
      hid.removeEventListener('disconnect', onUnplug)
      window.removeEventListener('focus', onPlug)
      turn = turn.then(closeAll)
      return turn
    },
  }
}

export function isScanner({ collections }: HidDevice): boolean {
  return collections.some(
    ({ usagePage, usage }) => usagePage === scannerUsage.usagePage && usage === scannerUsage.usage,
  )
}

async function openOne(device: HidDevice, onScan: (text: string) => void) {
  const { openHidScanner } = await import('./hid-scanner.ts')
  return openHidScanner(device, onScan)
}
