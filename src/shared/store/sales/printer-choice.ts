/** What finds a USB or serial device again after a reload, without a gesture. */
export type DeviceMark = { vendorId: number; productId: number; serialNumber: string | null }

/** The printer of a terminal: it stays on it, another terminal has its own. */
export type ChosenPrinter =
  | { way: 'browser' }
  | { way: 'usb'; name: string; device: DeviceMark }
  /** `device` is null for a port that is no USB adapter: the only one allowed is then the one. */
  | { way: 'serial'; name: string; device: Pick<DeviceMark, 'vendorId' | 'productId'> | null; baudRate: number }
  /** By its id in the pharmacy's settings. */
  | { way: 'network'; name: string; printerId: string }

/** How a terminal prints. Columns: 48 on paper of 80 mm, 32 on 58 mm. `isAutomatic`: the ticket comes out as soon as a sale ends. */
export type PrinterChoice = { printer: ChosenPrinter; columns: 32 | 48; isAutomatic: boolean }

/** A terminal of an earlier version, or one where nobody chose, prints on pages of the browser, when asked. */
export const printsOnPages: PrinterChoice = { printer: { way: 'browser' }, columns: 48, isAutomatic: false }
