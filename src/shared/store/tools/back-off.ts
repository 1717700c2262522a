/** Upper limit of the delay, in ms. */
export const lastWaitMs = 60_000

/**
 * Exponential back-off with jitter: 1 s, 2 s, 4 s … at most `lastWaitMs`, of which 50 to 100 % at random. `attempts`
 * counts from 0; the result is in ms.
 */
export function backOffMs(attempts: number): number {
  return Math.min(1000 * 2 ** attempts, lastWaitMs) * (0.5 + Math.random() / 2)
}
