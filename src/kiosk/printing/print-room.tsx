import { useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import {
  openDrawerAtom,
  printRoomAtom,
  type Connecting,
  type PrintRoom as Room,
} from '#kiosk/counter/print/printer-state.ts'
import { sessionServicesAtom, type SessionServices } from '#shared/session/session-services.ts'
import { printerChoiceAtom } from '#shared/store/identity/identity-atoms.ts'
import { printsOnPages, type ChosenPrinter, type PrinterChoice } from '#shared/store/sales/printer-choice.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { withLock } from '#shared/windows/locks.ts'
import { deviceLock, startPrinting } from './print-worker.ts'
import { printerWorld } from './printer-world.ts'
import type { PickedDevice } from './printer-way.ts'

/** A browser forgets a user gesture after a few seconds, and its dialog must open before that. */
const letGoLimitMs = 3_000

/** Runs the printing of this window, on every screen, also while locked, as paper belongs to the terminal. */
export function PrintRoom() {
  const store = useStore()
  const openDrawer = useSetAtom(openDrawerAtom)
  useEffect(() => {
    const { identity, tokens } = store.get(sessionServicesAtom)!
    const worker = startPrinting(
      store,
      printerWorld(() => tokens.terminal()),
    )
    store.set(
      printRoomAtom,
      roomOf(() => store.get(printerChoiceAtom), identity, worker.retry),
    )
    return () => {
      worker.stop()
      store.set(printRoomAtom, null)
    }
  }, [store])
  useShortcuts({ F10: () => void openDrawer() })
  return null
}

function roomOf(choice: () => PrinterChoice, identity: SessionServices['identity'], retry: () => void): Room {
  const choose = (change: Partial<PrinterChoice>) => identity.patchTerminal({ printing: { ...choice(), ...change } })
  /**
   * No window may hold a device that this window is about to open: the printer is released, and restored unless another
   * one was chosen.
   */
  const connect = async (
    pick: () => Promise<PickedDevice | null>,
    chosen: (device: PickedDevice) => ChosenPrinter,
  ): Promise<Connecting> => {
    const before = choice().printer
    await choose({ printer: printsOnPages.printer })
    const device = await withLock(deviceLock, pick, AbortSignal.timeout(letGoLimitMs)).catch(() => null)
    await choose({ printer: device ? chosen(device) : before })
    return device ? 'connected' : 'canceled'
  }
  return {
    choose,
    retry,
    connectUsb: async () =>
      connect(
        async () => (await import('./usb-printer.ts')).pickUsbPrinter(),
        ({ name, vendorId, productId, serialNumber }) => ({
          way: 'usb',
          name,
          device: { vendorId: vendorId ?? 0, productId: productId ?? 0, serialNumber },
        }),
      ),
    connectSerial: async (baudRate) =>
      connect(
        async () => (await import('./serial-printer.ts')).pickSerialPrinter(baudRate),
        ({ name, vendorId, productId }) => ({
          way: 'serial',
          name,
          baudRate,
          device: vendorId === null || productId === null ? null : { vendorId, productId },
        }),
      ),
  }
}
