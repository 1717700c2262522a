/** Whom a token of the tax office is for: the text `IFU|NIM` in it. */
export type TokenOwner = { taxId: string; nim: string; expiresAt: string }
/** `form`: no token, or one that was cut. `early`: it holds later. `other-taxpayer`: its number is not the pharmacy’s. */
export type TokenFault = 'form' | 'expired' | 'early' | 'other-taxpayer'
export type TokenVerdict = { ok: true; owner: TokenOwner } | { ok: false; reason: TokenFault; owner: TokenOwner | null }

/** In days. How long before its end a token is to be replaced: the tax office gives the next one. */
export const tokenWarningDays = 15

/**
 * Judges a token before any network (specification of the e-MCF; fiscal reference): its form, its time and its taxpayer.
 * `taxId`: null when the pharmacy has not said its number yet: then the token may be anybody’s.
 */
export function judgeToken(token: string, { taxId, nowMs }: { taxId: string | null; nowMs: number }): TokenVerdict {
  const claims = claimsOf(token)
  const named = typeof claims?.unique_name === 'string' ? claims.unique_name.split('|') : []
  const [taxpayer = '', nim = ''] = named.map((part) => part.trim())
  if (!claims || typeof claims.exp !== 'number' || taxpayer === '' || nim === '')
    return { ok: false, reason: 'form', owner: null }
  const owner = { taxId: taxpayer, nim, expiresAt: new Date(claims.exp * 1000).toISOString() }
  if (claims.exp * 1000 <= nowMs) return { ok: false, reason: 'expired', owner }
  if (typeof claims.nbf === 'number' && claims.nbf * 1000 > nowMs) return { ok: false, reason: 'early', owner }
  if (taxId === null || digitsOf(taxId) !== digitsOf(taxpayer)) return { ok: false, reason: 'other-taxpayer', owner }
  return { ok: true, owner }
}

/** Days until the end of a token, at least 0; null when it is far. */
export function tokenEndsIn(expiresAt: string, nowMs: number): number | null {
  const days = Math.ceil((Date.parse(expiresAt) - nowMs) / 86_400_000)
  return days > tokenWarningDays ? null : Math.max(0, days)
}

function digitsOf(text: string): string {
  return text.replaceAll(/[^\dA-Z]/gi, '').toUpperCase()
}

/** In characters: a signature of another length was cut. */
const signatureLengths: Readonly<Record<string, number>> = {
  HS256: 43,
  HS384: 64,
  HS512: 86,
  ES256: 86,
  RS256: 342,
  RS512: 342,
}

/** What a JWT says, without a proof: only its giver can check the signature. Null for anything else. */
function claimsOf(token: string): Record<string, unknown> | null {
  const [head, body, signature, ...more] = token.trim().split('.')
  if (!head || !body || !signature || more.length > 0) return null
  const alg = jsonOf(head)?.alg
  const length = typeof alg === 'string' ? signatureLengths[alg] : undefined
  return length === signature.length ? jsonOf(body) : null
}

function jsonOf(part: string): Record<string, unknown> | null {
  if (!/^[\w-]+$/.test(part)) return null
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0)!)
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}
