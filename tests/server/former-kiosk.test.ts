import { expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import formerKiosk from '#tests/server/support/former-kiosk.json' with { type: 'json' }
import { aPolicy } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, openShop } = await testApp()

// Frozen, never built from today's contract: each body as it was first sent, and the fields of the answer that were read then.
test('a kiosk of former days works against the server of today: what it sends is taken as it comes, once, and every answer has what it reads', async () => {
  clock.now = new Date('2026-03-02T19:00:00.000Z')
  const shop = await openShop(formerKiosk.shop)
  await aPolicy(database, shop, { policy: { id: formerKiosk.policyId } })
  const send = ({ path, body }: (typeof formerKiosk.requests)[number]) =>
    app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${shop.terminal.token}` },
      payload: body,
    })
  for (const request of formerKiosk.requests) {
    const answer = await send(request)
    expect([request.what, answer.statusCode, answer.body]).toEqual([request.what, 201, expect.any(String)])
    const said = answer.json<Record<string, unknown>>()
    expect(Object.keys(said)).toEqual(expect.arrayContaining(request.reads))
    expect((await send(request)).json()).toEqual(said)
  }
  const { register, counts } = await as(shop.titulaire.token).call(cashRegisters.report, {
    query: { registerId: formerKiosk.registerId },
  })
  expect(register).toMatchObject({ state: 'CLOSED', sales: 3 })
  expect(counts).toMatchObject([{ kind: 'closing', gap: 0 }])
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})
