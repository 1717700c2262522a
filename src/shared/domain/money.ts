/** Money in minor units of the pharmacy's currency (XOF and XAF have none: 1 = 1 F CFA). Always a whole number. */
export type Minor = number & { readonly minor: unique symbol }

/** The only way to make money: a whole, safe number or a RangeError. */
export function minor(amount: number): Minor {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole amount: ${amount}`)
  return (amount === 0 ? 0 : amount) as Minor
}

/** Adds amounts; an empty list is worth 0. */
export function sum(amounts: readonly number[]): Minor {
  return minor(amounts.reduce((total, amount) => total + amount, 0))
}

/** Half goes away from zero, so that a credit note rounds like its sale. */
export function roundHalfUp(value: number): Minor {
  return minor(Math.sign(value) * Math.round(Math.abs(value)))
}

/** `amount` rounded to the nearest multiple of the country's cash step (1–2 down, 3–4 up for a step of 5). A step of 1 changes nothing. */
export function roundToStep(amount: Minor, step: number): Minor {
  return minor(roundHalfUp(amount / step) * step)
}
