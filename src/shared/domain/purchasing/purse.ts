/** A box is worth its margin when it sells at once, and nothing when it would wait this long. */
export const worthlessAfterDays = 180
/** What every shortage gets before any product gets more. */
export const firstSliceDays = 3
/** Of a product whose demand is unknown, a box is worth half of its margin. */
const unknownWorth = 0.5
const searchSteps = 60

/** Boxes of a product that are to be ordered. Money of one box, in minor units. */
export type PurseLine = {
  id: string
  quantity: number
  cost: number
  margin: number
  perDay: number | null
  /** Boxes that are here or on their way, less those owed to clients: the boxes of this order sell after them. */
  position: number
  /** Of `quantity`, what clients have paid for and wait for. */
  promised: number
}

export type Purse = {
  /** Boxes by line; the rest of a line is left out. */
  bought: ReadonlyMap<string, number>
  spent: number
  /** Worth of the bought boxes, and of those left out. */
  gain: number
  leftGain: number
  /** Boxes that clients have paid for and that the budget leaves out. */
  promisedLeft: number
  /** Shortages that do not get their first days. */
  shortagesLeft: number
  /** No choice of the boxes after the promised ones and the first slices is worth more by more than this. */
  distance: number
}

type Bought = Map<string, number>

/**
 * The boxes that a budget buys: those that clients have paid for, the cheapest first; then of each shortage what sells
 * in `firstSliceDays`, a box for each before a second one for any; then the boxes that bring most per franc. A box that
 * no longer fits at its turn gives way to the next one. Laws: `spent` never exceeds the budget (below zero: nothing is
 * spent); a promised box, or one of a first slice, is left out only when what its turn left is less than its cost.
 */
export function fillPurse(lines: readonly PurseLine[], budget: number): Purse {
  const bought: Bought = new Map(lines.map(({ id }) => [id, 0]))
  let left = Math.max(0, budget)
  const upTo = (order: readonly PurseLine[], boxesOf: (line: PurseLine) => number): void => {
    for (const line of order) left -= buy(bought, line, { upTo: boxesOf(line), left }) * line.cost
  }
  upTo(
    lines.toSorted((a, b) => a.cost - b.cost || byId(a, b)),
    ({ promised }) => promised,
  )
  const shortages = lines
    .filter((line) => firstSliceOf(line) > line.promised)
    .toSorted((a, b) => rateOf(b, b.promised + 1) - rateOf(a, a.promised + 1) || byId(a, b))
  const longest = shortages.reduce((most, line) => Math.max(most, firstSliceOf(line) - line.promised), 0)
  for (let box = 1; box <= longest; box++) upTo(shortages, (line) => Math.min(firstSliceOf(line), line.promised + box))
  const promisedLeft = lines.reduce((sum, { id, promised }) => sum + Math.max(0, promised - bought.get(id)!), 0)
  const shortagesLeft = shortages.filter((line) => bought.get(line.id)! < firstSliceOf(line)).length
  const { boxes, distance } = fillRest(lines, bought, left)
  const gain = gainOf(lines, boxes)
  const all = gainOf(lines, new Map(lines.map(({ id, quantity }) => [id, quantity])))
  return {
    bought: boxes,
    spent: costOf(lines, boxes),
    gain,
    leftGain: all - gain,
    promisedLeft,
    shortagesLeft,
    distance,
  }
}

/** What the n-th box of a line is worth (from 1), in minor units. A promised box is sold already. */
export function worthOfBox({ margin, perDay, position, promised }: PurseLine, n: number): number {
  if (margin <= 0) return 0
  if (n <= promised) return margin
  if (perDay === null) return margin * unknownWorth
  if (perDay <= 0) return 0
  const days = (Math.max(0, position) + n - promised) / perDay
  return margin * Math.max(0, 1 - days / worthlessAfterDays)
}

/** The promised boxes of a line, and of a shortage (nothing here nor on its way) those of its first days. */
export function firstSliceOf({ quantity, promised, position, perDay }: PurseLine): number {
  if (position > 0) return Math.min(quantity, promised)
  return Math.min(quantity, promised + Math.max(1, Math.ceil(firstSliceDays * (perDay ?? 0))))
}

/** Buys boxes of a line up to a number, as many as the money allows; returns how many. */
function buy(bought: Bought, { id, cost }: PurseLine, { upTo, left }: { upTo: number; left: number }): number {
  const before = bought.get(id)!
  const boxes = Math.max(0, Math.min(upTo - before, cost > 0 ? Math.floor(left / cost) : upTo))
  bought.set(id, before + boxes)
  return boxes
}

/**
 * The boxes that bring most for the money that is left, besides those `had` already: those that bring most per franc
 * first, as many of each line as are worth their money. The worth of a further box of a line falls evenly, so that one
 * price of money decides all lines; what then remains goes to the best boxes that still fit.
 */
function fillRest(lines: readonly PurseLine[], had: Bought, money: number): { boxes: Bought; distance: number } {
  const spent = costOf(lines, had)
  const boxes = boxesAt(lines, had, rateFor(lines, had, spent + money))
  let left = spent + money - costOf(lines, boxes)
  const next = lines
    .filter((line) => boxes.get(line.id)! < line.quantity && line.cost > 0)
    .map((line) => ({ line, rate: rateOf(line, boxes.get(line.id)! + 1) }))
    .toSorted((a, b) => b.rate - a.rate || byId(a.line, b.line))
  const bound = gainOf(lines, boxes) + Math.max(0, next[0]?.rate ?? 0) * left
  for (const { line } of next) left -= buy(boxes, line, { upTo: line.quantity, left }) * line.cost
  return { boxes, distance: Math.max(0, bound - gainOf(lines, boxes)) }
}

/** The lowest worth of a franc at which the boxes fit the budget. */
function rateFor(lines: readonly PurseLine[], had: Bought, budget: number): number {
  if (costOf(lines, boxesAt(lines, had, 0)) <= budget) return 0
  let [low, high] = [0, 1 + Math.max(0, ...lines.map((line) => rateOf(line, had.get(line.id)! + 1)))]
  for (let step = 0; step < searchSteps; step++) {
    const middle = (low + high) / 2
    if (costOf(lines, boxesAt(lines, had, middle)) > budget) low = middle
    else high = middle
  }
  return high
}

/** Of each line the boxes that it has, and those that are worth more than `rate` for their money; a free box is always taken. */
function boxesAt(lines: readonly PurseLine[], had: Bought, rate: number): Bought {
  return new Map(
    lines.map((line) => [line.id, line.cost <= 0 ? line.quantity : worthyBoxes(line, had.get(line.id)!, rate)]),
  )
}

function worthyBoxes(line: PurseLine, had: number, rate: number): number {
  let [low, high] = [had, line.quantity]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (worthOfBox(line, middle) >= rate * line.cost && (rate > 0 || worthOfBox(line, middle) > 0)) low = middle
    else high = middle - 1
  }
  return low
}

function rateOf(line: PurseLine, n: number): number {
  return line.cost > 0 ? worthOfBox(line, n) / line.cost : 0
}

function costOf(lines: readonly PurseLine[], bought: Bought): number {
  return lines.reduce((sum, { id, cost }) => sum + cost * bought.get(id)!, 0)
}

function gainOf(lines: readonly PurseLine[], bought: Bought): number {
  return lines.reduce((sum, line) => {
    let worth = 0
    for (let n = 1; n <= bought.get(line.id)!; n++) worth += worthOfBox(line, n)
    return sum + worth
  }, 0)
}

function byId(a: PurseLine, b: PurseLine): number {
  return a.id < b.id ? -1 : 1
}
