import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeToken, tokenEndsIn } from '#shared/domain/fiscal/fiscal-token.ts'

const nowMs = Date.parse('2026-11-28T10:00:00Z')
const inSeconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')
const tokenOf = (claims: Record<string, unknown>) =>
  `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${'s'.repeat(43)}`
const claims = { unique_name: '3201900000017|TS01000123', role: 'Taxpayer', exp: inSeconds('2027-06-01') }
const good = tokenOf(claims)
const judge = (token: string, taxId: string | null = '3201900000017') => judgeToken(token, { taxId, nowMs })

test('whose token it is, and until when', () =>
  expect(judge(good)).toEqual({
    ok: true,
    owner: { taxId: '3201900000017', nim: 'TS01000123', expiresAt: '2027-06-01T00:00:00.000Z' },
  }))

test('the number of the pharmacy may be written with spaces', () =>
  expect(judge(good, '3201 9000 00017').ok).toBe(true))

describe('a token that is refused before any network', () => {
  test.each([
    ['cut', good.slice(0, -30), 'form'],
    ['without its signature', good.slice(0, good.lastIndexOf('.') + 1), 'form'],
    ['words', 'le code de mon centre des impôts', 'form'],
    ['nothing', '', 'form'],
    ['of another kind', tokenOf({ sub: 'x', exp: claims.exp }), 'form'],
    ['without an end', tokenOf({ unique_name: claims.unique_name }), 'form'],
    ['over', tokenOf({ ...claims, exp: inSeconds('2026-11-28') }), 'expired'],
    ['of later', tokenOf({ ...claims, nbf: inSeconds('2026-12-01') }), 'early'],
    ['of another taxpayer', tokenOf({ ...claims, unique_name: '3201900000018|TS01000123' }), 'other-taxpayer'],
  ])('%s', (_name, token, reason) => expect(judge(token)).toMatchObject({ ok: false, reason }))

  test('a pharmacy that has not said its number takes no token', () =>
    expect(judge(good, null)).toMatchObject({ ok: false, reason: 'other-taxpayer', owner: { nim: 'TS01000123' } }))

  test('law: whatever is typed, it is judged', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (typed) => !judge(typed).ok))
  })

  test('law: a token that was cut anywhere is none', () => {
    fc.assert(fc.property(fc.nat(good.length - 1), (length) => !judge(good.slice(0, length)).ok))
  })
})

test.each([
  ['2026-12-14T00:00:00Z', null],
  ['2026-12-13T10:00:00Z', 15],
  ['2026-11-29T09:00:00Z', 1],
  ['2026-11-01T00:00:00Z', 0],
])('a token of until %s is said %s days before', (expiresAt, days) => expect(tokenEndsIn(expiresAt, nowMs)).toBe(days))
