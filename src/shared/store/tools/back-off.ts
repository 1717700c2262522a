/** Nothing is put off for longer. */
export const lastWaitMs = 60_000

/** Twice as long each time, half of it by chance: 1 s, 2 s, … at most a minute. */
export function backOffMs(attempts: number): number {
  return Math.min(1000 * 2 ** attempts, lastWaitMs) * (0.5 + Math.random() / 2)
}
