import { expect, onTestFinished, test, vi } from 'vitest'
import type { Auth, User } from '#shared/session/firebase.ts'
import { syncToken } from '#shared/session/token-sync.ts'
import { until } from '#tests/support/api-edge.ts'

const auth = {} as Auth
const aUser = (token: string, ageMs = 0) =>
  ({
    getIdTokenResult: async () => ({ token, issuedAtTime: new Date(Date.now() - ageMs).toUTCString() }),
  }) as unknown as User

/** A page of our origin that is told who is signed in, and a sign-in service that tells each change of it. */
function aSession(answer: () => Promise<Response> = async () => new Response(null, { status: 204 })) {
  const told: string[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    told.push(`${init.method} ${path} ${new Headers(init.headers).get('authorization') ?? '-'}`)
    return answer()
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  let next: (user: User | null) => void = () => undefined
  const stop = syncToken(
    (_, listener) => {
      next = listener
      return () => (next = () => undefined)
    },
    auth,
    '/session',
  )
  return { told, stop, change: (user: User | null) => next(user) }
}

test('a new token is told with the bearer, once; a sign-out is a DELETE', async () => {
  const { told, change } = aSession()
  change(aUser('one'))
  await until('told', () => told.length === 1)
  change(aUser('one'))
  change(aUser('two'))
  await until('told', () => told.length === 2)
  change(null)
  await until('told', () => told.length === 3)
  expect(told).toEqual(['POST /session Bearer one', 'POST /session Bearer two', 'DELETE /session -'])
})

test('a token of five minutes is not told', async () => {
  const { told, change } = aSession()
  change(aUser('old', 5 * 60_000))
  change(aUser('nearly', 5 * 60_000 - 5_000))
  await until('told', () => told.length === 1)
  expect(told).toEqual(['POST /session Bearer nearly'])
})

test('a page that fails or never answers holds nothing back, and is told again with the next change', async () => {
  let isDown = true
  const { told, change } = aSession(async () => {
    if (isDown) throw new TypeError('Failed to fetch')
    return new Response(null, { status: 500 })
  })
  change(aUser('one'))
  await until('told', () => told.length === 1)
  isDown = false
  await until('told', () => {
    change(aUser('one'))
    return told.length === 2
  })
  // Its answer is no matter of ours.
  change(aUser('two'))
  await until('told', () => told.length === 3)
  expect(told.at(-1)).toBe('POST /session Bearer two')
})

test('who is stopped tells nothing any more', async () => {
  const { told, change, stop } = aSession()
  stop()
  change(aUser('one'))
  await Promise.resolve()
  expect(told).toEqual([])
})
