import type { PrinterLanguage } from './encode-paper.ts'

/**
 * Why a job was not printed; stored with the job. `in-doubt`: all bytes were sent without an answer, so only a look at
 * the paper can tell.
 */
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

/** One way to a printer. Every failure is a `PrinterFault`. */
export type PrinterWay = {
  /** A job sent twice under one id is printed once, so it may be repeated without checking the paper. */
  readonly isRepeatable: boolean
  /** Opens the chosen printer without a user gesture. Returns at once if it is open. */
  open(): Promise<PrinterLanguage>
  /** Resolves when the printer has taken the last byte. */
  write(bytes: Uint8Array<ArrayBuffer>, jobId: string): Promise<void>
  close(): Promise<void>
}

/** What `deviceWay` needs from a browser device. */
export type OpenDevice = PrinterLanguage & {
  /** Rejects if the device did not take the bytes. */
  send(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Whether the device is still plugged in. */
  isOpen(): boolean
  /** Subscribes to the printer's answers. Some printers never answer. */
  onData(hear: (bytes: Uint8Array) => void): void
  close(): Promise<void>
}

/** The device that the user chose in the browser's dialog, to be stored on the terminal. */
export type PickedDevice = {
  name: string
  vendorId: number | null
  productId: number | null
  serialNumber: string | null
}
