import WebSerialReceiptPrinter, { type SerialPrinter } from '@point-of-sale/webserial-receipt-printer'
import type { DeviceMark } from '#shared/store/sales/printer-choice.ts'
import type { OpenDevice, PickedDevice } from './printer-way.ts'

type SerialChoice = { device: Pick<DeviceMark, 'vendorId' | 'productId'> | null; baudRate: number }

/** Opens the port that was chosen before. Null if it is not there, or if several ports may be it. */
export async function findSerialPrinter({ device, baudRate }: SerialChoice): Promise<OpenDevice | null> {
  const driver = new WebSerialReceiptPrinter({ baudRate })
  if (device) return (await connected(driver, () => driver.reconnect(device))) ? openDevice(driver) : null
  // The driver finds USB adapters only. A built-in port is the only one that was allowed.
  const [port, ...others] = (await navigator.serial?.getPorts()) ?? []
  if (!port || others.length > 0) return null
  if (!port.writable) await port.open({ baudRate })
  return openDevice(null)
}

/**
 * Lets the user choose in the browser's dialog, which needs a user gesture. Null if none was chosen or it could not be
 * opened.
 */
export async function pickSerialPrinter(baudRate: number): Promise<PickedDevice | null> {
  const driver = new WebSerialReceiptPrinter({ baudRate })
  const facts = await connected(driver, () => driver.connect())
  if (!facts) return null
  await (await openPort())?.close()
  return {
    name: facts.vendorId === null ? 'Imprimante du port série' : 'Imprimante série (adaptateur USB)',
    ...facts,
    serialNumber: null,
  }
}

/** The driver reports success only by an event, one task later. */
async function connected(driver: WebSerialReceiptPrinter, connect: () => Promise<void>): Promise<SerialPrinter | null> {
  let facts: SerialPrinter | null = null
  driver.addEventListener('connected', ({ vendorId, productId }) => {
    facts = { vendorId, productId }
  })
  await connect()
  await new Promise((resolve) => setTimeout(resolve, 0))
  return facts
}

// The driver's own `print` hangs forever after one failure, without an error: write to the port that it opened.
async function openDevice(driver: WebSerialReceiptPrinter | null): Promise<OpenDevice | null> {
  const port = await openPort()
  if (!port) return null
  let isOpen = true
  let writing: WritableStreamDefaultWriter<Uint8Array> | null = null
  const onGone = (event: Event) => {
    if ((event.target as unknown) === port) isOpen = false
  }
  navigator.serial?.addEventListener('disconnect', onGone)
  return {
    language: null,
    codepageMapping: null,
    async send(bytes) {
      writing = port.writable?.getWriter() ?? null
      if (!writing) throw new Error('the port is closed')
      try {
        await writing.write(bytes)
      } finally {
        writing.releaseLock()
        writing = null
      }
    },
    isOpen: () => isOpen && port.writable !== null,
    onData(hear) {
      driver?.addEventListener('data', hear)
      void driver?.listen()
    },
    async close() {
      navigator.serial?.removeEventListener('disconnect', onGone)
      isOpen = false
      // A port cannot close while it is being written to or read from.
      void writing?.abort().catch(() => undefined)
      await (driver ? driver.disconnect() : port.close())
    },
  }
}

async function openPort(): Promise<SerialDevice | undefined> {
  return (await navigator.serial?.getPorts())?.find(({ writable }) => writable !== null)
}
