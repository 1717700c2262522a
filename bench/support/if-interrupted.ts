const cleanings = new Set<() => Promise<void> | void>()
let isListening = false

/**
 * Registers a clean-up that runs when the user stops the run. Returns a function that cancels it after the normal
 * clean-up.
 */
export function ifInterrupted(clean: () => Promise<void> | void): () => void {
  if (!isListening) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void leave())
  isListening = true
  cleanings.add(clean)
  return () => void cleanings.delete(clean)
}

/** Last registered first: a browser is closed before the shop that it shows. */
async function leave(): Promise<void> {
  for (const clean of [...cleanings].toReversed()) await clean()
  process.exit(130)
}
