import type { DeliveredGoods, DifferenceReason, ListTerms } from '#shared/domain/statements/agreed-line.ts'
import type { Billed, StatementFacts } from '#shared/domain/statements/statement-facts.ts'
import type { Judgement } from '#shared/domain/statements/match-statement.ts'
import { nearestAmount, supplierPrice } from '#shared/domain/supplier-price.ts'
import { computedAmount, type StatementLine } from '#shared/domain/statements/statement-line.ts'

/** What is true of a line: the boxes that it bills, and what it asks too much, in minor units. */
export type Truth = {
  deliveryId: string | null
  productId: string | null
  wrong: DifferenceReason | null
  over: number
}
export type StatementMonth = { lines: StatementLine[]; truths: Truth[]; facts: StatementFacts }

/** Numbers in [0, 1) that depend on the seed alone. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Planting = (line: StatementLine, goods: DeliveredGoods, next: () => number) => Truth | null

/** An error of each kind, planted into a right line; null where it cannot be. */
const plantings: Record<Exclude<DifferenceReason, 'total' | 'return' | 'free-units' | 'twice'>, Planting> = {
  sum: (line, goods, next) => over(line, goods, 'sum', (amount) => amount + 100 + Math.floor(next() * 900)),
  vat: (line, goods) => {
    line.vat = goods.vat === 0 ? 1800 : goods.vat + 500
    return over(line, goods, 'vat', () => computedAmount(line))
  },
  quantity: (line, goods, next) => {
    const given = line.rebate
    line.rebate = Math.round((given * (line.quantity + 1)) / line.quantity)
    line.quantity += 1 + Math.floor(next() * 3)
    if (given > 0) line.rebate = Math.round((given * line.quantity) / goods.received)
    return over(line, goods, 'quantity', () => computedAmount(line))
  },
  price: (line, goods, next) => {
    if (line.rebate > 0) return null
    line.price = supplierPrice(nearestAmount(line.price) + 20 + Math.floor(next() * 200))
    return over(line, goods, 'price', () => computedAmount(line))
  },
  rebate: (line, goods) => {
    if (line.rebate === 0) return null
    line.rebate = 0
    return over(line, goods, 'rebate', () => computedAmount(line))
  },
  missing: (line, _goods) => unbilled(line, 'missing'),
  'never-ordered': (line, _goods) => unbilled(line, 'never-ordered'),
}

function over(
  line: StatementLine,
  goods: DeliveredGoods,
  wrong: DifferenceReason,
  amountOf: (right: number) => number,
): Truth {
  const right = line.amount
  line.amount = amountOf(right)
  return { deliveryId: goods.deliveryId, productId: goods.productId, wrong, over: line.amount - right }
}

/** The line is added to the note, for a product that the note does not have. */
function unbilled(line: StatementLine, wrong: DifferenceReason): Truth {
  return { deliveryId: null, productId: null, wrong, over: line.amount }
}

/**
 * A month of a wholesaler, depending on the seed alone: `notes` deliveries of `perNote` products, its statement with an
 * error in about one line of `errorEvery`, and for each line what is true. Some note numbers are misspelled, some codes
 * name no product, some notes are not keyed yet.
 */
export function aStatementMonth(
  seed: number,
  {
    notes,
    perNote,
    errorEvery,
    products = 3000,
  }: { notes: number; perNote: number; errorEvery: number; products?: number },
): StatementMonth {
  const next = seeded(seed)
  const pick = (most: number): number => Math.floor(next() * most)
  const goods: DeliveredGoods[] = []
  const lines: StatementLine[] = []
  const truths: Truth[] = []
  const ordered = new Set<string>()
  const month = String(1 + (seed % 12)).padStart(2, '0')
  const billedBefore: Billed['boxes'][number][] = []
  const write = (line: Omit<StatementLine, 'position'>, truth: Truth): void => {
    lines.push({ ...line, position: lines.length + 1 })
    truths.push(truth)
  }
  const kinds = [...Object.keys(plantings), 'twice', 'free-units'] as DifferenceReason[]
  for (let note = 0; note < notes; note++) {
    const deliveryId = uuidOf(seed, note)
    const noteNumber = String(800_000 + (seed % 100) * 1_000 + note * 2)
    const day = `2026-${month}-${String(1 + pick(28)).padStart(2, '0')}`
    const isTyped = next() < 0.02
    for (const product of sample(perNote, products, pick)) {
      const productId = uuidOf(0, product)
      const price = 200 + ((product * 37) % 9_000)
      const received = 1 + pick(20)
      const promised: ListTerms | null =
        product % 5 === 0
          ? { price: supplierPrice(price), rebate: 300, per: 0, free: 0 }
          : product % 7 === 0
            ? { price: supplierPrice(price), rebate: 0, per: 10, free: 1 }
            : null
      const planted = pick(errorEvery) === 0 ? kinds[pick(kinds.length)]! : null
      const free = promised?.per ? Math.floor(received / 10) : 0
      const isShort = planted === 'free-units' && free > 0
      const each: DeliveredGoods = {
        deliveryId,
        noteNumber,
        day,
        productId,
        received,
        free: isShort ? 0 : free,
        price: supplierPrice(price),
        vat: product % 11 === 0 ? 1800 : 0,
        isVatTyped: false,
        ordered: true,
        promised,
      }
      goods.push(each)
      ordered.add(productId)
      const bare = {
        kind: 'goods' as const,
        noteNumber: isTyped ? exchanged(noteNumber) : noteNumber,
        day,
        productId: next() < 0.01 ? null : productId,
        quantity: received,
        free: each.free,
        price: supplierPrice(price),
        rebate: promised ? Math.round((received * price * promised.rebate) / 10_000) : 0,
        vat: each.vat,
      }
      const line: StatementLine = { ...bare, amount: computedAmount(bare), position: 0 }
      const right: Truth = { deliveryId, productId, wrong: null, over: 0 }
      if (planted === 'twice') {
        write({ ...line }, right)
        write({ ...line }, { ...right, wrong: 'twice', over: line.amount })
      } else if (isShort) {
        write(line, { ...right, wrong: 'free-units', over: Math.round((free * line.amount) / received) })
      } else if (planted === 'missing' || planted === 'never-ordered') {
        write({ ...line }, right)
        const ghost = products + pick(500)
        const strange = uuidOf(0, ghost)
        if (planted === 'missing') ordered.add(strange)
        else if (ordered.has(strange)) continue
        const extra = {
          ...line,
          productId: strange,
          price: supplierPrice(price + 13),
          rebate: 0,
          quantity: received + 1,
        }
        extra.amount = computedAmount(extra)
        write(extra, plantings[planted](extra, each, next)!)
      } else if (planted && planted in plantings) {
        const truth = plantings[planted as keyof typeof plantings](line, each, next)
        write(line, truth ?? right)
      } else write(line, right)
    }
  }
  // A note of last month's statement, billed again.
  const [first] = goods
  if (first) billedBefore.push({ ...first, quantity: first.received, statement: 'R-OLD' })
  const again = lines.findIndex(
    (_, index) => truths[index]!.deliveryId === first?.deliveryId && truths[index]!.productId === first.productId,
  )
  if (again >= 0 && truths[again]!.wrong === null)
    truths[again] = { ...truths[again]!, wrong: 'twice', over: lines[again]!.amount }
  return {
    lines,
    truths,
    facts: {
      goods,
      returns: [],
      claims: [],
      billed: { boxes: billedBefore, deliveries: [], credits: [] },
      levies: new Map(),
      orderedProducts: ordered,
    },
  }
}

/** How well a statement was judged against what is true. */
export type Verdict = { planted: number; found: number; certain: number; wronglyCertain: number; lines: number }

export function verdictOf({ lines, truths }: StatementMonth, judgements: readonly Judgement[]): Verdict {
  const verdict = { planted: 0, found: 0, certain: 0, wronglyCertain: 0, lines: lines.length }
  for (const [index, truth] of truths.entries()) {
    const { certainty, match, differences } = judgements[index]!
    const asked = differences.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
    if (truth.wrong) verdict.planted++
    if (truth.wrong && differences.some(({ reason }) => reason === truth.wrong) && asked === truth.over) verdict.found++
    if (certainty !== 'certain') continue
    verdict.certain++
    const isRight =
      asked === truth.over && (truth.deliveryId === null ? match === null : match?.id === truth.deliveryId)
    if (!isRight) verdict.wronglyCertain++
  }
  return verdict
}

function uuidOf(family: number, number: number): string {
  return `00000000-0000-4000-8${String(family % 1000).padStart(3, '0')}-${String(number).padStart(12, '0')}`
}

function sample(count: number, most: number, pick: (most: number) => number): number[] {
  const found = new Set<number>()
  while (found.size < count) found.add(pick(most))
  return [...found]
}

/** Two neighbouring digits exchanged, as a typist does. */
function exchanged(number: string): string {
  const at = number
    .split('')
    .findIndex((sign, index) => index > 1 && sign !== number[index + 1] && index < number.length - 1)
  return number.slice(0, at) + number[at + 1]! + number[at]! + number.slice(at + 2)
}
