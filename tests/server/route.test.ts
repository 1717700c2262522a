import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { route } from '#server/http/route.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app } = await testApp()
const reply = z.object({ id: z.string(), price: z.int() })
const planted = (path: string) =>
  endpoint({
    method: 'POST',
    path,
    summary: 'Planted',
    permission: 'public',
    query: z.object({ size: z.coerce.number().max(3).default(2) }),
    body: z.object({ label: z.string().trim().min(1), lots: z.array(z.object({ n: z.int() })).default([]) }),
    reply,
  })
const [generous, broken] = [planted('/generous'), planted('/broken')]
const received: unknown[] = []
route(app, generous, (input) => {
  received.push(input)
  return { id: 'a', price: 1000, purchasePrice: 600 } as z.input<typeof reply>
})
route(app, broken, () => ({ id: 'a', price: 0.5 }))
const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })

test('what the reply does not declare stays inside', async () => {
  expect((await post('/generous', { label: 'x' })).json()).toEqual({ id: 'a', price: 1000 })
})

test('an answer that is not what the contract says is a fault of ours, not shown', async () => {
  const answer = await post('/broken', { label: 'x' })
  expect([answer.statusCode, answer.json()]).toEqual([500, { message: 'internal' }])
})

test('a handler gets what the schemas made of the request: trimmed, with defaults, nothing besides', async () => {
  received.length = 0
  await post('/generous?size=1&more=2', { label: ' x ', extra: true })
  expect(received).toEqual([{ params: undefined, query: { size: 1 }, body: { label: 'x', lots: [] } }])
})

test('every fault of a request is named by its place, and no handler is asked', async () => {
  received.length = 0
  const answer = await post('/generous?size=9', { label: '', lots: [{ n: 1 }, { n: 0.5 }] })
  expect(answer.json()).toMatchObject({
    message: 'requests:invalid',
    details: { issues: [{ path: 'query.size' }, { path: 'body.label' }, { path: 'body.lots.1.n' }] },
  })
  expect([answer.statusCode, received]).toEqual([400, []])
})
