const firstMs = 5_000
const soonMs = 2_000
const mostMs = 15 * 60_000

/** In ms: how long a document waits after its `attempts`-th try; twice as long each time, at most a quarter of an hour. */
export function retryAfterMs(attempts: number, { soon }: { soon: boolean }): number {
  if (soon) return soonMs
  return Math.min(firstMs * 2 ** Math.min(attempts - 1, 20), mostMs)
}
