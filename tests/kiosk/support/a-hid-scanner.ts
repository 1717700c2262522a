/** The edge of the browser's WebHID, with scanners behind it that send the reports of the HID POS standard. */
export class PlayedScanner extends EventTarget {
  readonly vendorId = 0x0c2e
  readonly productId = 0x0b81
  readonly collections = [{ usagePage: 0x8c, usage: 0x02 }]
  readonly features: number[][] = []
  opened = false
  isHeldElsewhere = false
  isForgotten = false
  constructor(readonly productName = 'Voyager 1470g') {
    super()
  }
  async open(): Promise<void> {
    await Promise.resolve()
    if (this.isHeldElsewhere) throw new DOMException('Failed to open the device.', 'NotAllowedError')
    this.opened = true
  }
  close = () => Promise.resolve(void (this.opened = false))
  forget = () => Promise.resolve(void (this.isForgotten = true))
  sendFeatureReport = (report: number, data: Uint8Array) => Promise.resolve(void this.features.push([report, ...data]))

  /** Reads a code: reports of 63 bytes – length, what kind of code, 56 characters, whether more follows. */
  read(text: string, aim = ']E0'): void {
    for (let from = 0; from < text.length; from += 56) {
      const part = text.slice(from, from + 56)
      const bytes = new Uint8Array(63)
      bytes.set([part.length, ...Array.from(aim + part, (sign) => sign.charCodeAt(0))])
      bytes[62] = from + 56 < text.length ? 1 : 0
      this.dispatchEvent(
        Object.assign(new Event('inputreport'), { reportId: 2, device: this, data: new DataView(bytes.buffer) }),
      )
    }
  }
}

export class PlayedHid extends EventTarget {
  private allowed: PlayedScanner[] = []
  private plugged: PlayedScanner[] = []
  /** What the user touches in the browser's dialog; null: he closes it. */
  chosen: PlayedScanner | null = null
  getDevices = () =>
    Promise.resolve(this.plugged.filter((device) => this.allowed.includes(device) && !device.isForgotten))
  requestDevice = () => {
    if (this.chosen) this.allowed.push(this.chosen)
    return Promise.resolve(this.chosen ? [this.chosen] : [])
  }
  allow(device: PlayedScanner): void {
    this.allowed.push(device)
  }
  push(device: PlayedScanner): void {
    this.plugged.push(device)
    this.dispatchEvent(Object.assign(new Event('connect'), { device }))
  }
  pull(device: PlayedScanner): void {
    device.opened = false
    this.plugged = this.plugged.filter((other) => other !== device)
    this.dispatchEvent(Object.assign(new Event('disconnect'), { device }))
  }
}

/** The terminal has WebHID, with one scanner plugged in that nobody allowed yet. */
export function aHidScanner(): { hid: PlayedHid; scanner: PlayedScanner } {
  const [hid, scanner] = [new PlayedHid(), new PlayedScanner()]
  Object.defineProperty(navigator, 'hid', { configurable: true, value: hid })
  hid.push(scanner)
  hid.chosen = scanner
  return { hid, scanner }
}
