/** The bytes are damaged or of an unknown format. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Appends values to a byte array. */
export class ByteWriter {
  readonly #bytes: number[] = []

  get length(): number {
    return this.#bytes.length
  }

  byte(value: number): void {
    this.#bytes.push(value & 0xff)
  }

  bytes(values: Iterable<number>): void {
    for (const value of values) this.byte(value)
  }

  /**
   * A non-negative integer in groups of seven bits, the least significant first. Uses division, because it may exceed
   * 32 bits.
   */
  natural(value: number): void {
    let rest = value
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    this.byte(rest)
  }

  /** An integer with an absolute value below 2⁵¹ (zigzag encoding). */
  integer(value: number): void {
    this.natural(value < 0 ? -value * 2 - 1 : value * 2)
  }

  done(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes)
  }
}

/** Reads what `ByteWriter` wrote; throws `Unreadable` at the end of the bytes. */
export class ByteReader {
  #at = 0

  constructor(private readonly source: Uint8Array) {}

  /** Number of unread bytes. */
  get left(): number {
    return this.source.length - this.#at
  }

  get isAtEnd(): boolean {
    return this.#at === this.source.length
  }

  byte(): number {
    const value = this.source[this.#at++]
    if (value === undefined) throw new Unreadable('too short')
    return value
  }

  bytes(count: number): Uint8Array {
    if (count > this.source.length - this.#at) throw new Unreadable('too short')
    this.#at += count
    return this.source.subarray(this.#at - count, this.#at)
  }

  natural(): number {
    let value = 0
    for (let factor = 1; ; factor *= 0x80) {
      const next = this.byte()
      value += (next & 0x7f) * factor
      if (!Number.isSafeInteger(value)) throw new Unreadable('too large')
      if (next < 0x80) return value
    }
  }

  integer(): number {
    const value = this.natural()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
}
