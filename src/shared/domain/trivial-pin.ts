/**
 * Whether a PIN is easy to guess: one digit repeated (0000), or consecutive digits up or down, also across 9 and 0
 * (1234, 4321, 7890).
 */
export function isTrivialPin(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, index) => (digit - digits[index]! + 10) % 10)
  return [0, 1, 9].some((step) => steps.every((each) => each === step))
}
