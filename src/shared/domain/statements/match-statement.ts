import { differencesOf, type Difference } from '#shared/domain/statements/agreed-line.ts'
import { isOfBoxes, OpenGoods, type OpenNote } from '#shared/domain/statements/open-goods.ts'
import type { Match, MatchReason, StatementFacts } from '#shared/domain/statements/statement-facts.ts'
import type { StatementLine } from '#shared/domain/statements/statement-line.ts'

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
  if (boxes === 0 && line.quantity > 0) return nothingLeft(line, match, goods.received, stock.statementOf(goods))
  const differences = differencesOf(line, goods, boxes)
  stock.take(goods, line.quantity)
  const isSure = !goods.isVatTyped || line.vat === goods.vat
  return judged(line, isSure ? 'certain' : 'proposed', match, 'same-note', differences)
}

/** What bills no boxes: they were billed before, or none came, as when they were refused at the control. */
function nothingLeft(line: StatementLine, match: Match, received: number, statement: string | null): Judgement {
  const [reason, because] =
    received > 0 ? (['twice', 'billed-before'] as const) : (['missing', 'not-received'] as const)
  return { ...judged(line, 'certain', match, because, [{ reason, amount: line.amount }]), statement }
}

/** A line that bills a whole note: certain when the amount is that of the boxes that came, with or without its AIB. */
function wholeNote(line: StatementLine, stock: OpenGoods): Judgement | null {
  const note = stock.noteNumbered(line.noteNumber)
  if (!note) return null
  const match: Match = { kind: 'note', id: note.deliveryId, productId: null }
  const differences = overNote(line, note)
  // The AIB of an invoice may be a line of its own, before or behind its goods.
  const isLevy = note.levy > 0 && line.amount === note.levy && (note.boxes === 0 || differences.length > 0)
  if (isLevy) {
    stock.takeLevy(note.deliveryId)
    return judged(line, 'certain', match, 'same-note', [])
  }
  if (note.boxes === 0 && line.amount > 0) return nothingLeft(line, match, note.received, note.statement)
  takeNote(line, note, stock)
  return judged(line, differences.length === 0 ? 'certain' : 'proposed', match, 'same-note', differences)
}

/** The boxes of a note, with its AIB unless the line bills only the boxes. */
function takeNote({ amount }: StatementLine, note: OpenNote, stock: OpenGoods): void {
  if (note.levy > 0 && isOfBoxes(amount, note)) stock.takeBoxes(note.deliveryId)
  else stock.takeNote(note.deliveryId)
}

/** What a whole note asks beyond its boxes, with or without its AIB; the roundings of its lines are none. */
function overNote({ amount }: StatementLine, note: OpenNote): Difference[] {
  const isAgreed = Math.abs(amount - note.open) <= note.rounding || isOfBoxes(amount, note)
  return isAgreed ? [] : [{ reason: 'total', amount: amount - note.open }]
}

function proposed(line: StatementLine, stock: OpenGoods): Judgement | null {
  if (line.kind === 'credit') {
    const credit = stock.creditOf(line.amount)
    return credit && judged(line, 'proposed', credit.match, 'same-amount', credit.differences)
  }
  if (line.kind === 'note') {
    const note = stock.noteOf(line)
    if (!note) return null
    takeNote(line, note, stock)
    return judged(
      line,
      'proposed',
      { kind: 'note', id: note.deliveryId, productId: null },
      note.isNear ? 'near-number' : 'same-amount',
      overNote(line, note),
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
