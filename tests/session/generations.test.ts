import { expect, test, vi } from 'vitest'
import { call, configureClient } from '#shared/client/call.ts'
import { readBase } from '#shared/contract/base.ts'
import { keepGenerations } from '#shared/session/keep-generations.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { isDecision } from '#shared/store/outbox/server-decisions.ts'
import type { AppError } from '#shared/domain/errors.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aWindow } from '#tests/support/a-terminal.ts'
import { until } from '#tests/support/api-edge.ts'

const said = (number: number) => `${pharmacyId}:${number}:${'a'.repeat(32)}`
const base = { name: 'officine', version: '0', now: '2026-01-01T00:00:00.000Z' }

test('a till refuses what an older server says, a refusal too, in every window and after a restart, and keeps its sale', async () => {
  const [here, beside] = [await aWindow(), await aWindow()]
  const heard = keepGenerations(here.store, here.identity)
  let answer = () => Response.json(base, { headers: { 'x-generation': said(2) } })
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', (_: unknown, init: RequestInit) => {
    asked.push(new Headers(init.headers).get('x-generation'))
    return Promise.resolve(answer())
  })
  configureClient({ base: 'http://edge', token: () => Promise.resolve(undefined), generations: heard })
  await call(readBase, {})
  await call(readBase, {})
  expect(asked).toEqual([null, said(2)])
  await until('the other window has read it', () => beside.store.get(terminalAtom)?.generations?.length === 1)

  for (const window of [here, beside, await aWindow()])
    for (const status of [200, 409]) {
      const generations = keepGenerations(window.store, window.identity)
      configureClient({ base: 'http://edge', token: () => Promise.resolve(undefined), generations })
      answer = () =>
        Response.json(status === 200 ? base : { message: 'sales:payloadMismatch' }, {
          status,
          headers: { 'x-generation': said(1) },
        })
      const refusal: unknown = await call(readBase, {}).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ message: 'server:replaced', status: 503 })
      expect(isDecision(refusal as AppError)).toBe(false)
      expect(generations.known()).toBe(said(2))
    }
})

test('a server of an earlier version tells nothing, and is heard', async () => {
  const { store, identity } = await aWindow()
  const generations = keepGenerations(store, identity)
  expect([generations.hear(null), generations.hear('x'), generations.hear(said(1)), generations.hear(null)]).toEqual([
    true,
    true,
    true,
    true,
  ])
})
