import { vi } from 'vitest'

/** The edge of the browser's devices: what Chromium gives for WebUSB and WebSerial, with a printer behind it that keeps its paper. */
const cut = [0x1d, 0x56, 1].join()

abstract class PlayedPrinter {
  /** Everything that it took, but for the questions about its state. */
  readonly taken: number[] = []
  hasPaper = true
  /** Says nothing of its state, as many do. */
  isMute = false
  /** Pulled out after this many pieces of a job. */
  pulledAfter = Infinity
  pieces = 0

  take(bytes: Uint8Array): number | null {
    if (bytes[0] === 0x10 && bytes[1] === 0x04)
      return this.isMute ? null : bytes[2] === 4 && !this.hasPaper ? 0x72 : 0x12
    this.taken.push(...bytes)
    return null
  }
  /** What the paper shows: code page 1252 without the commands. */
  get paper(): string {
    const text = new TextDecoder('windows-1252').decode(Uint8Array.from(this.taken))
    return ['\u001b', '\u001c', '\u001d']
      .reduce((rest, lead) => rest.replaceAll(lead, '␛'), text)
      .replaceAll(/␛p[^]{3}|␛(@|\.|[A-Za-z!][^])/g, '')
  }
  get cuts(): number {
    return this.taken.join().split(cut).length - 1
  }
  get pulses(): number {
    return this.taken.join().split([0x1b, 0x70, 0, 50, 250].join()).length - 1
  }
}

class InTransfer {
  constructor(readonly data: DataView) {}
}

export class PlayedUsbPrinter extends PlayedPrinter {
  readonly vendorId = 0x04b8
  readonly productId = 0x0202
  readonly manufacturerName = 'EPSON'
  readonly productName = 'TM-T20III'
  readonly configuration = {
    interfaces: [
      {
        interfaceNumber: 0,
        alternate: {
          endpoints: [
            { endpointNumber: 1, direction: 'out' },
            { endpointNumber: 2, direction: 'in' },
          ],
        },
      },
    ],
  }
  opened = false
  private hearing: ((result: InTransfer) => void) | null = null
  constructor(
    private readonly plug: PlayedUsb,
    readonly serialNumber: string,
  ) {
    super()
  }
  open = () => Promise.resolve(void (this.opened = true))
  close = () => Promise.resolve(void (this.opened = false))
  selectConfiguration = () => Promise.resolve()
  claimInterface = () => Promise.resolve()
  reset = () => Promise.resolve()
  transferIn = () => new Promise((resolve) => (this.hearing = resolve))
  async transferOut(_endpoint: number, data: Uint8Array) {
    await Promise.resolve()
    if (!this.opened) throw new DOMException('The device must be opened first.', 'InvalidStateError')
    const isQuestion = data[0] === 0x10
    if (!isQuestion && ++this.pieces > this.pulledAfter) {
      this.plug.pull(this)
      throw new DOMException('A transfer error has occurred.', 'NetworkError')
    }
    const answer = this.take(data)
    if (answer !== null) this.hearing?.(new InTransfer(new DataView(Uint8Array.from([answer]).buffer)))
    return { status: 'ok', bytesWritten: data.length }
  }
}

export class PlayedUsb extends EventTarget {
  private plugged: PlayedUsbPrinter[] = []
  private allowed = new Set<PlayedUsbPrinter>()
  /** What the user touches in the browser's dialog; null: he closes it. */
  chosen: PlayedUsbPrinter | null = null
  getDevices = () => Promise.resolve(this.plugged.filter((printer) => this.allowed.has(printer)))
  requestDevice = () => {
    if (!this.chosen) return Promise.reject(new DOMException('No device selected.', 'NotFoundError'))
    this.allowed.add(this.chosen)
    return Promise.resolve(this.chosen)
  }
  allow(printer: PlayedUsbPrinter): void {
    this.allowed.add(printer)
  }
  push(printer: PlayedUsbPrinter): void {
    this.plugged.push(printer)
    this.tell('connect', printer)
  }
  pull(printer: PlayedUsbPrinter): void {
    printer.opened = false
    this.plugged = this.plugged.filter((other) => other !== printer)
    this.tell('disconnect', printer)
  }
  private tell(type: string, device: PlayedUsbPrinter): void {
    this.dispatchEvent(Object.assign(new Event(type), { device }))
  }
}

/** The terminal has USB, with one printer that it may use. */
export function aUsbPrinter(): { usb: PlayedUsb; printer: PlayedUsbPrinter } {
  const usb = new PlayedUsb()
  const printer = new PlayedUsbPrinter(usb, 'X3XG-0042')
  vi.stubGlobal('USBInTransferResult', InTransfer)
  Object.defineProperty(navigator, 'usb', { configurable: true, value: usb })
  usb.push(printer)
  usb.allow(printer)
  usb.chosen = printer
  return { usb, printer }
}

export class PlayedSerialPrinter extends PlayedPrinter {
  writable: WritableStream<Uint8Array> | null = null
  readable: ReadableStream<Uint8Array> | null = null
  baudRate: number | null = null
  getInfo = () => ({ usbVendorId: 0x067b, usbProductId: 0x2303 })
  addEventListener(): void {}
  open({ baudRate }: { baudRate: number }): Promise<void> {
    this.baudRate = baudRate
    let say: ReadableStreamDefaultController<Uint8Array>
    this.readable = new ReadableStream({ start: (controller) => void (say = controller) })
    this.writable = new WritableStream({
      write: (bytes) => {
        const answer = this.take(bytes)
        if (answer !== null) say.enqueue(Uint8Array.from([answer]))
      },
    })
    return Promise.resolve()
  }
  close(): Promise<void> {
    if (this.readable?.locked || this.writable?.locked)
      return Promise.reject(new TypeError('Cannot cancel a locked stream'))
    this.readable = this.writable = null
    return Promise.resolve()
  }
}

/** The terminal has one serial port that it may use. */
export function aSerialPrinter(): PlayedSerialPrinter {
  const printer = new PlayedSerialPrinter()
  const serial = Object.assign(new EventTarget(), {
    getPorts: () => Promise.resolve([printer]),
    requestPort: () => Promise.resolve(printer),
  })
  Object.defineProperty(navigator, 'serial', { configurable: true, value: serial })
  return printer
}
