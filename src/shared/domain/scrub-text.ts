/** In this order: an identifier is not taken for a number, nor an e-mail for a quotation. */
const hidden: readonly [pattern: RegExp, shown: string][] = [
  [/[^\s@<>"'«»()[\]]+(?:@[^\s@<>"'«»()[\]]+)+/gu, '[e-mail]'],
  [/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu, '[id]'],
  // « Key (phone)=(+229 …) » of PostgreSQL
  [/=\([^)]*\)/gu, '=(…)'],
  [/"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|'[^']*'/gu, '[text]'],
  [/\?[^\s#]*/gu, '?…'],
  // A phone, the number of an insured person, an amount: digits with what people write between them.
  [/\d(?:[ \u00A0\u202F.\-/]?\d){3,}/gu, '[number]'],
]

/**
 * A technical text without what could name a patient: e-mails, identifiers, phones and other numbers of four digits or
 * more, quoted texts and the queries of addresses. For logs and error reports.
 */
export function scrubText(text: string): string {
  return hidden.reduce((rest, [pattern, shown]) => rest.replace(pattern, shown), text)
}

/** The address of a page or a call as a pattern: without identifiers, numbers, query and fragment. */
export function scrubAddress(address: string): string {
  return address
    .replace(/[?#].*$/su, '')
    .split('/')
    .map((part) => (/^[\w.:-]*$/u.test(part) && !/\d{4}|@/u.test(part.replace(/:\d+$/u, '')) ? part : '{id}'))
    .join('/')
}
