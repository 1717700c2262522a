// The parts of WebHID that we use. TypeScript's DOM library does not contain it, and the driver has no types.
interface HidDevice extends EventTarget {
  readonly vendorId: number
  readonly productId: number
  readonly productName: string
  readonly opened: boolean
  readonly collections: readonly { usagePage?: number; usage?: number }[]
  close(): Promise<void>
  forget(): Promise<void>
}
interface Navigator {
  /** Undefined in browsers without WebHID. */
  readonly hid?: EventTarget & {
    getDevices(): Promise<HidDevice[]>
    requestDevice(options: { filters: readonly { usagePage: number; usage: number }[] }): Promise<HidDevice[]>
  }
}

declare module '@point-of-sale/webhid-barcode-scanner' {
  export default class WebHIDBarcodeScanner {
    open(device: HidDevice): Promise<void>
    reconnect(device?: { vendorId: number; productId: number }): Promise<void>
    disconnect(): Promise<void>
    addEventListener(event: 'barcode', hear: (scan: { value: string }) => void): void
  }
}
