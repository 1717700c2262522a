/** Codes as they are printed before the dash of a temporary identifier. Without I, O and U: nobody confuses them on a receipt. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRSTVWXYZ'
const LENGTH = 4

/** A terminal's code, four characters made from its id: the same for ever, and told apart by people from the other tills of the shop. */
export function terminalCode(terminalId: string): string {
  let hash = 0
  for (const character of terminalId) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0
  return Array.from(
    { length: LENGTH },
    (_, place) => alphabet[Math.floor(hash / alphabet.length ** place) % alphabet.length],
  ).join('')
}

/** The identifier of a terminal's first sale; the ones after it count up. */
export function firstIdentifier(code: string): string {
  return `${code}-1`
}
