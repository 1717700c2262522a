/** An integer amount in minor units of the pharmacy's currency (XOF and XAF have no decimals: 1 = 1 F CFA). */
export type Minor = number & { readonly minor: unique symbol }

/** The only constructor of `Minor`. Throws RangeError unless the number is a safe integer. */
export function minor(amount: number): Minor {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole amount: ${amount}`)
  return (amount === 0 ? 0 : amount) as Minor
}

/** Sum of amounts; 0 for an empty list. */
export function sum(amounts: readonly number[]): Minor {
  return minor(amounts.reduce((total, amount) => total + amount, 0))
}

/**
 * The nearest safe integer. Reports use it for sums of stored rows: a report shows the highest figure that it can
 * instead of failing.
 */
export function saturated(amount: number): Minor {
  return minor(Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, amount)))
}

/** Sum of amounts of stored rows; saturates where `sum` would throw. */
export function saturatedSum(amounts: readonly number[]): Minor {
  return saturated(amounts.reduce((total, amount) => total + amount, 0))
}

/** Rounds half away from zero, so that a credit note rounds like its sale. */
export function roundHalfUp(value: number): Minor {
  return minor(Math.sign(value) * Math.round(Math.abs(value)))
}

/**
 * Rounds to the nearest multiple of the country's cash step (for a step of 5: 1–2 down, 3–4 up). A step of 1 changes
 * nothing.
 */
export function roundToStep(amount: Minor, step: number): Minor {
  return minor(roundHalfUp(amount / step) * step)
}
