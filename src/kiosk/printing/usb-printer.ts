import WebUSBReceiptPrinter, { type UsbPrinter } from '@point-of-sale/webusb-receipt-printer'
import type { DeviceMark } from '#shared/store/sales/printer-choice.ts'
import type { OpenDevice, PickedDevice } from './printer-way.ts'

/** Opens the printer that was chosen before. Null if it is not plugged in. */
export async function findUsbPrinter(mark: DeviceMark): Promise<OpenDevice | null> {
  const driver = new WebUSBReceiptPrinter()
  const facts = await connected(driver, () =>
    driver.reconnect({ ...mark, serialNumber: mark.serialNumber ?? undefined }),
  )
  return facts && openDevice(driver, facts)
}

/**
 * Lets the user choose in the browser's dialog, which needs a user gesture. Null if none was chosen or it could not be
 * opened.
 */
export async function pickUsbPrinter(): Promise<PickedDevice | null> {
  const driver = new WebUSBReceiptPrinter()
  const facts = await connected(driver, () => driver.connect())
  if (!facts) return null
  const { vendorId, productId } = facts
  await (await deviceOf(facts))?.close()
  return {
    name: [facts.manufacturerName, facts.productName].filter(Boolean).join(' ') || 'Imprimante USB',
    vendorId,
    productId,
    serialNumber: facts.serialNumber ?? null,
  }
}

/** The driver reports success only by an event, one task later. */
async function connected(driver: WebUSBReceiptPrinter, connect: () => Promise<void>): Promise<UsbPrinter | null> {
  let facts: UsbPrinter | null = null
  driver.addEventListener('connected', (printer) => {
    facts = printer
  })
  await connect()
  await new Promise((resolve) => setTimeout(resolve, 0))
  return facts
}

// The driver's own `print` ignores errors, and a lost ticket must be detected: write to the device that it opened.
async function openDevice(driver: WebUSBReceiptPrinter, facts: UsbPrinter): Promise<OpenDevice | null> {
  const device = await deviceOf(facts)
  const output = device?.configuration?.interfaces
    .find(({ interfaceNumber }) => interfaceNumber === 0)
    ?.alternate.endpoints.find(({ direction }) => direction === 'out')
  if (!device || !output) return null
  return {
    language: facts.language,
    codepageMapping: facts.codepageMapping,
    async send(bytes) {
      const { status, bytesWritten } = await device.transferOut(output.endpointNumber, bytes)
      if (status !== 'ok' || bytesWritten < bytes.length)
        throw new Error(`transfer: ${status}, ${bytesWritten} of ${bytes.length}`)
    },
    isOpen: () => device.opened,
    onData(hear) {
      driver.addEventListener('data', ({ buffer, byteOffset, byteLength }) =>
        hear(new Uint8Array(buffer, byteOffset, byteLength)),
      )
      void driver.listen()
    },
    close: () => device.close(),
  }
}

async function deviceOf({ vendorId, productId, serialNumber }: UsbPrinter): Promise<UsbDevice | undefined> {
  const devices = (await navigator.usb?.getDevices()) ?? []
  return devices.find(
    (device) =>
      device.opened &&
      device.vendorId === vendorId &&
      device.productId === productId &&
      device.serialNumber === serialNumber,
  )
}
