/** A lot may go this many units below zero unasked: lists are late, and a delivery is often not entered yet. */
export const unaskedShortage = 20

/**
 * How many units of a lot a line lacks, if more than `unaskedShortage`; otherwise 0. `left`: what the terminal believes
 * to be left, also below zero. A typing error (400 for 4) is asked about; a late list is not.
 */
export function farShortage({ quantity, left }: { quantity: number; left: number }): number {
  const missing = quantity - Math.max(0, left)
  return missing > unaskedShortage ? missing : 0
}
