import { expect, test, vi } from 'vitest'
import { withBotCheck } from '#shared/session/bot-check.ts'
import type { Auth } from '#shared/session/firebase.ts'

const missing = Object.assign(new Error('Firebase: Error'), { code: 'auth/missing-recaptcha-token' })
/** The sign-in service tells that no check is needed after all: that is an answer too. */
const auth = { tenantId: null, config: {} } as unknown as Auth

vi.mock('firebase/auth', () => ({ initializeRecaptchaConfig: vi.fn(async () => undefined) }))

test('a request that needs a bot check is sent once more after it', async () => {
  const { initializeRecaptchaConfig } = await import('firebase/auth')
  let tries = 0
  const answer = await withBotCheck(auth, async () => {
    if (++tries === 1) throw missing
    return 'signed in'
  })
  expect([answer, tries]).toEqual(['signed in', 2])
  expect(initializeRecaptchaConfig).toHaveBeenCalledExactlyOnceWith(auth)
})

test('refused once more it is refused; another refusal is not repeated', async () => {
  let tries = 0
  const refusing = (error: Error) =>
    withBotCheck(auth, async () => {
      tries++
      throw error
    })
  await expect(refusing(missing)).rejects.toBe(missing)
  expect(tries).toBe(2)
  const wrong = Object.assign(new Error('Firebase: Error'), { code: 'auth/wrong-password' })
  await expect(refusing(wrong)).rejects.toBe(wrong)
  expect(tries).toBe(3)
})
