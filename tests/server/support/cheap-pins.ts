/** A cost that takes no time. The real one is proved once, in tests/server/pin.test.ts. */
export const cheapPins = 1
