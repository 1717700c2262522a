import type { ShownPayer } from './coverage-shown.ts'

/** The name of a payer at the counter. Without a known contract: the number of the policy. */
export function nameOf({ shown: { known, policy } }: Pick<ShownPayer, 'shown'>): string {
  return known ? known.payer.name : `Police ${policy.number}`
}
