import { Unreadable, type ByteReader, type ByteWriter } from '#shared/domain/receipt-code/byte-stream.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/**
 * Encodings of an id: complete, by its time difference to the last instant written, or by its index among the ids
 * written.
 */
export const idKinds = { whole: 0, timed: 1, again: 2 } as const
export type IdKind = (typeof idKinds)[keyof typeof idKinds]

/** Whether the text is a UUID in lower case. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/**
 * Ids and last instant written so far; writer and reader keep the same state, so that repeated ids and nearby instants
 * take few bytes.
 */
export class Written {
  readonly #ids: string[] = []
  #at = 0

  kindOf(id: string): IdKind {
    if (this.#ids.includes(id)) return idKinds.again
    return id[14] === '7' && /[89ab]/.test(id[19]!) ? idKinds.timed : idKinds.whole
  }

  writeId(to: ByteWriter, id: string): void {
    const kind = this.kindOf(id)
    if (kind === idKinds.again) return to.natural(this.#ids.indexOf(id))
    this.#ids.push(id)
    const hex = id.replaceAll('-', '')
    if (kind === idKinds.whole) return to.bytes(bytesOf(hex))
    this.writeInstant(to, Number.parseInt(hex.slice(0, 12), 16))
    // A UUIDv7 without time, version and variant has 74 random bits: 12 and 62.
    const variant = Number.parseInt(hex[16]!, 16) & 0x3
    to.bytes(bytesOf(`${hex.slice(13, 16)}${variant}${hex.slice(17)}0`.slice(0, 20)))
    return undefined
  }

  readId(from: ByteReader, kind: IdKind): string {
    if (kind === idKinds.again) {
      const known = this.#ids[from.natural()]
      if (known === undefined) throw new Unreadable('an id that was not written')
      return known
    }
    const id = kind === idKinds.whole ? dashed(hexOf(from.bytes(16))) : this.#readTimed(from)
    this.#ids.push(id)
    return id
  }

  /** Epoch ms, as the difference to the last instant. */
  writeInstant(to: ByteWriter, at: number): void {
    to.integer(at - this.#at)
    this.#at = at
  }

  readInstant(from: ByteReader): number {
    this.#at += from.integer()
    return this.#at
  }

  #readTimed(from: ByteReader): string {
    const at = this.readInstant(from)
    if (at < 0 || at > 0xffffffffffff) throw new Unreadable('a moment beyond time')
    const rest = hexOf(from.bytes(10))
    const variant = (Number.parseInt(rest[3]!, 16) | 0x8).toString(16)
    return dashed(`${at.toString(16).padStart(12, '0')}7${rest.slice(0, 3)}${variant}${rest.slice(4, 19)}`)
  }
}

function dashed(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function bytesOf(hex: string): number[] {
  return Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
