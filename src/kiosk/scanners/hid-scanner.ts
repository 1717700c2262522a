import WebHIDBarcodeScanner from '@point-of-sale/webhid-barcode-scanner'

/** By itself the driver connects again at any plug, and stumbles over the argument that it does not give: here whoever plugs is heard elsewhere. */
class Driver extends WebHIDBarcodeScanner {
  override reconnect(): Promise<void> {
    return Promise.resolve()
  }
}

/** Opens one scanner and hears it; rejects when another program holds it. Each has a driver of its own, which puts long codes together. */
export async function openHidScanner(
  device: HidDevice,
  onScan: (text: string) => void,
): Promise<{ close: () => Promise<void> }> {
  const driver = new Driver()
  let isClosed = false
  driver.addEventListener('barcode', ({ value }) => !isClosed && onScan(value))
  try {
    await driver.open(device)
  } catch (error) {
    await device.close().catch(() => undefined)
    throw error
  }
  return {
    async close() {
      // Unplugged, the driver forgets the device but hears it on: plugged in again it would be heard twice.
      isClosed = true
      await driver.disconnect()
    },
  }
}
