/** How long a code must be out of the picture before it is another box, */
const outMs = 1_500
/** and how many pictures must have missed it: a machine that was busy for two seconds has not looked. */
const missedPictures = 3

/**
 * Says which codes of a picture are new. One that stays in sight is taken once, however long, and a picture that misses it now and then changes
 * nothing. Times in milliseconds, never going back.
 */
export function newSeenCodes() {
  const lastSeen = new Map<string, { atMs: number; picture: number }>()
  let picture = 0
  return {
    /** The camera begins to look: what it took before may still lie there. */
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
