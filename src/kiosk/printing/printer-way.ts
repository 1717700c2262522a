import type { PrinterLanguage } from './encode-paper.ts'

/** Why nothing comes out; kept with the job in the queue. `in-doubt`: all of it went, nothing answered; only a look at the printer can tell. */
export type PrintFailure = 'absent' | 'no-paper' | 'cover-open' | 'in-doubt' | 'unsupported'

export class PrinterFault extends Error {
  override readonly name = 'PrinterFault'
  constructor(
    readonly reason: PrintFailure,
    options?: ErrorOptions,
  ) {
    super(`the printer: ${reason}`, options)
  }
}

/** One way to a printer. Everything that goes wrong is a `PrinterFault`. */
export type PrinterWay = {
  /** A job sent twice under its id comes out once: it may be sent again without a look at the paper. */
  readonly isRepeatable: boolean
  /** Finds the chosen printer without a gesture; at once when it is open already. */
  open(): Promise<PrinterLanguage>
  /** Resolves when the printer has taken the last byte. */
  write(bytes: Uint8Array<ArrayBuffer>, jobId: string): Promise<void>
  close(): Promise<void>
}

/** What a device of the browser does for `deviceWay`. */
export type OpenDevice = PrinterLanguage & {
  /** Rejects when the device did not take it. */
  send(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Is it still plugged in? */
  isOpen(): boolean
  /** Hears what the printer says; a printer that never speaks is one too. */
  onData(hear: (bytes: Uint8Array) => void): void
  close(): Promise<void>
}

/** What was chosen in the browser's own dialog, to be kept on the terminal. */
export type PickedDevice = {
  name: string
  vendorId: number | null
  productId: number | null
  serialNumber: string | null
}
