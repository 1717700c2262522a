import { addDays } from '#shared/domain/dates.ts'
import type { DeliveredGoods, Difference } from '#shared/domain/statements/agreed-line.ts'
import { isSamePrice, lineRounding } from '#shared/domain/supplier-price.ts'
import type { Match, MatchReason, StatementFacts } from '#shared/domain/statements/statement-facts.ts'
import { areNear, computedAmount, plainNumber, type StatementLine } from '#shared/domain/statements/statement-line.ts'

/** A note may be written on a statement some days before or after it is received. */
const nearDays = 10

/** What of a note no line bills yet, in minor units: `open` with its `levy` of AIB. `rounding`: how far roundings may move it. */
export type OpenNote = { deliveryId: string; open: number; levy: number; rounding: number }

/** Whether an amount is that of the boxes of a note, and of them alone where it has AIB. */
export function isOfBoxes(amount: number, { open, levy, rounding }: OpenNote): boolean {
  return open > 0 && Math.abs(amount - (open - levy)) <= rounding
}
type Credit = { match: Match; differences: Difference[] }

/** What was delivered, returned and accepted, and not billed yet. */
export class OpenGoods {
  readonly #byNote = new Map<string, DeliveredGoods[]>()
  readonly #byProduct = new Map<string, DeliveredGoods[]>()
  readonly #byDelivery = new Map<string, DeliveredGoods[]>()
  readonly #left = new Map<string, number>()
  /** AIB that no line bills yet, by delivery. */
  readonly #levies: Map<string, number>
  readonly #statements = new Map<string, string>()
  readonly #credits: (Credit & { numbers: string[]; worth: number })[]

  constructor({ goods, levies, returns, claims, billed }: StatementFacts) {
    this.#levies = new Map(levies)
    for (const each of goods) {
      append(this.#byNote, plainNumber(each.noteNumber), each)
      append(this.#byProduct, each.productId, each)
      append(this.#byDelivery, each.deliveryId, each)
      this.#left.set(keyOf(each), each.received)
    }
    for (const { deliveryId, productId, quantity, statement } of billed.boxes) {
      const key = keyOf({ deliveryId, productId })
      this.#left.set(key, Math.max(0, (this.#left.get(key) ?? 0) - quantity))
      this.#statements.set(key, statement)
    }
    for (const { deliveryId, amount, statement } of billed.deliveries) {
      this.#takeBilled(deliveryId, amount)
      for (const each of this.#byDelivery.get(deliveryId) ?? []) this.#statements.set(keyOf(each), statement)
    }
    const known = new Set(billed.credits)
    this.#credits = [
      ...returns
        .filter(({ returnId }) => !known.has(returnId))
        .map(({ returnId, numbers, value }) => credit('return', returnId, numbers, value)),
      ...claims
        .filter(({ awaited }) => awaited > 0)
        .map(({ claimId, numbers, awaited }) => credit('claim', claimId, numbers, awaited)),
    ]
  }

  boxesOf(goods: DeliveredGoods): number {
    return this.#left.get(keyOf(goods)) ?? 0
  }

  statementOf(goods: DeliveredGoods): string | null {
    return this.#statements.get(keyOf(goods)) ?? null
  }

  take(goods: DeliveredGoods, boxes: number): void {
    this.#left.set(keyOf(goods), Math.max(0, this.boxesOf(goods) - boxes))
  }

  takeNote(deliveryId: string): void {
    this.takeLevy(deliveryId)
    this.takeBoxes(deliveryId)
  }

  /** What an earlier statement billed in one amount: the AIB alone, the boxes alone, or both. */
  #takeBilled(deliveryId: string, amount: number): void {
    const levy = this.#levies.get(deliveryId) ?? 0
    const note = { deliveryId, open: this.#openAmount(deliveryId), levy, rounding: this.#roundingOf(deliveryId) }
    if (levy > 0 && amount === levy) this.takeLevy(deliveryId)
    else if (levy > 0 && isOfBoxes(amount, note)) this.takeBoxes(deliveryId)
    else this.takeNote(deliveryId)
  }

  takeLevy(deliveryId: string): void {
    this.#levies.delete(deliveryId)
  }

  /** Its AIB is left to a line of its own. */
  takeBoxes(deliveryId: string): void {
    for (const goods of this.#byDelivery.get(deliveryId) ?? []) this.#left.set(keyOf(goods), 0)
  }

  knowsNote(number: string | null): boolean {
    return number !== null && this.#byNote.has(plainNumber(number))
  }

  /** The goods of the product on the note of the line. Two deliveries may have parts of one note: the open one first. */
  onNote({ noteNumber, productId }: StatementLine): DeliveredGoods[] {
    if (noteNumber === null || productId === null) return []
    return (this.#byNote.get(plainNumber(noteNumber)) ?? [])
      .filter((goods) => goods.productId === productId)
      .toSorted((a, b) => this.boxesOf(b) - this.boxesOf(a))
  }

  /** The deliveries of a note number, with what came of them, and what is not billed: boxes, AIB, and minor units. */
  noteNumbered(
    number: string | null,
  ): (OpenNote & { received: number; boxes: number; statement: string | null }) | null {
    if (number === null) return null
    const goods = this.#byNote.get(plainNumber(number))
    if (!goods) return null
    const [{ deliveryId }] = [goods.find((each) => this.boxesOf(each) > 0) ?? goods[0]!]
    const ofNote = this.#byDelivery.get(deliveryId)!
    return {
      deliveryId,
      received: ofNote.reduce((sum, { received }) => sum + received, 0),
      boxes: ofNote.reduce((sum, each) => sum + this.boxesOf(each), 0),
      levy: this.#levies.get(deliveryId) ?? 0,
      open: this.#openAmount(deliveryId),
      rounding: this.#roundingOf(deliveryId),
      statement: this.statementOf(goods[0]!),
    }
  }

  /** A note whose number is written almost the same, else the only one near that day with this amount. */
  noteOf({ noteNumber, amount, day }: StatementLine): (OpenNote & { isNear: boolean }) | null {
    const open = [...this.#byDelivery.values()]
      .map(([first]) => ({
        ...first!,
        open: this.#openAmount(first!.deliveryId),
        levy: this.#levies.get(first!.deliveryId) ?? 0,
        rounding: this.#roundingOf(first!.deliveryId),
      }))
      .filter((note) => note.open > 0)
    const near = open.filter(
      (note) => noteNumber !== null && areNear(plainNumber(noteNumber), plainNumber(note.noteNumber)),
    )
    if (near.length === 1) return { ...near[0]!, isNear: true }
    const alike = open.filter(
      (note) => (Math.abs(note.open - amount) <= note.rounding || isOfBoxes(amount, note)) && isNearDay(day, note.day),
    )
    return alike.length === 1 ? { ...alike[0]!, isNear: false } : null
  }

  /**
   * Goods that a line without a certain match may bill: under a number that is almost the same, on another note with the
   * same product and boxes, or the only ones of its note with the same boxes and price.
   */
  like(line: StatementLine): [DeliveredGoods | null, MatchReason] {
    const alike = (goods: DeliveredGoods): boolean => {
      const boxes = this.boxesOf(goods)
      return boxes > 0 && boxes === line.quantity && (goods.price === null || isSamePrice(goods.price, line.price))
    }
    const onNote = (line.noteNumber === null ? [] : (this.#byNote.get(plainNumber(line.noteNumber)) ?? [])).filter(
      alike,
    )
    const itsOnly: [DeliveredGoods | null, MatchReason] = [
      onNote.length === 1 ? onNote[0]! : null,
      'note-without-product',
    ]
    if (line.productId === null) return itsOnly
    const open = (this.#byProduct.get(line.productId) ?? []).filter((goods) => this.boxesOf(goods) > 0)
    const near = open.filter(
      ({ noteNumber }) => line.noteNumber !== null && areNear(plainNumber(line.noteNumber), plainNumber(noteNumber)),
    )
    if (near.length === 1) return [near[0]!, 'near-number']
    const others = open.filter((goods) => goods.received === line.quantity && isNearDay(line.day, goods.day))
    return others.length === 1 ? [others[0]!, 'other-note'] : itsOnly
  }

  creditNumbered({ noteNumber, amount }: StatementLine): Credit | null {
    if (noteNumber === null) return null
    const number = plainNumber(noteNumber)
    return this.#takeCredit((each) => each.numbers.includes(number), amount)
  }

  creditOf(amount: number): Credit | null {
    return this.#takeCredit((each) => each.worth === amount, amount)
  }

  #takeCredit(fits: (credit: { numbers: string[]; worth: number }) => boolean, amount: number): Credit | null {
    const fitting = this.#credits.filter(fits)
    if (fitting.length !== 1) return null
    const [only] = fitting
    this.#credits.splice(this.#credits.indexOf(only!), 1)
    const under = only!.worth - amount
    // What a claim lacks stays awaited by the claim; a return is credited at once.
    return {
      match: only!.match,
      differences: only!.match.kind === 'return' && under !== 0 ? [{ reason: 'return', amount: under }] : [],
    }
  }

  /** How far the amount of a note may lie from ours by the rounding of its lines. */
  #roundingOf(deliveryId: string): number {
    return (this.#byDelivery.get(deliveryId) ?? [])
      .filter((goods) => this.boxesOf(goods) > 0)
      .reduce((sum, goods) => sum + lineRounding(goods.price ?? '0', this.boxesOf(goods), goods.vat), 0)
  }

  /** At the prices of the note, with VAT, and with the AIB of its invoice; 0 when all boxes are billed. */
  #openAmount(deliveryId: string): number {
    const open = (this.#byDelivery.get(deliveryId) ?? []).reduce(
      (sum, goods) =>
        sum + computedAmount({ quantity: this.boxesOf(goods), price: goods.price ?? '0', rebate: 0, vat: goods.vat }),
      0,
    )
    return open === 0 ? 0 : open + (this.#levies.get(deliveryId) ?? 0)
  }
}

function credit(kind: 'return' | 'claim', id: string, numbers: readonly string[], worth: number) {
  return {
    match: { kind, id, productId: null } satisfies Match,
    numbers: numbers.map(plainNumber),
    worth,
    differences: [],
  }
}

function keyOf({ deliveryId, productId }: { deliveryId: string; productId: string }): string {
  return `${deliveryId} ${productId}`
}

function append<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key)
  if (items) items.push(item)
  else map.set(key, [item])
}

function isNearDay(day: string | null, other: string): boolean {
  return day === null || (other >= addDays(day, -nearDays) && other <= addDays(day, nearDays))
}
