import { dayOfYymmdd, readDigitalLink, readElements, type ReadElements } from '#shared/domain/gs1.ts'
import { readHibc } from '#shared/domain/hibc.ts'
import { isGtin, spellingsOf } from '#shared/domain/product-code.ts'

export type ScannedCode = {
  kind: 'code'
  /** All notations to look up, the printed one first. */
  codes: string[]
  lot: string | null
  /** Last day of use, `2026-11-21`. */
  expiresOn: string | null
  manufacturedOn: string | null
  serial: string | null
  /** What the code says but could not be read: the seller looks at the box. */
  unread: readonly ('lot' | 'expiresOn')[]
  /** False when the check digit is wrong or missing; the code is looked up all the same. */
  checked: boolean
}
export type Scan = ScannedCode | { kind: 'text' }

/**
 * Interprets scanned or typed text: a product code (EAN-13, EAN-8, UPC, CIP13, CIP7, ACL, GTIN-14, GS1 element string
 * or Digital Link, HIBC) with its lot and dates, or plain text to search. A wrong check digit is never a reason for
 * refusal, because products with misprinted labels are still sold. `today` determines the century of GS1 dates.
 */
export function scanOf(text: string, today: string): Scan {
  const { body, symbology } = withoutSymbology(text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''))
  const digits = body.replaceAll(/[ -]/g, '')
  if (!symbology && /^(\d{7,8}|\d{12,14})$/.test(digits))
    return code({ codes: spellingsOf(digits), checked: isGtin(digits) })
  const hibc = readHibc(body)
  if (hibc) return code({ ...hibc, checked: false })
  // Without a symbology prefix, only text with separators or a leading GTIN is parsed as an element string.
  const mayBeElements = symbology || body.includes('\u001D') || /^\(?01\)?\d{14}/.test(body)
  const read = readDigitalLink(body, today) ?? (mayBeElements ? readElements(body, today) : null)
  return (read && codeOf(read, today)) ?? { kind: 'text' }
}

function codeOf({ elements, unread }: ReadElements, today: string): ScannedCode | null {
  const gtin = elements.get('01')
  const national = [...elements].flatMap(([ai, value]) => (/^71\d$/.test(ai) ? [value] : []))
  const codes = [...(gtin ? spellingsOf(gtin).toSorted(shorterGtinFirst) : []), ...national.flatMap(spellingsOf)]
  if (codes.length === 0) return null
  const day = (ai: string) => dayOfYymmdd(elements.get(ai) ?? '', today)
  return code({
    // A GTIN-14 with a wrong check digit contains no valid CIP13, but the product may still be stored under these
    // digits without the leading 0.
    codes: [...new Set(gtin?.startsWith('0') ? [gtin.slice(1), ...codes] : codes)],
    lot: elements.get('10') ?? null,
    expiresOn: day('17'),
    manufacturedOn: day('11'),
    serial: elements.get('21') ?? null,
    unread: unreadOf({ elements, unread }),
    checked: gtin !== undefined && isGtin(gtin),
  })
}

function unreadOf({ elements, unread }: ReadElements): ScannedCode['unread'] {
  const isUnread = (ai: string) => !elements.has(ai) && unread.some((code) => code === ai || code === 'rest')
  return [...(isUnread('10') ? (['lot'] as const) : []), ...(isUnread('17') ? (['expiresOn'] as const) : [])]
}

// Shops store the EAN-13 of a box, not the GTIN-14 of its DataMatrix.
function shorterGtinFirst(a: string, b: string): number {
  return Number(a.length === 14) - Number(b.length === 14)
}

function code(found: Partial<ScannedCode> & { codes: string[] }): ScannedCode {
  return {
    kind: 'code',
    lot: null,
    expiresOn: null,
    manufacturedOn: null,
    serial: null,
    unread: [],
    checked: false,
    ...found,
  }
}

/** Symbology prefix sent by some scanners: `]d2` DataMatrix, `]C1` GS1-128, `]Q3` QR, `]e0` DataBar … */
function withoutSymbology(text: string): { body: string; symbology: boolean } {
  const prefix = /^\][A-Za-z]\d/.exec(text)?.[0]
  return prefix
    ? { body: text.slice(3), symbology: /^\](d2|C1|Q3|e0)$/.test(prefix) }
    : { body: text, symbology: false }
}
