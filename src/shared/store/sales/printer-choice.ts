/** Identifies a USB or serial device after a reload, without a new permission prompt. */
export type DeviceMark = { vendorId: number; productId: number; serialNumber: string | null }

/** The printer chosen for this terminal; each terminal has its own. */
export type ChosenPrinter =
  | { way: 'browser' }
  | { way: 'usb'; name: string; device: DeviceMark }
  /** `device` is null for a port without USB ids: then the only permitted port is used. */
  | { way: 'serial'; name: string; device: Pick<DeviceMark, 'vendorId' | 'productId'> | null; baudRate: number }
  /** The printer's id in the pharmacy's settings. */
  | { way: 'network'; name: string; printerId: string }

/** `columns`: 48 on 80 mm paper, 32 on 58 mm. `isAutomatic`: a receipt is printed when a sale ends. */
export type PrinterChoice = { printer: ChosenPrinter; columns: 32 | 48; isAutomatic: boolean }

/** Default: browser pages, printed on request. */
export const printsOnPages: PrinterChoice = { printer: { way: 'browser' }, columns: 48, isAutomatic: false }
