/** The number of signs of each level of the ATC classification: `J`, `J01`, `J01C`, `J01CA`, `J01CA04`. */
export const atcLevels = [1, 3, 4, 5, 7] as const

/** The number of signs one level below a code; null below the last level. `''`: the root. */
export function atcLevelBelow(code: string): number | null {
  return atcLevels.find((length) => length > code.length) ?? null
}

/** The codes above a code, the highest first: `J01CA04` → `J`, `J01`, `J01C`, `J01CA`. */
export function atcAncestors(code: string): string[] {
  return atcLevels.filter((length) => length < code.length).map((length) => code.slice(0, length))
}
