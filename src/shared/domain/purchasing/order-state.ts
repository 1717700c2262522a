/** What a pharmacy does with an order; what has come of it follows from the deliveries. */
export const orderSteps = ['draft', 'sent', 'confirmed', 'canceled'] as const
export type OrderStep = (typeof orderSteps)[number]
export const orderStates = ['draft', 'sent', 'confirmed', 'partly-received', 'received', 'canceled'] as const
export type OrderState = (typeof orderStates)[number]

/** Boxes of a line: ordered, booked by closed deliveries, noted on open ones, and no longer awaited. */
export type OrderedBoxes = { quantity: number; received: number; noted: number; givenUp: number }

/** Boxes of a line that the supplier still owes, those of open deliveries included. */
export function awaitedOf({ quantity, received, givenUp }: OrderedBoxes): number {
  return Math.max(0, quantity - received - givenUp)
}

/** Boxes of a line that no delivery has yet: what a new delivery of the order begins with. */
export function undeliveredOf(line: OrderedBoxes): number {
  return Math.max(0, awaitedOf(line) - line.noted)
}

export function orderStateOf(step: OrderStep, lines: readonly OrderedBoxes[]): OrderState {
  if (step === 'draft' || step === 'canceled') return step
  if (lines.every((line) => awaitedOf(line) === 0)) return 'received'
  return lines.some(({ received }) => received > 0) ? 'partly-received' : step
}

/**
 * Days after which a line that is still awaited counts as not served. Before, the supplier has answered for a line when a
 * delivery of its order is closed or nothing of it is awaited any longer.
 */
export const answeredAfterDays = 14

/** Which gestures a state allows. */
export const allowedIn: Readonly<
  Record<'edit' | 'send' | 'confirm' | 'deliver' | 'giveUp' | 'cancel', readonly OrderState[]>
> = {
  edit: ['draft'],
  send: ['draft'],
  confirm: ['sent'],
  deliver: ['sent', 'confirmed', 'partly-received'],
  giveUp: ['sent', 'confirmed', 'partly-received'],
  cancel: ['draft', 'sent', 'confirmed'],
}
