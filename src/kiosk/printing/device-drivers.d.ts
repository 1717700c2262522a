// The parts of WebUSB and WebSerial that we use. TypeScript's DOM library does not contain them, and the drivers have
// no types.
interface UsbEndpoint {
  endpointNumber: number
  direction: 'in' | 'out'
}
interface UsbDevice {
  readonly vendorId: number
  readonly productId: number
  readonly serialNumber?: string | undefined
  readonly productName?: string | undefined
  readonly opened: boolean
  readonly configuration: {
    interfaces: readonly { interfaceNumber: number; alternate: { endpoints: readonly UsbEndpoint[] } }[]
  } | null
  transferOut(
    endpoint: number,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<{ status: 'ok' | 'stall' | 'babble'; bytesWritten: number }>
  close(): Promise<void>
}
interface SerialDevice {
  readonly writable: WritableStream<Uint8Array> | null
  getInfo(): { usbVendorId?: number; usbProductId?: number }
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
}
interface Navigator {
  /** Undefined in browsers without WebUSB. */
  readonly usb?: EventTarget & { getDevices(): Promise<UsbDevice[]> }
  /** Undefined in browsers without WebSerial. */
  readonly serial?: EventTarget & { getPorts(): Promise<SerialDevice[]> }
}

declare module '@point-of-sale/webusb-receipt-printer' {
  export type UsbPrinter = {
    vendorId: number
    productId: number
    serialNumber?: string | undefined
    manufacturerName?: string | undefined
    productName?: string | undefined
    language: string
    codepageMapping: string
  }
  export default class WebUSBReceiptPrinter {
    connect(): Promise<void>
    reconnect(device: { vendorId: number; productId: number; serialNumber?: string | undefined }): Promise<void>
    listen(): Promise<true | undefined>
    addEventListener(event: 'connected', hear: (printer: UsbPrinter) => void): void
    addEventListener(event: 'data', hear: (data: DataView) => void): void
  }
}

declare module '@point-of-sale/webserial-receipt-printer' {
  export type SerialPrinter = { vendorId: number | null; productId: number | null }
  export default class WebSerialReceiptPrinter {
    constructor(options: { baudRate: number })
    connect(): Promise<void>
    reconnect(device: { vendorId: number | null; productId: number | null }): Promise<void>
    listen(): Promise<true>
    /** Call only after `listen`: it waits for the reader that `listen` starts. */
    disconnect(): Promise<void>
    addEventListener(event: 'connected', hear: (printer: SerialPrinter) => void): void
    addEventListener(event: 'data', hear: (data: Uint8Array) => void): void
  }
}
