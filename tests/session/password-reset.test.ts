import { expect, test, vi } from 'vitest'
import { sendPasswordReset } from '#shared/session/sign-in.ts'

const service = vi.hoisted(() => ({ sent: [] as string[], refusal: null as string | null }))

/** What the sign-in service answers is played. */
vi.mock('firebase/auth', async (original) => ({
  ...(await original<object>()),
  sendPasswordResetEmail: (_auth: unknown, email: string) => {
    if (service.refusal) return Promise.reject(Object.assign(new Error('Firebase'), { code: service.refusal }))
    service.sent.push(email)
    return Promise.resolve()
  },
}))

test('the message of « /mot-de-passe » goes to the address that was typed; a refusal is told', async () => {
  expect(await sendPasswordReset(' gilles@camp-guezo.example ')).toBeNull()
  expect(service.sent).toEqual(['gilles@camp-guezo.example'])
  service.refusal = 'auth/too-many-requests'
  expect(await sendPasswordReset('gilles@camp-guezo.example')).toMatchObject({ text: expect.stringMatching(/./) })
  expect(service.sent).toHaveLength(1)
})
