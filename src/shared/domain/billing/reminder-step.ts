import { addDays, daysBetween } from '#shared/domain/dates.ts'

/** A kind reminder, a firm one, and a formal notice. */
export const reminderSteps = [1, 2, 3] as const
export type ReminderStep = (typeof reminderSteps)[number]

/** In days: after the due day of a bill, and after the reminder before. */
const firstAfter = 7
const nextAfter = 15

export type ReminderFacts = {
  /** The oldest due day of what is still owed and not in dispute; null: nothing is. */
  dueOn: string | null
  /** The reminder that was sent last, about what is due now. */
  last: { step: ReminderStep; on: string } | null
  /** The day on which the payer promised to pay; null without a promise that is still open. */
  promisedOn: string | null
}

/**
 * The next reminder of a payer and the day from which it is due: the first one a week after the due day, the next ones
 * two weeks after each other, and none before the day of a promise has passed. Null when nothing is owed, or after the
 * formal notice.
 */
export function nextReminder({ dueOn, last, promisedOn }: ReminderFacts): { step: ReminderStep; from: string } | null {
  if (dueOn === null) return null
  const step = (last?.step ?? 0) + 1
  if (!isStep(step)) return null
  const usual = last ? addDays(last.on, nextAfter) : addDays(dueOn, firstAfter)
  return { step, from: promisedOn !== null && promisedOn >= usual ? addDays(promisedOn, 1) : usual }
}

function isStep(step: number): step is ReminderStep {
  return reminderSteps.some((one) => one === step)
}

/** Whether a promise was kept: `kept` once the money came, `broken` after its day, else `open`. */
export function promiseState(
  { amount, promisedOn }: { amount: number; promisedOn: string },
  { paid, today }: { paid: number; today: string },
): 'open' | 'kept' | 'broken' {
  if (paid >= amount) return 'kept'
  return daysBetween(promisedOn, today) > 0 ? 'broken' : 'open'
}
