const cleanings = new Set<() => Promise<void> | void>()
let isListening = false

/**
 * What must be put away when someone stops the run halfway. Answers how to call it off, once it was done in the
 * ordinary way.
 */
export function ifInterrupted(clean: () => Promise<void> | void): () => void {
  if (!isListening) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void leave())
  isListening = true
  cleanings.add(clean)
  return () => void cleanings.delete(clean)
}

/** The last made goes first: a browser before the shop that it shows. */
async function leave(): Promise<void> {
  for (const clean of [...cleanings].toReversed()) await clean()
  process.exit(130)
}
