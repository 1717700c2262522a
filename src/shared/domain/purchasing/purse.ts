/** A box is worth its margin when it sells at once, and nothing when it would wait this long. */
export const worthlessAfterDays = 180
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
  /** Boxes that are here or on their way: the boxes of this order sell after them. */
  position: number
}

export type Purse = {
  /** Boxes by line; the rest of a line is left out. */
  bought: ReadonlyMap<string, number>
  spent: number
  /** Worth of the bought boxes, and of those left out. */
  gain: number
  leftGain: number
  /** No choice within the budget is worth more than `gain` by more than this. */
  distance: number
}

/**
 * The boxes that bring most for a budget: those that bring most per franc first, as many of each line as are worth
 * their money. A budget below zero buys nothing. The worth of a further box of a line falls evenly, so that one price
 * of money decides all lines; what then remains goes to the best boxes that still fit.
 */
export function fillPurse(lines: readonly PurseLine[], budget: number): Purse {
  const bought = boxesAt(lines, rateFor(lines, budget))
  let left = budget - costOf(lines, bought)
  const next = lines
    .filter((line) => bought.get(line.id)! < line.quantity && line.cost > 0)
    .map((line) => ({ line, rate: worthOfBox(line, bought.get(line.id)! + 1) / line.cost }))
    .toSorted((a, b) => b.rate - a.rate || (a.line.id < b.line.id ? -1 : 1))
  const bestRate = Math.max(0, next[0]?.rate ?? 0)
  const before = gainOf(lines, bought)
  const bound = before + bestRate * Math.max(0, left)
  for (const { line } of next) {
    while (bought.get(line.id)! < line.quantity && line.cost <= left) {
      bought.set(line.id, bought.get(line.id)! + 1)
      left -= line.cost
    }
  }
  const gain = gainOf(lines, bought)
  const all = gainOf(lines, new Map(lines.map(({ id, quantity }) => [id, quantity])))
  return { bought, spent: costOf(lines, bought), gain, leftGain: all - gain, distance: Math.max(0, bound - gain) }
}

/** What the n-th box of a line is worth (from 1), in minor units. */
export function worthOfBox({ margin, perDay, position }: PurseLine, n: number): number {
  if (margin <= 0) return 0
  if (perDay === null) return margin * unknownWorth
  if (perDay <= 0) return 0
  const days = (Math.max(0, position) + n) / perDay
  return margin * Math.max(0, 1 - days / worthlessAfterDays)
}

/** The lowest worth of a franc at which the boxes fit the budget. */
function rateFor(lines: readonly PurseLine[], budget: number): number {
  if (costOf(lines, boxesAt(lines, 0)) <= budget) return 0
  let [low, high] = [0, 1 + Math.max(0, ...lines.map((line) => (line.cost > 0 ? worthOfBox(line, 1) / line.cost : 0)))]
  for (let step = 0; step < searchSteps; step++) {
    const middle = (low + high) / 2
    if (costOf(lines, boxesAt(lines, middle)) > budget) low = middle
    else high = middle
  }
  return high
}

/** Of each line the boxes that are worth more than `rate` for their money; a free box is always taken. */
function boxesAt(lines: readonly PurseLine[], rate: number): Map<string, number> {
  return new Map(lines.map((line) => [line.id, line.cost <= 0 ? line.quantity : worthyBoxes(line, rate)]))
}

function worthyBoxes(line: PurseLine, rate: number): number {
  let [low, high] = [0, line.quantity]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (worthOfBox(line, middle) >= rate * line.cost && (rate > 0 || worthOfBox(line, middle) > 0)) low = middle
    else high = middle - 1
  }
  return low
}

function costOf(lines: readonly PurseLine[], bought: ReadonlyMap<string, number>): number {
  return lines.reduce((sum, { id, cost }) => sum + cost * bought.get(id)!, 0)
}

function gainOf(lines: readonly PurseLine[], bought: ReadonlyMap<string, number>): number {
  return lines.reduce((sum, line) => {
    let worth = 0
    for (let n = 1; n <= bought.get(line.id)!; n++) worth += worthOfBox(line, n)
    return sum + worth
  }, 0)
}
