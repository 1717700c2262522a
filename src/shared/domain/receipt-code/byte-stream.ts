/** What was read is not what was written. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Writes bytes one after the other. */
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

  /** A whole number from 0 up, seven bits at a time, the least first; by division, as it may be wider than 32 bits. */
  natural(value: number): void {
    let rest = value
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    this.byte(rest)
  }

  /** A whole number of either sign, less than 2⁵¹ away from 0. */
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

  /** Bytes that were not read yet. */
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
