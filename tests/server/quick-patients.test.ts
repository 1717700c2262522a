import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { persons, type NewQuickPatient } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { insurance } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aQuickPatient, openContract } from '#tests/server/support/quick-patients.ts'
import { aSale, cash } from '#tests/server/support/selling.ts'
import { openAdmin, type Shop, tokenOfSeller } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, hints, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`quick ${count++}`)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const create = (body: NewQuickPatient, token = tokenOfSeller(shop, body.sellerId)) =>
  as(token).call(persons.createPatientByQuickWay, { body })
const read = (id: string) => as(shop.titulaire.token).call(persons.read, { params: { id } })
const personsCount = () =>
  database.read(
    shop.id,
    async (tx) =>
      (
        await tx
          .selectFrom('persons')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
  )
const card = (contractId: string, of: Partial<NonNullable<NewQuickPatient['policy']>> = {}) => ({
  id: randomUUID(),
  contractId,
  number: 'B-77',
  coverage: null,
  holderId: null,
  ...of,
})
const withoutPolicies = { policies: [], outgoing: 0, creditLimit: 0, tags: [], archived: false, mergedInto: null }

describe('a patient made at the counter', () => {
  test('is there under the terminal’s id, made when the terminal says, his phone as every phone', async () => {
    const body = aQuickPatient(shop, { lastName: 'N’Guessan', firstName: '<b>Aya</b> Łucja 张', phone: '96 12 34 56' })
    const answer = await create(body)
    expect(answer).toEqual({
      id: body.id,
      lastName: 'N’Guessan',
      firstName: '<b>Aya</b> Łucja 张',
      birthDate: '1990-05-17',
      sex: 'F',
      phone: '+2290196123456',
      socialSecurityId: null,
      ...withoutPolicies,
    })
    expect(await read(body.id)).toMatchObject({ ...answer, createdAt: body.createdAt, note: null })
  })

  test('is never older than the server’s clock says it can be', async () => {
    const body = aQuickPatient(shop, { createdAt: new Date(clock.now.getTime() + 86_400_000).toISOString() })
    await create(body)
    expect((await read(body.id)).createdAt).toBe(clock.now.toISOString())
  })

  test('keeps in his note a phone that is none: nothing typed at the counter is lost', async () => {
    const body = aQuickPatient(shop, { phone: '96 12 34 (chez sa sœur)' })
    expect(await create(body)).toMatchObject({ phone: null })
    expect(await read(body.id)).toMatchObject({
      phone: null,
      note: 'Téléphone noté au comptoir\u202f: 96 12 34 (chez sa sœur)',
    })
  })

  test.each(['9999-01-01', '1203-05-17'])('keeps in his note a birth date that is none: %s', async (birthDate) => {
    const body = aQuickPatient(shop, { birthDate })
    expect(await create(body)).toMatchObject({ birthDate: null })
    expect(await read(body.id)).toMatchObject({
      birthDate: null,
      note: `Date de naissance notée au comptoir\u202f: ${birthDate}`,
    })
  })

  test('is another than who has the same phone', async () => {
    const [one, other] = [aQuickPatient(shop), aQuickPatient(shop, { lastName: 'Bio' })]
    await create(one)
    await create(other)
    expect([await read(one.id), await read(other.id)]).toMatchObject([
      { lastName: 'Agbodjan', phone: '+2290196123456' },
      { lastName: 'Bio', phone: '+2290196123456' },
    ])
  })

  test('tells every till, once', async () => {
    const heard: string[] = []
    const stop = hints.subscribe(shop.id, (list) => heard.push(list))
    const body = aQuickPatient(shop)
    const { cursor } = await as(shop.vendeur.token).call(persons.list, { query: { cursor: '' } })
    await create(body)
    await create(body)
    stop()
    expect(heard).toEqual(['persons'])
    const changes = await as(shop.vendeur.token).call(persons.list, { query: { cursor: cursor! } })
    expect(changes.items.map(({ id }) => id)).toEqual([body.id])
  })
})

describe('his card', () => {
  test('keeps the contract’s rate when a seller raises it; who may edit contracts raises it', async () => {
    const { contractId } = await openContract(database, shop)
    const made = async (coverage: number, seller = shop.vendeur) =>
      (await create(aQuickPatient(shop, { seller, policy: card(contractId, { coverage }) }))).policies[0]?.coverage
    expect(await made(100)).toBeNull()
    expect(await made(80)).toBe(80)
    expect(await made(100, shop.pharmacien)).toBeNull()
    expect(await made(100, shop.titulaire)).toBe(100)
  })

  test('is a policy, and pays for his first sale', async () => {
    const { contractId } = await openContract(database, shop)
    const body = aQuickPatient(shop, { policy: card(contractId, { coverage: 70, holderId: shop.debtorId }) })
    const { policies } = await create(body)
    expect(policies).toEqual([
      expect.objectContaining({
        id: body.policy!.id,
        contractId,
        beneficiaryId: body.id,
        holderId: shop.debtorId,
        number: 'B-77',
        coverage: 70,
        uses: null,
      }),
    ])
    expect((await read(body.id)).policies).toEqual(policies)
    const sale = aSale(shop, { patientId: body.id, payments: [insurance(700, body.policy!.id, 70), cash(300)] })
    expect(await as(shop.vendeur.token).call(sales.close, { body: sale })).toMatchObject({
      patientName: 'AGBODJAN Clarisse',
      flags: [],
    })
  })

  test('is his own when he is named as its holder', async () => {
    const { contractId } = await openContract(database, shop)
    const body = aQuickPatient(shop)
    expect((await create({ ...body, policy: card(contractId, { holderId: body.id }) })).policies).toMatchObject([
      { holderId: null },
    ])
  })

  test('is taken under an archived contract: the sale decides', async () => {
    const { contractId } = await openContract(database, shop)
    await database.write(shop.id, (tx) =>
      tx.updateTable('contracts').set({ archived: true }).where('id', '=', contractId).execute(),
    )
    const body = aQuickPatient(shop, { policy: card(contractId) })
    expect((await create(body)).policies).toHaveLength(1)
    const sale = aSale(shop, { patientId: body.id, payments: [insurance(800, body.policy!.id), cash(200)] })
    expect(await as(shop.vendeur.token).call(sales.close, { body: sale })).toMatchObject({
      flags: ['coverage:invalid'],
    })
  })

  test('needs a contract, and a holder, of this pharmacy', async () => {
    const other = await openShop(`quick other ${count}`)
    const foreign = await openContract(database, other)
    const { contractId } = await openContract(database, shop)
    const unknown = (field: string) => ({
      message: 'requests:invalid',
      status: 400,
      details: { issues: [{ path: `body.policy.${field}`, message: 'unknown' }] },
    })
    const before = await personsCount()
    await expect(create(aQuickPatient(shop, { policy: card(foreign.contractId) }))).rejects.toMatchObject(
      unknown('contractId'),
    )
    await expect(
      create(aQuickPatient(shop, { policy: card(contractId, { holderId: other.patientId }) })),
    ).rejects.toMatchObject(unknown('holderId'))
    expect(await personsCount()).toBe(before)
  })

  test('may be mended in a new attempt', async () => {
    const { contractId } = await openContract(database, shop)
    const body = aQuickPatient(shop, { policy: card(randomUUID()) })
    await expect(create(body)).rejects.toMatchObject({ message: 'requests:invalid' })
    await expect(create(body)).rejects.toMatchObject({ message: 'requests:invalid' })
    expect((await create({ ...body, revision: 2, policy: card(contractId) })).policies).toHaveLength(1)
  })

  test('is not another’s: an id that is taken is refused', async () => {
    const { contractId } = await openContract(database, shop)
    const policy = card(contractId)
    await create(aQuickPatient(shop, { policy }))
    await expect(create(aQuickPatient(shop, { policy }))).rejects.toMatchObject({
      message: 'requests:conflict',
      status: 409,
    })
  })
})

describe('sent again', () => {
  test('he gets the same answer, byte for byte, and exists once, whoever sends', async () => {
    const body = aQuickPatient(shop)
    const post = (token: string) =>
      app.inject({
        method: 'POST',
        url: '/api/persons/createPatientByQuickWay',
        headers: { authorization: `Bearer ${token}` },
        payload: body,
      })
    const before = await personsCount()
    const answers = await Promise.all(
      [shop.vendeur.token, shop.terminal.token, shop.titulaire.token, shop.vendeur.token].map(post),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(await personsCount()).toBe(before + 1)
  })

  test('with other content he is refused, and what stands stays', async () => {
    const body = aQuickPatient(shop)
    await create(body)
    await expect(create({ ...body, lastName: 'Bio' })).rejects.toMatchObject({
      message: 'sales:payloadMismatch',
      status: 409,
    })
    await expect(create({ ...body, revision: 2, lastName: 'Bio' })).rejects.toMatchObject({
      message: 'sales:payloadMismatch',
    })
    expect(await read(body.id)).toMatchObject({ lastName: 'Agbodjan' })
  })

  test('under the id of who was there before he is refused', async () => {
    await expect(create(aQuickPatient(shop, { id: shop.patientId }))).rejects.toMatchObject({
      message: 'requests:conflict',
      status: 409,
    })
    expect(await read(shop.patientId)).toMatchObject({ lastName: 'Zinsou' })
  })

  test('under the id of a sale he is refused', async () => {
    const sale = aSale(shop)
    await as(shop.vendeur.token).call(sales.close, { body: sale })
    await expect(create(aQuickPatient(shop, { id: sale.id }))).rejects.toMatchObject({
      message: 'sales:payloadMismatch',
    })
  })
})

describe('who may', () => {
  test('is judged on the seller whom the body names, and on who sends it', async () => {
    await expect(create(aQuickPatient(shop, { seller: shop.stocks }), shop.titulaire.token)).rejects.toMatchObject({
      message: 'auth:forbidden',
      status: 403,
    })
    await expect(create(aQuickPatient(shop), shop.stocks.token)).rejects.toMatchObject({ message: 'auth:forbidden' })
    expect(await create(aQuickPatient(shop), shop.pharmacien.token)).toMatchObject({ lastName: 'Agbodjan' })
    expect(await create(aQuickPatient(shop), shop.terminal.token)).toMatchObject({ lastName: 'Agbodjan' })
  })

  test('a right revoked since does not lose him; a role that the body names gives nothing', async () => {
    const made = aQuickPatient(shop)
    await database.write(shop.id, (tx) => tx.deleteFrom('user_roles').where('user_id', '=', shop.vendeur.id).execute())
    expect(await create(made, shop.terminal.token)).toMatchObject({ lastName: 'Agbodjan' })
    await expect(
      create(aQuickPatient(shop, { seller: shop.stocks, sellerRoles: ['titulaire'] }), shop.terminal.token),
    ).rejects.toMatchObject({ message: 'auth:forbidden' })
  })

  test('a seller of another pharmacy may not, nor an account of none', async () => {
    const other = await openShop(`quick seller ${count}`)
    await expect(create(aQuickPatient(shop, { seller: other.vendeur }))).rejects.toMatchObject({
      message: 'sales:unknownSeller',
      status: 422,
    })
    await expect(create(aQuickPatient(shop), await openAdmin(database))).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
  })
})
