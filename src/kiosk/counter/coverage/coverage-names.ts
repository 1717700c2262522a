import type { ShownPayer } from './coverage-shown.ts'

/** How a payer is called at the counter; without a known contract, by the number on its card. */
export function nameOf({ shown: { known, policy } }: Pick<ShownPayer, 'shown'>): string {
  return known ? known.payer.name : `Police ${policy.number}`
}
