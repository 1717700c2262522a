import { expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { openSecrets } from '#server/base/secrets.ts'
import { fiscalTokenPlace, rotateFiscalTokens } from '#server/pharmacies/fiscal-token.service.ts'
import { sealedTokens } from '#server/pharmacies/pharmacy.repo.ts'
import { sql } from 'kysely'
import { testApp, testKey } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const newKey = 'fedcba9876543210'.repeat(4)
const token = 'eyJhbGciOi-fiscal-token-of-the-pharmacy'

const sealedOf = (id: string) =>
  database.platform(async (tx) => (await sealedTokens(tx)).find((one) => one.id === id)?.sealed)

test('the token is kept sealed: no answer, no row and no trace shows it', async () => {
  const shop = await openShop('sealed')
  const titulaire = as(shop.titulaire.token)
  const pharmacy = await titulaire.call(pharmacies.setFiscalToken, { body: { token } })
  expect(pharmacy.fiscalTokenSetAt).toBe(clock.now.toISOString())
  const { items } = await titulaire.call(audit.list, { query: {} })
  expect(items.some(({ call }) => call === 'PUT /pharmacies/fiscal-token')).toBe(true)
  for (const shown of [pharmacy, items]) expect(JSON.stringify(shown)).not.toContain(token)
  const { rows } = await database.platform((tx) =>
    sql<{ row: string }>`select p::text as row from pharmacies p where id = ${shop.id}`.execute(tx),
  )
  expect(rows[0]!.row).not.toContain(token)
  expect(openSecrets([testKey]).open((await sealedOf(shop.id))!, fiscalTokenPlace(shop.id))).toBe(token)

  expect(await titulaire.call(pharmacies.setFiscalToken, { body: { token: null } })).toMatchObject({
    fiscalTokenSetAt: null,
  })
  expect(await sealedOf(shop.id)).toBeUndefined()
})

test('a sealed token opens at its own place only, and not when it was changed', async () => {
  const secrets = openSecrets([testKey])
  const sealed = secrets.seal(token, 'one')
  expect(secrets.seal(token, 'one')).not.toBe(sealed)
  expect(() => secrets.open(sealed, 'other')).toThrow()
  const parts = sealed.split('.')
  for (const place of [2, 3, 4]) {
    const changed = parts.with(place, Buffer.from(`x${parts[place]!}`).toString('base64url')).join('.')
    expect(() => secrets.open(changed, 'one')).toThrow()
  }
  expect(() => openSecrets([newKey]).open(sealed, 'one')).toThrow('is not given')
  expect(() => openSecrets(['abcd'])).toThrow('64')
})

test('a new key takes over: what the former one sealed is sealed again, once, and opens without it', async () => {
  const shop = await openShop('rotated')
  await as(shop.titulaire.token).call(pharmacies.setFiscalToken, { body: { token } })
  await expect(rotateFiscalTokens(database, openSecrets([newKey]))).rejects.toThrow('is not given')
  const both = openSecrets([newKey, testKey])
  expect(await rotateFiscalTokens(database, both)).toBe(1)
  expect(await rotateFiscalTokens(database, both)).toBe(0)
  expect(openSecrets([newKey]).open((await sealedOf(shop.id))!, fiscalTokenPlace(shop.id))).toBe(token)
  expect((await as(shop.terminal.token).call(pharmacies.read, { params: { id: shop.id } })).fiscalTokenSetAt).toBe(
    clock.now.toISOString(),
  )
})
