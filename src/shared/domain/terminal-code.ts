/**
 * Characters of terminal codes, printed before the dash of a temporary identifier. Without I, O and U, which are easily
 * misread.
 */
const alphabet = '0123456789ABCDEFGHJKLMNPQRSTVWXYZ'
const LENGTH = 4
/** The form of a code, as a person types it. */
export const terminalCodeForm = new RegExp(`^[${alphabet}]{${LENGTH}}$`)

/**
 * A terminal's code of four characters, derived from its id: stable, and readable for people. Collisions are possible
 * but rare.
 */
export function terminalCode(terminalId: string): string {
  let hash = 0
  for (const character of terminalId) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0
  return Array.from(
    { length: LENGTH },
    (_, place) => alphabet[Math.floor(hash / alphabet.length ** place) % alphabet.length],
  ).join('')
}

/** The identifier of a terminal's first sale; the next ones count up. */
export function firstIdentifier(code: string): string {
  return `${code}-1`
}
