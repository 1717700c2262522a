/** How long a code must be out of view before it counts as another box. */
const outMs = 1_500
/** And how many pictures must have missed it, as a busy machine may take no picture for two seconds. */
const missedPictures = 3

/**
 * Finds the codes of a picture that are new. A code counts once while it stays in view, even if single pictures miss
 * it. Times are in milliseconds and never decrease.
 */
export function newSeenCodes() {
  const lastSeen = new Map<string, { atMs: number; picture: number }>()
  let picture = 0
  return {
    /** The camera was opened: boxes that it read before may still be in view. */
    begin(atMs: number): void {
      for (const code of lastSeen.keys()) lastSeen.set(code, { atMs, picture })
    },
    take(codes: readonly string[], atMs: number): string[] {
      picture++
      return codes.filter((code) => {
        const before = lastSeen.get(code)
        lastSeen.set(code, { atMs, picture })
        return before === undefined || (atMs - before.atMs > outMs && picture - before.picture > missedPictures)
      })
    },
  }
}
