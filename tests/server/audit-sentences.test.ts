import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { audit, type AuditEntry } from '#shared/contract/audit.ts'
import { allCalls } from '#shared/contract/contract.ts'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { products } from '#shared/contract/products.ts'
import { roles, users } from '#shared/contract/users.ts'
import { firstCurrency } from '#shared/domain/countries/country-facts.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { auditAct } from '#backoffice/audit/audit-sentence.ts'
import { actionText, nameOf } from '#backoffice/audit/audit-words.ts'
import { callFixtures } from '#tests/server/support/call-fixtures.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { isOfPlatform } from '#tests/server/support/of-platform.ts'
import { aClosing, anOpening, aReopening } from '#tests/server/support/registering.ts'
import { openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { partOf } from '#tests/support/extent.ts'

const { as, database, openShop } = await testApp()
const admin = await openAdmin(database)

const entriesOf = async (shop: Shop, size = 2000) =>
  (await as(shop.titulaire.token).call(audit.list, { query: { page: 0, size } })).items
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const saidOf = (entry: AuditEntry) => {
  const { action, sentence } = auditAct(entry, firstCurrency)
  return plain(`${action} | ${sentence}`)
}

type Full = Awaited<ReturnType<typeof aFullShop>>
type Member = Awaited<ReturnType<typeof aMember>>

/** Makes a valid request of a call. */
async function make(shop: Shop, full: Full, member: Member, name: string): Promise<void> {
  const { endpoint } = allCalls.find((call) => `${call.family}.${call.name}` === name)!
  const token = isOfPlatform(endpoint.permission) ? admin : member.token
  await as(token).call(endpoint, callFixtures(shop, full)[name]!(member) as CallInput<typeof endpoint>)
}

const money = String.raw`[\d ]+ F CFA`
test.each([
  ['destructions.create', `Destruction \\| Destruction n° \\d+, \\d+ lots?, \\d+ boîtes?, ${money} au coût, par .+\\.`],
  ['persons.erase', 'Effacement \\| Données personnelles effacées à la demande du client\\.'],
  ['persons.merge', 'Fusion \\| Fiche réunie à celle de .+\\.'],
  ['bills.writeOff', `Abandon \\| \\d+ bons? abandonnés?, ${money}, avoir n° \\d+ : Faillite\\.`],
  ['bills.refuse', `(Refus|Mise au compte|Abandon) \\| \\d+ bons? .+, ${money}.*\\.`],
  ['supplierReturns.giveUp', `Abandon \\| Reste de l’avoir abandonné, n° \\d+, ${money} : Trop peu\\.`],
  ['orders.giveUp', 'Abandon \\| Reste de la commande abandonné, n° \\d+, \\d+ boîtes?\\.'],
  ['billStatements.reopen', `Réouverture \\| Rouvert, n° .+, ${money}\\.`],
  ['bills.cancel', `Annulation \\| Annulé, n° .+, ${money} : Mauvaise période\\.`],
  ['billPayments.cancel', `Annulation \\| Annulé, n° .+, ${money} : .+\\.`],
  ['supplierPayments.cancel', `Annulation \\| Annulé, n° .+, ${money} : .+\\.`],
  ['supplierReturns.cancel', `Annulation \\| Annulé, n° .+, ${money} : .+\\.`],
  ['wholesalerClaims.cancel', `Annulation \\| Annulé, n° .+, ${money} : .+\\.`],
  ['deliveries.cancel', 'Annulation \\| Annulé, n° .+ : .+\\.'],
  ['orders.cancel', `Annulation \\| Annulé, n° .+, ${money} : .+\\.`],
  ['fiscalDocuments.settle', 'Décision \\| Facture normalisée n° 1, jamais faite : Absente du portail\\.'],
  ['roles.create', 'Droits \\| \\d+ droits? donnés? : .+\\.'],
])('%s is one sentence with its number and its sum', async (name, sentence) => {
  const shop = await openShop(`sentence of ${name}`)
  const full = await aFullShop(database, shop)
  const before = (await entriesOf(shop)).map(({ id }) => id)
  await make(shop, full, await aMember(database, shop, permissions), name)
  const said = (await entriesOf(shop)).filter(({ id }) => !before.includes(id)).map(saidOf)
  expect(said).toContainEqual(expect.stringMatching(new RegExp(`^${sentence}`)) as string)
})

test('a register that is opened again is one sentence: which closing, what was counted, why', async () => {
  const shop = await openShop('reopened')
  const { token } = shop.titulaire
  const opening = anOpening(shop)
  const params = { id: opening.id }
  await as(token).call(cashRegisters.open, { body: opening })
  await as(token).call(cashRegisters.close, { params, body: aClosing(shop, { cash: 20_900 }) })
  await as(token).call(cashRegisters.reopen, { params, body: aReopening(shop) })
  const sale = { id: shop.products[0], identifier: 'C1-9', total: 1000 }
  await as(token).call(cashRegisters.close, { params, body: aClosing(shop, { cash: 700, awaits: [sale] }) })
  await as(token).call(cashRegisters.reopen, { params, body: aReopening(shop, { reason: 'Trop tôt' }) })
  const said = (await entriesOf(shop)).filter(({ thing }) => thing === 'cash_registers').map(saidOf)
  expect(said.filter((each) => each.includes('rouverte'))).toEqual([
    'Réouverture | Caisse rouverte, fermeture en attente, 700 F CFA comptés : Trop tôt.',
    'Réouverture | Caisse rouverte, fermeture n° 1, 20 900 F CFA comptés : Oubli d’un chèque.',
  ])
  // Nothing else is said of a reopening.
  expect(said).toHaveLength(5)
})

test('what a user may do is told by its rights: of a role, of his roles, and whether he may enter', async () => {
  const shop = await openShop('rights')
  const titulaire = as(shop.titulaire.token)
  const role = await titulaire.call(roles.create, { body: { name: 'stagiaire', permissions: ['sale.sell'] } })
  await titulaire.call(roles.patch, {
    params: { id: role.id },
    body: { name: 'apprenti', permissions: ['register.use'], discountLimit: 5 },
  })
  const { id } = await titulaire.call(users.create, {
    body: { lastName: 'Ida', firstName: 'Awa', roleIds: [role.id] },
  })
  await titulaire.call(users.patch, { params: { id }, body: { active: false } })
  const seller = await titulaire.call(roles.create, { body: { name: 'vendeuse', permissions: ['sale.sell'] } })
  await titulaire.call(users.patch, { params: { id }, body: { roleIds: [seller.id] } })
  await titulaire.call(roles.remove, { params: { id: role.id } })
  const said = (await entriesOf(shop)).map(saidOf).toReversed()
  expect(said.filter((each) => each.startsWith('Droits'))).toEqual([
    'Droits | 1 droit donné : Vendre.',
    'Droits | Nom : stagiaire → apprenti. 1 droit donné : Utiliser une caisse. 1 droit retiré : Vendre. Remise maximale : sans limite → 5 %.',
    'Droits | Rôle donné : Apprenti.',
    'Droits | Accès retiré.',
    'Droits | 1 droit donné : Vendre.',
    'Droits | Rôle retiré : Apprenti.',
    'Droits | Rôle donné : Vendeuse.',
    'Droits | Rôle supprimé, 1 droit.',
  ])
})

test('a product that the referential makes one with its duplicate is told to each pharmacy that has it', async () => {
  const shop = await openShop('has a duplicate')
  const platform = as(admin)
  const [kept, duplicate] = [
    await platform.call(products.create, { body: { label: 'Gardé' } }),
    await platform.call(products.create, { body: { label: 'Doublon' } }),
  ]
  await as(shop.titulaire.token).call(pharmacyProducts.create, {
    body: { id: randomUUID(), productId: duplicate.id } as never,
  })
  await platform.call(products.merge, { params: { id: kept.id }, body: { duplicateId: duplicate.id } })
  expect((await entriesOf(shop)).map(saidOf)[0]).toBe(
    'Fusion | Produit du référentiel réuni à son doublon, stock et prix gardés.',
  )
})

/** Calls one after the other in one shop: what one changed may refuse another. */
const writing = partOf(allCalls.filter(({ endpoint: { method } }) => method !== 'GET'))

test('whatever is changed has a named record and a sentence', { timeout: 300_000 }, async () => {
  const shop = await openShop('all sentences')
  const full = await aFullShop(database, shop)
  const member = await aMember(database, shop, permissions)
  for (const { family, name } of writing) await make(shop, full, member, `${family}.${name}`).catch(() => undefined)
  const entries = await entriesOf(shop)
  if (!process.env.OFFICINE_PART) expect(new Set(entries.map(({ part }) => part)).size).toBeGreaterThan(30)
  const unsaid = entries.filter((entry) => {
    const { action, sentence } = auditAct(entry, firstCurrency)
    return nameOf(entry) === null || action === '' || (sentence === '' && entry.action === 'update')
  })
  expect(unsaid.map(({ call, part, action, changes }) => ({ call, part, action, changes }))).toEqual([])
})

test('each table that is traced as a part of a record has a word', async () => {
  const { rows } = await database.platform((tx) =>
    sql<{ thing: AuditEntry['thing']; part: string }>`
      select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as thing, tgrelid::regclass::text as part
      from pg_trigger where tgname like 'audited_%' and tgnargs > 0`.execute(tx),
  )
  expect(rows.length).toBeGreaterThan(40)
  const words = rows.map((row) => actionText({ ...row, action: 'insert' }))
  expect(words.filter((word) => /_/.test(word))).toEqual([])
})
