import type { ChosenPrinter } from '#shared/store/sales/printer-choice.ts'
import { deviceWay } from './device-way.ts'
import type { PrinterWorld } from './print-worker.ts'
import type { PrinterWay } from './printer-way.ts'

/** The printers of a real terminal. A driver is loaded only when its way is chosen. */
export function printerWorld(terminalToken: () => Promise<string | undefined>): PrinterWorld {
  return {
    wayTo: (printer) => wayTo(printer, terminalToken),
    encoder: async () => (await import('./encode-paper.ts')).encodePaper,
    onPlug(hear) {
      const plugs = [navigator.usb, navigator.serial].filter((plug) => plug !== undefined)
      // Unplugging updates the state on screen at once as well.
      for (const plug of plugs) for (const event of ['connect', 'disconnect']) plug.addEventListener(event, hear)
      return () => {
        for (const plug of plugs) for (const event of ['connect', 'disconnect']) plug.removeEventListener(event, hear)
      }
    },
  }
}

async function wayTo(
  printer: ChosenPrinter,
  terminalToken: () => Promise<string | undefined>,
): Promise<PrinterWay | null> {
  switch (printer.way) {
    case 'browser':
      return null
    case 'usb': {
      if (!navigator.usb) return null
      const { findUsbPrinter } = await import('./usb-printer.ts')
      return deviceWay(() => findUsbPrinter(printer.device))
    }
    case 'serial': {
      if (!navigator.serial) return null
      const { findSerialPrinter } = await import('./serial-printer.ts')
      return deviceWay(() => findSerialPrinter(printer))
    }
    case 'network': {
      const { networkWay } = await import('./network-way.ts')
      return networkWay(printer.printerId, terminalToken)
    }
  }
}
