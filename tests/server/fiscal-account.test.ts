import { afterAll, beforeEach, expect, test } from 'vitest'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { sales } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { openFneSimulator } from '#simulators/fne.ts'
import { aFiscalQueue, anAccountHolder } from '#tests/server/support/certifying.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const simulator = await openFneSimulator()
afterAll(() => simulator.close())
const server = await testApp()
const { as, clock } = server
const queue = aFiscalQueue(server, { sign: simulator.url })
let shop: Shop
beforeEach(async () => {
  clock.now = new Date()
  simulator.traps.clear()
  shop = await anAccountHolder(server, simulator)
})

const account = { establishment: 'Pharmacie', pointOfSale: 'Caisse 1', email: 'comptoir@pharmacie.example' }
const titulaire = () => as(shop.titulaire.token)
const settle = (fiscalAccount: object) =>
  titulaire().call(pharmacies.changeSettings, { body: { fiscalAccount } as never })
const soldAt = async (terminalId: string) => {
  const { id } = await as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { terminalId }) })
  await queue.runWaiting()
  return titulaire().call(fiscalDocuments.read, { params: { id } })
}
const requestOf = ({ exchanges }: Awaited<ReturnType<typeof soldAt>>) =>
  JSON.parse(exchanges[0]!.request!) as Record<string, unknown>

test('a till is told by its own point of sale, the others by that of the account', async () => {
  const own = idOf('till')
  await settle({
    ...account,
    tills: [{ terminalCode: ` ${terminalCode(own).toLowerCase()} `, pointOfSale: 'Caisse 2' }],
  })
  const [ownSale, otherSale] = [await soldAt(own), await soldAt(shop.terminal.id)]
  expect(ownSale.state).toBe('certified')
  expect(requestOf(ownSale)).toMatchObject({ pointOfSale: 'Caisse 2', establishment: 'Pharmacie' })
  expect(requestOf(otherSale)).toMatchObject({ pointOfSale: 'Caisse 1' })
})

test('a walk-in has the contact of the pharmacy, until it gives another one', async () => {
  const { name, phone } = await as(shop.terminal.token).call(pharmacies.read, { params: { id: shop.id } })
  expect(requestOf(await soldAt(shop.terminal.id))).toMatchObject({
    clientCompanyName: name,
    clientPhone: phone,
    clientEmail: account.email,
  })
  await settle({ ...account, name: 'Client comptoir', phone: '0101010101' })
  expect(requestOf(await soldAt(shop.terminal.id))).toMatchObject({
    clientCompanyName: 'Client comptoir',
    clientPhone: '0101010101',
  })
})

test('a point of sale that the account does not know is refused; once mended, the document is sent', async () => {
  await settle({ ...account, pointOfSale: 'Caisse 9' })
  const { id, state, fields } = await soldAt(shop.terminal.id)
  expect([state, fields]).toEqual(['rejected', [{ field: 'pointOfSale', message: 'Point of sale is invalid' }]])
  await settle(account)
  await titulaire().call(fiscalDocuments.retry, { params: { id }, body: {} })
  await queue.runWaiting()
  expect(await titulaire().call(fiscalDocuments.read, { params: { id } })).toMatchObject({ state: 'certified' })
})

test('a till has one point of sale, and a code is the one that a terminal shows', async () => {
  const till = { terminalCode: 'K7QF', pointOfSale: 'Caisse 2' }
  await expect(settle({ ...account, tills: [till, { ...till, terminalCode: 'k7qf' }] })).rejects.toMatchObject({
    details: { issues: [{ path: 'body.fiscalAccount.tills.1.terminalCode', message: 'twice' }] },
  })
  await expect(settle({ ...account, tills: [{ ...till, terminalCode: 'O0' }] })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
})
