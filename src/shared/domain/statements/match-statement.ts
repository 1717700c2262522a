import { addDays } from '#shared/domain/dates.ts'
import { differencesOf, type DeliveredGoods, type Difference } from '#shared/domain/statements/agreed-line.ts'
import { computedAmount, plainNumber, type StatementLine } from '#shared/domain/statements/statement-line.ts'

/** Boxes that went back, and the credit that they are worth. */
export type Returned = { returnId: string; numbers: readonly string[]; value: number }
/** A claim that the supplier accepted; `awaited`: what it has not credited yet. */
export type Claimed = { claimId: string; numbers: readonly string[]; awaited: number }
/** What earlier statements billed: boxes of a delivery, by product; the whole delivery; a return or claim. */
export type Billed = {
  boxes: readonly { deliveryId: string; productId: string; quantity: number; statement: string }[]
  deliveries: readonly { deliveryId: string; statement: string }[]
  credits: readonly string[]
}
export type StatementFacts = {
  goods: readonly DeliveredGoods[]
  returns: readonly Returned[]
  claims: readonly Claimed[]
  billed: Billed
  /** Products that were ordered from the supplier, delivered or not. */
  orderedProducts: ReadonlySet<string>
}

export type Match = { kind: 'goods' | 'note' | 'return' | 'claim'; id: string; productId: string | null }
/** How a match was found, or why there is none. */
export const matchReasons = [
  'same-note',
  'note-without-product',
  'near-number',
  'other-note',
  'same-amount',
  'billed-before',
  'not-on-note',
  'unknown-note',
  'unknown-credit',
] as const
export type MatchReason = (typeof matchReasons)[number]
/** `certain`: nothing else can be meant. `proposed`: a member decides. `open`: nothing was found. */
export type Judgement = {
  position: number
  certainty: 'certain' | 'proposed' | 'open'
  match: Match | null
  because: MatchReason
  /** The statement that billed it before. */
  statement: string | null
  differences: Difference[]
}

/** A note may be written on a statement some days before or after it is received. */
const nearDays = 10

/**
 * Finds what each line of a statement bills. A line is certain only by the number of its note and its product, or by the
 * number of its credit; what looks alike is proposed. Earlier lines take their boxes first, so that the same boxes are
 * never billed twice.
 */
export function matchStatement(lines: readonly StatementLine[], facts: StatementFacts): Judgement[] {
  const stock = new OpenGoods(facts)
  const found = new Map<number, Judgement>()
  const judge = (
    line: StatementLine,
    by: (line: StatementLine, stock: OpenGoods, facts: StatementFacts) => Judgement | null,
  ) => {
    const judgement = found.has(line.position) ? null : by(line, stock, facts)
    if (judgement) found.set(line.position, judgement)
  }
  // Certain matches take their boxes before anything is proposed.
  for (const by of [certain, proposed, unmatched]) for (const line of lines) judge(line, by)
  return lines.map(({ position }) => found.get(position)!)
}

function certain(line: StatementLine, stock: OpenGoods): Judgement | null {
  if (line.kind === 'credit') {
    const credit = stock.creditNumbered(line)
    return credit && judged(line, 'certain', credit.match, 'same-note', credit.differences)
  }
  if (line.kind === 'note') return wholeNote(line, stock)
  const [goods] = stock.onNote(line)
  if (!goods) return null
  const match: Match = { kind: 'goods', id: goods.deliveryId, productId: goods.productId }
  const boxes = stock.boxesOf(goods)
  if (boxes === 0 && line.quantity > 0)
    return {
      ...judged(line, 'certain', match, 'billed-before', [{ reason: 'twice', amount: line.amount }]),
      statement: stock.statementOf(goods),
    }
  const differences = differencesOf(line, goods, boxes)
  stock.take(goods, line.quantity)
  // A VAT rate that a member typed, or none, proves nothing.
  const isSure = goods.vat !== null || line.vat === 0
  return judged(line, isSure ? 'certain' : 'proposed', match, 'same-note', differences)
}

/** A line that bills a whole note: certain when the amount is that of the boxes that came. */
function wholeNote(line: StatementLine, stock: OpenGoods): Judgement | null {
  const note = stock.noteNumbered(line.noteNumber)
  if (!note) return null
  const match: Match = { kind: 'note', id: note.deliveryId, productId: null }
  if (note.open === 0 && line.amount > 0)
    return {
      ...judged(line, 'certain', match, 'billed-before', [{ reason: 'twice', amount: line.amount }]),
      statement: note.statement,
    }
  stock.takeNote(note.deliveryId)
  const over = line.amount - note.open
  const differences: Difference[] = over === 0 ? [] : [{ reason: 'total', amount: over }]
  return judged(line, over === 0 ? 'certain' : 'proposed', match, 'same-note', differences)
}

function proposed(line: StatementLine, stock: OpenGoods): Judgement | null {
  if (line.kind === 'credit') {
    const credit = stock.creditOf(line.amount)
    return credit && judged(line, 'proposed', credit.match, 'same-amount', credit.differences)
  }
  if (line.kind === 'note') {
    const note = stock.noteOf(line)
    if (!note) return null
    stock.takeNote(note.deliveryId)
    const over = line.amount - note.open
    return judged(
      line,
      'proposed',
      { kind: 'note', id: note.deliveryId, productId: null },
      note.isNear ? 'near-number' : 'same-amount',
      over === 0 ? [] : [{ reason: 'total', amount: over }],
    )
  }
  const [goods, because] = stock.like(line)
  if (!goods) return null
  const differences = differencesOf(line, goods, stock.boxesOf(goods))
  stock.take(goods, line.quantity)
  return judged(
    line,
    'proposed',
    { kind: 'goods', id: goods.deliveryId, productId: goods.productId },
    because,
    differences,
  )
}

/**
 * Nothing was found. A product that its known note does not have did not come, and that is certain; a note that is not
 * known may only not be keyed yet.
 */
function unmatched(line: StatementLine, stock: OpenGoods, { orderedProducts }: StatementFacts): Judgement {
  if (line.kind === 'credit') return judged(line, 'open', null, 'unknown-credit', [])
  const isOrdered = line.productId === null || orderedProducts.has(line.productId)
  const differences: Difference[] = [{ reason: isOrdered ? 'missing' : 'never-ordered', amount: line.amount }]
  const isKnown = stock.knowsNote(line.noteNumber)
  return isKnown && line.kind === 'goods' && line.productId !== null
    ? judged(line, 'certain', null, 'not-on-note', differences)
    : judged(line, 'open', null, isKnown ? 'not-on-note' : 'unknown-note', differences)
}

function judged(
  { position }: StatementLine,
  certainty: Judgement['certainty'],
  match: Match | null,
  because: MatchReason,
  differences: Difference[],
): Judgement {
  return { position, certainty, match, because, statement: null, differences }
}

type Credit = { match: Match; differences: Difference[] }

/** What was delivered, returned and accepted, and not billed yet. */
class OpenGoods {
  readonly #byNote = new Map<string, DeliveredGoods[]>()
  readonly #byProduct = new Map<string, DeliveredGoods[]>()
  readonly #byDelivery = new Map<string, DeliveredGoods[]>()
  readonly #left = new Map<string, number>()
  readonly #statements = new Map<string, string>()
  readonly #credits: (Credit & { numbers: string[]; worth: number })[]

  constructor({ goods, returns, claims, billed }: StatementFacts) {
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
    for (const { deliveryId, statement } of billed.deliveries) {
      this.takeNote(deliveryId)
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

  /** The deliveries of a note number, with what of them is not billed, in minor units. */
  noteNumbered(number: string | null): { deliveryId: string; open: number; statement: string | null } | null {
    if (number === null) return null
    const goods = this.#byNote.get(plainNumber(number))
    if (!goods) return null
    const [{ deliveryId }] = [goods.find((each) => this.boxesOf(each) > 0) ?? goods[0]!]
    return { deliveryId, open: this.#openAmount(deliveryId), statement: this.statementOf(goods[0]!) }
  }

  /** A note whose number is written almost the same, else the only one near that day with this amount. */
  noteOf({ noteNumber, amount, day }: StatementLine): { deliveryId: string; open: number; isNear: boolean } | null {
    const open = [...this.#byDelivery.values()]
      .map(([first]) => ({ ...first!, open: this.#openAmount(first!.deliveryId) }))
      .filter((note) => note.open > 0)
    const near = open.filter(
      (note) => noteNumber !== null && areNear(plainNumber(noteNumber), plainNumber(note.noteNumber)),
    )
    if (near.length === 1) return { ...near[0]!, isNear: true }
    const alike = open.filter((note) => note.open === amount && isNearDay(day, note.day))
    return alike.length === 1 ? { ...alike[0]!, isNear: false } : null
  }

  /**
   * Goods that a line without a certain match may bill: under a number that is almost the same, on another note with the
   * same product and boxes, or the only ones of its note with the same boxes and price.
   */
  like(line: StatementLine): [DeliveredGoods | null, MatchReason] {
    const alike = (goods: DeliveredGoods): boolean => {
      const boxes = this.boxesOf(goods)
      return boxes > 0 && boxes === line.quantity && (goods.price === null || goods.price === line.price)
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

  /** At the prices of the note, with VAT. */
  #openAmount(deliveryId: string): number {
    return (this.#byDelivery.get(deliveryId) ?? []).reduce(
      (sum, goods) =>
        sum +
        computedAmount({ quantity: this.boxesOf(goods), price: goods.price ?? 0, rebate: 0, vat: goods.vat ?? 0 }),
      0,
    )
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

/** One sign replaced, or two neighbours exchanged; numbers of fewer than four signs are never near. */
export function areNear(a: string, b: string): boolean {
  if (a === b || a.length !== b.length || a.length < 4) return false
  const at = [...a].flatMap((sign, index) => (sign === b[index] ? [] : [index]))
  if (at.length === 1) return true
  const [i, j] = at
  return at.length === 2 && j === i! + 1 && a[i!] === b[j] && a[j] === b[i!]
}
