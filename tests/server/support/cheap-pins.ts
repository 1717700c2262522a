/** A cost that takes no time. tests/server/pin.test.ts checks the real one once. */
export const cheapPins = 1
