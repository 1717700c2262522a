import { expect, test } from 'vitest'
import { signInRefusal } from '#shared/session/sign-in-errors.ts'

const specified = [
  'auth/password-does-not-meet-requirements',
  'auth/missing-recaptcha-token',
  'auth/user-not-found',
  'auth/network-request-failed',
  'auth/unauthorized-domain',
  'auth/popup-blocked',
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/web-storage-unsupported',
  'auth/invalid-api-key',
  'auth/argument-error',
  'auth/internal-error',
]
const unknown = signInRefusal(new Error('?'))

test.each(specified)('%s has words of its own, and a place to stand', (code) => {
  const refusal = signInRefusal(Object.assign(new Error('Firebase: Error'), { code }))
  expect(refusal.text).not.toBe(unknown.text)
  expect(refusal.text).not.toMatch(/firebase|auth\/|token|serveur|session/i)
  expect(['email', 'password', 'form']).toContain(refusal.field)
})

test('a wrong password stands beside the password, a wrong address beside the address', () => {
  expect(signInRefusal({ code: 'auth/invalid-credential' }).field).toBe('password')
  expect(signInRefusal({ code: 'auth/invalid-email' }).field).toBe('email')
})

test('an address without an account, a closed account and a wrong password are refused alike', () => {
  const known = signInRefusal({ code: 'auth/wrong-password' })
  for (const code of ['auth/user-not-found', 'auth/user-disabled', 'auth/invalid-credential'])
    expect(signInRefusal({ code })).toEqual(known)
})

test('what nobody foresaw is said plainly, never raw', () => {
  expect(signInRefusal({ code: 'auth/of-next-year' })).toEqual(unknown)
  expect(signInRefusal(undefined)).toEqual(unknown)
})
