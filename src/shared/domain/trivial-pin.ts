/**
 * Whether a PIN is easy to guess: one digit repeated (0000), consecutive digits up or down, also across 9 and 0 (1234,
 * 4321, 7890), two digits twice each (1212, 1122, 1221), or a year (1960, 2026).
 */
export function isTrivialPin(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, index) => (digit - digits[index]! + 10) % 10)
  const isEven = [0, 1, 9].some((step) => steps.every((each) => each === step))
  const isTwice =
    new Set(digits).size === 2 && digits.every((digit) => digits.filter((one) => one === digit).length === 2)
  return isEven || isTwice || /^(19|20)/.test(pin)
}

/** All of them, to know a stored one again. */
export const trivialPins: readonly string[] = Array.from({ length: 10_000 }, (_, number) =>
  String(number).padStart(4, '0'),
).filter(isTrivialPin)

/** What to avoid, said to who chooses one. */
export const trivialPinHint = 'ni chiffres répétés, ni chiffres qui se suivent, ni deux chiffres comme 1212, ni année.'
