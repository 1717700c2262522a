import type { DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'

type Line = Pick<DeliveryLineFields, 'noted' | 'received' | 'free' | 'isChecked' | 'isRemoved'>

/** Whether a note or an order brought this line and nobody has compared it with the goods. */
export function isUncontrolled({ noted, free, isChecked, isRemoved }: Omit<Line, 'received'>): boolean {
  return !isChecked && !isRemoved && noted + free > 0
}

/** How many lines nobody compared with the goods, and how many boxes would enter the stock by them. */
export function uncontrolledOf(lines: readonly Line[]): { lines: number; boxes: number } {
  const own = lines.filter(isUncontrolled)
  return { lines: own.length, boxes: own.reduce((sum, { received, free }) => sum + received + free, 0) }
}
