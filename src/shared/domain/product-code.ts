/** The check digit of GTIN, EAN-13, EAN-8 and UPC: weights 3 and 1, from the right, over the preceding digits. */
export function gtinCheckDigit(digits: string): number {
  const weighted = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (weighted % 10)) % 10
}

/** Only digits, of a valid GS1 length, with a correct check digit. */
export function isGtin(code: string): boolean {
  return /^(\d{8}|\d{12,14})$/.test(code) && gtinCheckDigit(code.slice(0, -1)) === Number(code.at(-1))
}

/** A CIP13 is `34009` + CIP7 + check digit (French medicines). */
const CIP13_PREFIX = '34009'
/** `3401` + one digit + ACL + check digit (other products of French pharmacies). */
const ACL13 = /^3401\d(\d{7})\d$/

/**
 * All notations under which a printed code may be stored, the printed one first: a GTIN-14 of one box is 0 + EAN-13, a
 * CIP13 contains a CIP7, a UPC is an EAN-13 without its leading 0. A GTIN-14 with another first digit is a carton of
 * several boxes and has no other notation. A code with a wrong check digit is returned alone. The check digit of a CIP7
 * is not checked, because whole official series violate it.
 */
export function spellingsOf(code: string): string[] {
  if (/^\d{7}$/.test(code))
    return [
      code,
      withKey(CIP13_PREFIX + code),
      ...Array.from({ length: 10 }, (_, digit) => withKey(`3401${digit}${code}`)),
    ]
  if (!isGtin(code)) return [code]
  if (code.length === 8) return [code, code.padStart(13, '0'), code.padStart(14, '0')]
  const ean13 =
    code.length === 12 ? `0${code}` : code.length === 13 ? code : code.startsWith('0') ? code.slice(1) : null
  if (ean13 === null) return [code]
  return [...new Set([code, ean13, ...innerCode(ean13), `0${ean13}`])]
}

function innerCode(ean13: string): string[] {
  if (ean13.startsWith(CIP13_PREFIX)) return [ean13.slice(5, 12)]
  // EAN-8 and UPC-A are padded with zeros in longer formats.
  if (ean13.startsWith('00000')) return [ean13.slice(5)]
  const acl = ACL13.exec(ean13)?.[1]
  if (acl) return [acl]
  return ean13.startsWith('0') ? [ean13.slice(1)] : []
}

function withKey(digits: string): string {
  return `${digits}${gtinCheckDigit(digits)}`
}

/** Which kind of code these digits are: a CIP13 and its CIP7, another EAN-13, or a code of a wholesaler. */
export function codeKind(code: string): 'cip13' | 'ean13' | 'cip7' | 'other' {
  if (code.length === 13) return code.startsWith(CIP13_PREFIX) ? 'cip13' : 'ean13'
  return code.length === 7 ? 'cip7' : 'other'
}

/**
 * Why a typed code cannot be a code of a product: not 4 to 14 digits, or 13 or 14 digits with a wrong check digit. Null
 * when it can. Shorter codes are also those of wholesalers, which have no check digit.
 */
export function productCodeFault(code: string): 'digits' | 'key' | null {
  if (!/^\d{4,14}$/.test(code)) return 'digits'
  return code.length >= 13 && !isGtin(code) ? 'key' : null
}
