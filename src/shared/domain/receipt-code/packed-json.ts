import { ByteReader, ByteWriter, Unreadable } from '#shared/domain/receipt-code/byte-stream.ts'
import { shapes, words } from '#shared/domain/receipt-code/known-shapes.ts'
import { idKinds, isUuid, Written, type IdKind } from '#shared/domain/receipt-code/packed-ids.ts'
import { packText, unpackText } from '#shared/domain/receipt-code/packed-text.ts'

/**
 * Meaning of the first byte of a value. Below `none` it is the number itself; from `shape`, `shortText` and `word` on,
 * the rest is the dictionary index or the length.
 */
const tags = {
  none: 0x40,
  yes: 0x41,
  no: 0x42,
  integer: 0x43,
  float: 0x44,
  id: 0x45,
  instant: 0x48,
  text: 0x49,
  list: 0x4a,
  object: 0x4b,
  shape: 0x50,
  shortText: 0x80,
  word: 0xc0,
}
const integerLimit = 2 ** 51
const deepest = 32

const shapeOf = new Map(shapes.map((fields, index) => [JSON.stringify(fields), index]))
const wordOf = new Map(words.map((word, index) => [word, index]))

/**
 * Packs any JSON value compactly and without loss. Equal values give equal bytes. Fields of `undefined` are left out.
 * Throws RangeError for a value that is no JSON.
 */
export function packJson(value: unknown): Uint8Array<ArrayBuffer> {
  const packing = new Packing()
  packing.value(value)
  return packing.to.done()
}

/** The value packed by `packJson`. Throws `Unreadable` for other bytes. */
export function unpackJson(bytes: Uint8Array): unknown {
  const from = new ByteReader(bytes)
  const value = new Unpacking(from).value(0)
  if (!from.isAtEnd) throw new Unreadable('too long')
  return value
}

class Packing {
  readonly to = new ByteWriter()
  readonly #written = new Written()

  value(value: unknown): void {
    if (value === null) this.to.byte(tags.none)
    else if (typeof value === 'boolean') this.to.byte(value ? tags.yes : tags.no)
    else if (typeof value === 'number') this.#number(value)
    else if (typeof value === 'string') this.#text(value)
    else if (Array.isArray(value)) this.#list(value)
    else if (typeof value === 'object') this.#object(value as Record<string, unknown>)
    else throw new RangeError(`no JSON: ${typeof value}`)
  }

  #number(value: number): void {
    if (!Number.isFinite(value)) throw new RangeError(`no JSON: ${value}`)
    if (Number.isInteger(value) && value >= 0 && value < tags.none) this.to.byte(value)
    else if (Number.isInteger(value) && Math.abs(value) < integerLimit) {
      this.to.byte(tags.integer)
      this.to.integer(value)
    } else {
      this.to.byte(tags.float)
      this.to.bytes(new Uint8Array(Float64Array.of(value).buffer))
    }
  }

  #text(text: string): void {
    const word = wordOf.get(text)
    if (word !== undefined) return this.to.byte(tags.word + word)
    if (isUuid(text)) {
      this.to.byte(tags.id + this.#written.kindOf(text))
      return this.#written.writeId(this.to, text)
    }
    if (isInstant(text)) {
      this.to.byte(tags.instant)
      return this.#written.writeInstant(this.to, Date.parse(text))
    }
    return this.#letters(text)
  }

  #letters(text: string): void {
    const packed = packText(text)
    if (packed.length < tags.word - tags.shortText) this.to.byte(tags.shortText + packed.length)
    else {
      this.to.byte(tags.text)
      this.to.natural(packed.length)
    }
    this.to.bytes(packed)
  }

  #list(values: readonly unknown[]): void {
    this.to.byte(tags.list)
    this.to.natural(values.length)
    for (const value of values) this.value(value ?? null)
  }

  #object(fields: Record<string, unknown>): void {
    const names = Object.keys(fields)
      .filter((name) => fields[name] !== undefined)
      .toSorted()
    const shape = shapeOf.get(JSON.stringify(names))
    if (shape === undefined) {
      this.to.byte(tags.object)
      this.to.natural(names.length)
    } else this.to.byte(tags.shape + shape)
    for (const name of names) {
      if (shape === undefined) this.#letters(name)
      this.value(fields[name])
    }
  }
}

class Unpacking {
  readonly #written = new Written()

  constructor(private readonly from: ByteReader) {}

  value(depth: number): unknown {
    if (depth > deepest) throw new Unreadable('too deep')
    const tag = this.from.byte()
    if (tag < tags.none) return tag
    if (tag >= tags.word) return known(words, tag - tags.word)
    if (tag >= tags.shortText) return unpackText(this.from.bytes(tag - tags.shortText))
    if (tag >= tags.shape) return this.#fields(known(shapes, tag - tags.shape), depth)
    return this.#tagged(tag, depth)
  }

  #tagged(tag: number, depth: number): unknown {
    switch (tag) {
      case tags.none:
        return null
      case tags.yes:
      case tags.no:
        return tag === tags.yes
      case tags.integer:
        return this.from.integer()
      case tags.float:
        return new Float64Array(this.from.bytes(8).slice().buffer)[0]
      case tags.instant:
        return instantOf(this.#written.readInstant(this.from))
      case tags.text:
        return unpackText(this.from.bytes(this.from.natural()))
      case tags.list:
        return Array.from({ length: this.#count() }, () => this.value(depth + 1))
      case tags.object:
        return this.#fields(null, depth)
      default:
        if (tag > tags.id + idKinds.again) throw new Unreadable('an unknown sign')
        return this.#written.readId(this.from, (tag - tags.id) as IdKind)
    }
  }

  #fields(names: readonly string[] | null, depth: number): Record<string, unknown> {
    const count = names?.length ?? this.#count()
    return Object.fromEntries(
      Array.from({ length: count }, (_, at) => {
        const name = names ? names[at]! : this.value(depth + 1)
        if (typeof name !== 'string') throw new Unreadable('a field without a name')
        return [name, this.value(depth + 1)]
      }),
    )
  }

  /** Each value takes at least one byte: a larger count is damaged, and must not allocate a list of that length. */
  #count(): number {
    const count = this.from.natural()
    if (count > this.from.left) throw new Unreadable('too short')
    return count
  }
}

function known<Value>(list: readonly Value[], index: number): Value {
  const value = list[index]
  if (value === undefined) throw new Unreadable('a sign of a later version')
  return value
}

/** Only texts that survive the round trip: the format of `toISOString`, in years that a Date can represent. */
function isInstant(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text)) return false
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString() === text
}

function instantOf(at: number): string {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) throw new Unreadable('a moment beyond time')
  return moment.toISOString()
}
