import { beforeEach, expect, test } from 'vitest'
import { tags, type Tag } from '#shared/contract/tags.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`tags ${count++}`)
})

const asPharmacist = () => as(shop.pharmacien.token)
const aTag = (label: string, type: Tag['type'] = 'person'): Promise<Tag> =>
  asPharmacist().call(tags.create, { body: { type, label } })

test('a new tag is gray, and there once', async () => {
  const tag = await aTag('  Fidèle ')
  expect(tag).toMatchObject({ type: 'person', label: 'Fidèle', color: 'gray' })
  expect(await asPharmacist().call(tags.read, { params: { id: tag.id } })).toEqual(tag)
})

test('a label is one of its type, however it is written', async () => {
  const tag = await aTag('Fidèle')
  await expect(aTag('FIDELE')).rejects.toMatchObject({ message: 'requests:taken', status: 409 })
  const other = await aTag('Diabétique')
  await expect(
    asPharmacist().call(tags.patch, { params: { id: other.id }, body: { label: 'fidele' } }),
  ).rejects.toMatchObject({ message: 'requests:taken' })
  await aTag('Fidèle', 'organization')
  expect(await asPharmacist().call(tags.patch, { params: { id: tag.id }, body: { color: 'red' } })).toEqual({
    ...tag,
    color: 'red',
  })
})

test('the list takes several types, and pages of 20', async () => {
  for (const index of Array.from({ length: 21 }, (_, place) => String(place).padStart(2, '0'))) await aTag(`p${index}`)
  await aTag('école', 'organization')
  await aTag('zone', 'contract-policy')
  const list = (query: object) => asPharmacist().call(tags.list, { query })
  const first = await list({ types: 'person,organization' })
  expect([first.items.length, first.total]).toEqual([20, 22])
  expect(first.items.map(({ label }) => label).slice(0, 3)).toEqual(['école', 'p00', 'p01'])
  expect((await list({ types: 'person,organization', page: 1 })).items.map(({ label }) => label)).toEqual([
    'p19',
    'p20',
  ])
  expect((await list({})).total).toBe(23)
  for (const types of ['', 'person,nobody', 'person;organization'])
    await expect(list({ types })).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: expect.stringMatching(/^query\.types/) as string }] },
    })
})

test('deleting a tag takes it off everything that carries it, and tills read those rows again', async () => {
  const [gone, kept] = [await aTag('Fidèle'), await aTag('Diabétique')]
  const pharmacy_id = shop.id
  await database.platform(async (tx) => {
    await tx
      .updateTable('persons')
      .set({ tag_ids: [gone.id, kept.id] })
      .where('pharmacy_id', '=', shop.id)
      .where('id', '=', shop.patientId)
      .execute()
    await tx
      .updateTable('organizations')
      .set({ tag_ids: [gone.id] })
      .where('pharmacy_id', '=', shop.id)
      .execute()
    await tx
      .insertInto('contracts')
      .values({
        pharmacy_id,
        id: idOf(shop.id, 'contract'),
        owner_organization_id: shop.organizationId,
        label: 'Personnel',
        default_coverage: 100,
      })
      .execute()
    await tx
      .insertInto('contract_policies')
      .values({
        pharmacy_id,
        id: idOf(shop.id, 'policy'),
        contract_id: idOf(shop.id, 'contract'),
        beneficiary_id: shop.debtorId,
        number: '1',
        tag_ids: [kept.id, gone.id],
      })
      .execute()
  })
  const heard: string[] = []
  const stop = hints.subscribe(shop.id, (list) => heard.push(list))
  await asPharmacist().call(tags.remove, { params: { id: gone.id } })
  stop()
  await database.read(shop.id, async (tx) => {
    const persons = await tx.selectFrom('persons').select(['id', 'tag_ids', 'rev']).execute()
    expect(persons.find(({ id }) => id === shop.patientId)?.tag_ids).toEqual([kept.id])
    expect(persons.every(({ rev }) => rev > 1)).toBe(true)
    expect(await tx.selectFrom('organizations').select('tag_ids').executeTakeFirst()).toEqual({ tag_ids: [] })
    expect((await tx.selectFrom('organizations').select('rev').executeTakeFirstOrThrow()).rev).toBeGreaterThan(1)
    expect(await tx.selectFrom('contract_policies').select('tag_ids').executeTakeFirst()).toEqual({
      tag_ids: [kept.id],
    })
  })
  expect(heard.toSorted()).toEqual(['organizations', 'persons', 'tags'])
  await expect(asPharmacist().call(tags.remove, { params: { id: gone.id } })).rejects.toMatchObject({
    message: 'requests:notFound',
    status: 404,
  })
})

test('a tag of another pharmacy is not there, and its rows stay', async () => {
  const tag = await aTag('Fidèle')
  await database.platform((tx) =>
    tx
      .updateTable('persons')
      .set({ tag_ids: [tag.id] })
      .where('pharmacy_id', '=', shop.id)
      .execute(),
  )
  const stranger = as((await openShop(`tags other ${count}`)).titulaire.token)
  const params = { id: tag.id }
  const unknown = { message: 'requests:notFound', status: 404 }
  await expect(stranger.call(tags.read, { params })).rejects.toMatchObject(unknown)
  await expect(stranger.call(tags.patch, { params, body: { label: 'x' } })).rejects.toMatchObject(unknown)
  await expect(stranger.call(tags.remove, { params })).rejects.toMatchObject(unknown)
  expect(await database.read(shop.id, (tx) => tx.selectFrom('persons').select('tag_ids').execute())).toEqual([
    { tag_ids: [tag.id] },
    { tag_ids: [tag.id] },
  ])
})

test('a label without a letter, too long, or of no type is refused at its field', async () => {
  const create = (body: object) =>
    asPharmacist().call(tags.create, { body: { type: 'person', label: 'a', ...body } as never })
  await expect(create({ label: '  ' })).rejects.toMatchObject({ details: { issues: [{ path: 'body.label' }] } })
  await expect(create({ label: 'x'.repeat(41) })).rejects.toMatchObject({
    details: { issues: [{ path: 'body.label' }] },
  })
  await expect(create({ type: 'sale' })).rejects.toMatchObject({ details: { issues: [{ path: 'body.type' }] } })
  await expect(create({ color: 'black' })).rejects.toMatchObject({ details: { issues: [{ path: 'body.color' }] } })
})
