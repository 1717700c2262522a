const firstMs = 5_000
const soonMs = 2_000
/** Longest wait, in ms. `pharmacy`: an outage that ended is noticed within two minutes. */
const mostMs = { pharmacy: 2 * 60_000, document: 15 * 60_000 }

/**
 * In ms: how long a pharmacy, or a document that the others passed, waits after the `attempts`-th try of the document;
 * twice as long each time.
 */
export function retryAfterMs(
  waits: 'pharmacy' | 'document',
  { attempts, soon }: { attempts: number; soon: boolean },
): number {
  if (soon) return soonMs
  return Math.min(firstMs * 2 ** Math.min(Math.max(attempts - 1, 0), 20), mostMs[waits])
}
