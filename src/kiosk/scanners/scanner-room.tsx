import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { isCameraOpenAtom } from '#kiosk/counter/scan/camera-open.ts'
import { tellScan } from '#kiosk/counter/scan/device-scans.ts'
import { scannerRoomAtom, scannerStateAtom, type ScannerRoom as Room } from '#kiosk/counter/scan/scanner-state.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { watchLastFocused } from '#shared/windows/last-focused.ts'
import { lockNames } from '#shared/windows/locks.ts'
import { isScanner, scannerUsage, watchHidScanners } from './hid-scanners.ts'

/**
 * The WebHID scanners of this window. Their scans are handled like typed scans. Nothing is loaded until a scanner was
 * chosen.
 */
export function ScannerRoom() {
  const store = useStore()
  const isChosen = useAtomValue(terminalAtom)?.hasHidScanner ?? false
  useEffect(() => {
    const { hid } = navigator
    if (!hid) return
    const focus = watchLastFocused(lockNames.scanner)
    const scanners = isChosen
      ? watchHidScanners(hid, {
          onScan: (text) => focus.isMine() && tellScan(text),
          onState: (state) => store.set(scannerStateAtom, state),
        })
      : null
    void scanners?.refresh()
    const remember = (hasHidScanner: boolean) =>
      store.get(sessionServicesAtom)!.identity.patchTerminal({ hasHidScanner })
    store.set(scannerRoomAtom, roomOf(hid, { remember, refresh: () => scanners?.refresh() }))
    return () => {
      focus.stop()
      void scanners?.stop()
      store.set(scannerRoomAtom, null)
      store.set(scannerStateAtom, { kind: 'none' })
    }
  }, [store, isChosen])
  const sessionId = useAtomValue(sessionAtom)?.id
  const openCamera = useSetAtom(isCameraOpenAtom)
  // Close the camera: the next seller did not open it.
  useEffect(() => openCamera(false), [sessionId, openCamera])
  return null
}

function roomOf(
  hid: NonNullable<Navigator['hid']>,
  {
    remember,
    refresh,
  }: { remember: (hasHidScanner: boolean) => Promise<void>; refresh: () => Promise<void> | undefined },
): Room {
  return {
    async connect() {
      const chosen = await hid.requestDevice({ filters: [scannerUsage] }).catch(() => [])
      if (!chosen.some(isScanner)) return 'canceled'
      await remember(true)
      await refresh()
      return 'connected'
    },
    async forget() {
      await remember(false)
      for (const device of await hid.getDevices()) if (isScanner(device)) await device.forget()
    },
  }
}
