import { afterAll, describe, expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { mecef } from '#shared/contract/mecef.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { openSecrets } from '#server/base/secrets.ts'
import { fiscalTokenPlace, rotateFiscalTokens } from '#server/pharmacies/fiscal-token.service.ts'
import { sealedTokens } from '#server/pharmacies/pharmacy.repo.ts'
import { sql } from 'kysely'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { testApp, testKey } from '#tests/server/support/test-app.ts'

const simulator = await openEmecefSimulator()
afterAll(() => simulator.close())
const { as, clock, database, openShop } = await testApp({ fiscalSimulators: { emcf: simulator.url } })
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

describe('a country with a platform', () => {
  const taxId = '3201900000017'
  const later = () => new Date(clock.now.getTime() + 30 * 86_400_000)
  const refused = (reason: string, more: Record<string, unknown> = {}) => ({
    message: 'financing:invalidMCFTokenProvided',
    details: { reason, ...more },
  })
  const openTaxpayer = async (name: string, number: string | null = taxId) => {
    const shop = await openShop(name)
    await database.platform((tx) =>
      sql`update countries set fiscal_platform = 'e-mecef' where code = (select country_code from pharmacies where id = ${shop.id})`.execute(
        tx,
      ),
    )
    const titulaire = as(shop.titulaire.token)
    await titulaire.call(pharmacies.changeIdentity, { body: { taxId: number } })
    return titulaire
  }
  const given = (nim: string, until = later(), number = taxId) =>
    simulator.token({ taxId: number, nim, name: 'Camp Guézo' }, until)

  test('a token is judged before it is kept; its machine and its end are shown, and leave with it', async () => {
    const titulaire = await openTaxpayer('taxpayer')
    const body = { token: await given('TS01000001') }
    expect(await titulaire.call(pharmacies.setFiscalToken, { body })).toMatchObject({
      fiscalNim: 'TS01000001',
      fiscalTokenExpiresAt: new Date(Math.floor(later().getTime() / 1000) * 1000).toISOString(),
    })
    expect(await titulaire.call(mecef.testToken, { body: { token: null } })).toMatchObject({
      taxId,
      nim: 'TS01000001',
      hasAnswered: true,
    })
    expect(await titulaire.call(pharmacies.setFiscalToken, { body: { token: null } })).toMatchObject({
      fiscalNim: null,
      fiscalTokenExpiresAt: null,
    })
    await expect(titulaire.call(mecef.testToken, { body: { token: null } })).rejects.toMatchObject(refused('missing'))
  })

  test('a token of the sister shop, of another taxpayer, expired or cut is refused with its reason, and not kept', async () => {
    const sister = await openTaxpayer('sister')
    await sister.call(pharmacies.setFiscalToken, { body: { token: await given('TS01000002') } })
    const titulaire = await openTaxpayer('not the sister')
    const past = new Date(clock.now.getTime() - 1000)
    const whole = await given('TS01000003')
    for (const [token, expected] of [
      [await given('TS01000002'), refused('other-pharmacy', { nim: 'TS01000002' })],
      [await given('TS01000003', later(), '3201900000018'), refused('other-taxpayer', { taxId: '3201900000018' })],
      [await given('TS01000003', past), refused('expired')],
      [whole.slice(0, -40), refused('form')],
    ] as const) {
      await expect(titulaire.call(pharmacies.setFiscalToken, { body: { token } })).rejects.toMatchObject(expected)
      await expect(titulaire.call(mecef.testToken, { body: { token } })).rejects.toMatchObject(expected)
    }
    const { taxId: mine, fiscalTokenSetAt } = await titulaire.call(pharmacies.changeIdentity, { body: { taxId } })
    expect({ mine, fiscalTokenSetAt }).toEqual({ mine: taxId, fiscalTokenSetAt: null })
  })

  test('a shop without its number takes no token', async () => {
    const titulaire = await openTaxpayer('nameless', null)
    await expect(
      titulaire.call(pharmacies.setFiscalToken, { body: { token: await given('TS01000004') } }),
    ).rejects.toMatchObject(refused('other-taxpayer'))
  })

  test('a rate that the platform has otherwise is told, kept for the page of the documents, and forgotten once it is ours', async () => {
    const titulaire = await openTaxpayer('rates')
    const body = { token: await given('TS01000006') }
    simulator.traps.lay('read', 'other-rates')
    const differences = [{ about: 'rate', code: 'B', ours: 1800, theirs: 2000 }]
    expect(await titulaire.call(mecef.testToken, { body })).toMatchObject({ differences })
    expect(await titulaire.call(mecef.differences, {})).toEqual({ checkedAt: clock.now.toISOString(), differences })
    expect(await titulaire.call(mecef.testToken, { body })).toMatchObject({ differences: [] })
    expect(await titulaire.call(mecef.differences, {})).toMatchObject({ differences: [] })
    // What it does not say is no difference.
    simulator.traps.lay('read', 'unavailable', 3)
    expect(await titulaire.call(mecef.testToken, { body })).toMatchObject({ hasAnswered: true, differences: [] })
  })

  test('what the platform refuses is refused in its words; when nobody answers the token is still judged', async () => {
    const titulaire = await openTaxpayer('asked')
    const body = { token: await given('TS01000005') }
    simulator.traps.lay('status', 'unauthorized')
    await expect(titulaire.call(mecef.testToken, { body })).rejects.toMatchObject(
      refused('refused', { answer: expect.stringContaining('centre des impôts') }),
    )
    for (const trap of ['html', 'empty', 'unavailable', 'lost'] as const) {
      simulator.traps.lay('status', trap)
      expect(await titulaire.call(mecef.testToken, { body })).toMatchObject({ nim: 'TS01000005', hasAnswered: false })
    }
  })
})
