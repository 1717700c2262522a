import WebHIDBarcodeScanner from '@point-of-sale/webhid-barcode-scanner'

/**
 * The driver reconnects at any plug event and fails on a missing argument. This disables it: `hid-scanners.ts` handles
 * plug events.
 */
class Driver extends WebHIDBarcodeScanner {
  override reconnect(): Promise<void> {
    return Promise.resolve()
  }
}

/**
 * Opens one scanner and subscribes to its scans. Rejects if another program holds it. Each scanner has its own driver,
 * which assembles long codes.
 */
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
      // After unplugging, the driver still hears the device. Without this flag, each scan would count twice once it is
      // plugged in again.
      isClosed = true
      await driver.disconnect()
    },
  }
}
