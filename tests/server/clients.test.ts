import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clients } from '#shared/contract/clients.ts'
import { tags as tagCalls } from '#shared/contract/tags.ts'
import { persons } from '#shared/contract/persons.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, database, openShop } = server
const shop = await openShop('searched')
const other = await openShop('elsewhere')
const make = clientsOf(server, shop)
const titulaire = as(shop.titulaire.token)
type Query = NonNullable<CallInput<typeof clients.list>['query']>
const list = (query: Query = {}) => titulaire.call(clients.list, { query })
const found = async (query: Query) => (await list(query)).items.map(({ id }) => id)

async function anOrganization(
  name: string,
  values: { phone?: string; tax_id?: string; archived?: boolean; tag_ids?: string[] } = {},
  of: Shop = shop,
): Promise<string> {
  const id = randomUUID()
  await database.platform((tx) =>
    tx
      .insertInto('organizations')
      .values({ pharmacy_id: of.id, id, name, ...values })
      .execute(),
  )
  return id
}

test('one search finds persons and organizations, each as a list shows it', async () => {
  const tag = await make.tag('person')
  const person = await make.person({
    lastName: 'Gbaguidi',
    firstName: 'Sènami',
    birthDate: '1990-05-17',
    phone: '96123456',
    creditLimit: 5000,
    tags: [tag],
  })
  const organization = await anOrganization('Imprimerie Gbaguidi', { phone: '+2290121301234' })
  await make.policy({ contractId: await make.contract(), personId: person.id, number: 'N-1' })
  await make.purchase({ creditOf: person.id })
  expect(await list({ search: 'gbaguidi' })).toEqual({
    total: 2,
    items: [
      {
        kind: 'person',
        id: person.id,
        name: 'GBAGUIDI Sènami',
        phone: '+2290196123456',
        birthDate: '1990-05-17',
        creditLimit: 5000,
        outgoing: 1000,
        policies: 1,
        tags: [tag],
        archived: false,
        toCheck: false,
      },
      {
        kind: 'organization',
        id: organization,
        name: 'Imprimerie Gbaguidi',
        phone: '+2290121301234',
        birthDate: null,
        creditLimit: 0,
        outgoing: 0,
        policies: 0,
        tags: [],
        archived: false,
      },
    ],
  })
})

test('words in any order, without case or accents, whole or begun', async () => {
  const { id } = await make.person({ lastName: 'Houéto', firstName: 'Œdipe Clé\u0301mence' })
  for (const search of ['houeto', 'HOUÉTO', 'clemence houeto', 'hou oedi', '  houéto  ', 'Œdipe', 'e\u0301to'])
    expect(await found({ search })).toEqual([id])
  for (const search of ['houeto ibrahim', 'houetos', '%', '_', '\\']) expect(await found({ search })).toEqual([])
})

test.each(['Ọlá Ṣadé', '王小明', 'Иванов', 'مُحَمَّد', 'Ɔ́kpɛ́', '<b>gras</b>', '🙈'])(
  '« %s » is found as it is written',
  async (name) => {
    const { id } = await make.person({ lastName: name })
    expect(await found({ search: name })).toContain(id)
  },
)

test('a phone by any part of its digits, however they are set apart', async () => {
  const { id } = await make.person({ lastName: 'Téléphone', phone: '+229 01 97 81 26 44' })
  for (const search of [
    '0197812644',
    '01 97 81 26 44',
    '97812644',
    '97 81 26 44',
    '97.81.26.44',
    '812644',
    '+229 01 97 81',
    '00229 0197812644',
    '(229) 01-97-81',
  ])
    expect([search, await found({ search })]).toEqual([search, [id]])
  expect(await found({ search: '97 82 26 44' })).toEqual([])
  expect(await found({ search: 'téléphone 9781' })).toEqual([id])
  const organization = await anOrganization('Mairie', { phone: '+229 01 21 30 77 77' })
  expect(await found({ search: '21 30 77' })).toEqual([organization])
})

test('by the number of a policy that is not archived, of social security, and of the tax office', async () => {
  const one = await make.person({ lastName: 'Assuré', socialSecurityId: 'CNSS-88123' })
  const contractId = await make.contract()
  await make.policy({ contractId, personId: one.id, number: 'NSIA-2026/77' })
  await make.policy({ contractId, personId: one.id, number: 'VIEUX-1', archived: true })
  const organization = await anOrganization('Cimenterie', { tax_id: '3200512345678' })
  for (const search of ['nsia-2026/77', '2026/77', 'cnss-88123', '88123', 'assuré nsia'])
    expect([search, await found({ search })]).toEqual([search, [one.id]])
  expect(await found({ search: 'vieux' })).toEqual([])
  expect(await found({ search: '3200512345678' })).toEqual([organization])
})

test('by kind, by tag, the insured, the archived', async () => {
  const [personTag, organizationTag] = [await make.tag('person'), await make.tag('organization')]
  const [insured, tagged, gone] = [
    await make.person({ lastName: 'Filtre' }),
    await make.person({ lastName: 'Filtre', tags: [personTag] }),
    await make.person({ lastName: 'Filtre' }),
  ]
  const organization = await anOrganization('Filtre & fils', { tag_ids: [organizationTag] })
  const closed = await anOrganization('Filtre fermé', { archived: true })
  await make.policy({ contractId: await make.contract(), personId: insured.id, number: 'F' })
  await titulaire.call(persons.remove, { params: { id: gone.id } })
  const search = 'filtre'
  expect(new Set(await found({ search, kind: 'person' }))).toEqual(new Set([insured.id, tagged.id]))
  expect(await found({ search, kind: 'organization' })).toEqual([organization])
  expect([await found({ search, tag: personTag }), await found({ search, tag: organizationTag })]).toEqual([
    [tagged.id],
    [organization],
  ])
  expect(await found({ search, only: 'insured' })).toEqual([insured.id])
  expect(new Set(await found({ search, only: 'archived' }))).toEqual(new Set([gone.id, closed]))
  expect(await found({ search, kind: 'organization', only: 'insured' })).toEqual([])
})

test('who was merged is no client any more; what he owed is counted with who he is', async () => {
  const [kept, duplicate] = [await make.person({ lastName: 'Réuni' }), await make.person({ lastName: 'Réuni' })]
  await make.purchase({ creditOf: duplicate.id })
  await titulaire.call(persons.merge, { params: { id: kept.id }, body: { duplicateId: duplicate.id } })
  expect(await list({ search: 'reuni' })).toMatchObject({ total: 1, items: [{ id: kept.id, outgoing: 1000 }] })
  expect(await found({ search: 'reuni', only: 'debtors', sort: '-outgoing' })).toEqual([kept.id])
  expect(await found({ search: 'reuni', only: 'archived' })).toEqual([])
})

test('those who owe, and who owes most first: billed or not, paid no more', async () => {
  const [much, little, paid, none] = [
    await make.person({ lastName: 'Dette Z' }),
    await make.person({ lastName: 'Dette A' }),
    await make.person({ lastName: 'Dette B' }),
    await make.person({ lastName: 'Dette C' }),
  ]
  const bought = [
    await make.purchase({ creditOf: much.id }),
    await make.purchase({ creditOf: much.id }),
    await make.purchase({ creditOf: little.id }),
    await make.purchase({ creditOf: paid.id }),
  ]
  await make.bill({ personId: much.id, lines: [bought[0]!] })
  await make.bill({ personId: paid.id, status: 'closed', lines: [bought[3]!] })
  const search = 'dette'
  expect(await found({ search, only: 'debtors' })).toEqual([little.id, much.id])
  expect(await found({ search, only: 'debtors', sort: '-outgoing' })).toEqual([much.id, little.id])
  expect(await found({ search, sort: '-outgoing' })).toEqual([much.id, little.id, paid.id, none.id])
  expect((await list({ search, sort: '-outgoing' })).items.map(({ outgoing }) => outgoing)).toEqual([2000, 1000, 0, 0])
})

test('pages follow each other and hold everybody once; the total is of all of them', async () => {
  const whole = await list({ size: 2000 })
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(whole.total / 3) }, (_, page) => list({ page, size: 3 })),
  )
  expect(pages.flatMap(({ items }) => items)).toEqual(whole.items)
  expect(whole.items).toHaveLength(whole.total)
  expect(await list({ page: 1000, size: 3 })).toEqual({ items: [], total: whole.total })
})

test('sorted by every column, both ways', async () => {
  const tags = [await make.tag('person'), await make.tag('person')]
  const labels = new Map(
    (await titulaire.call(tagCalls.list, { query: { size: 100 } })).items.map((tag) => [tag.id, tag.label]),
  )
  const [one, two] = [
    await make.person({ lastName: 'Trié É', birthDate: '1990-05-17', phone: '96123456', tags }),
    await make.person({
      lastName: 'Trié d',
      birthDate: '1980-01-01',
      phone: '97123456',
      creditLimit: 9000,
      tags: [tags[1]!],
    }),
  ]
  const organization = await anOrganization('Trié F', { phone: '+2290121301234' })
  await anOrganization('Trié G', { archived: true })
  const contractId = await make.contract()
  await make.policy({ contractId, personId: one.id, number: 'T-1' })
  await make.policy({ contractId, personId: one.id, number: 'T-2' })
  await make.policy({ contractId, personId: two.id, number: 'T-3' })
  for (const id of [one.id, one.id, two.id]) await make.purchase({ creditOf: id })
  await titulaire.call(persons.patch, { params: { id: one.id }, body: { creditLimit: 500 } })
  const search = 'trie'
  await expectSortedBothWays((query) => list({ ...query, search }), {
    name: ({ name }) => name,
    kind: ({ kind }) => kind,
    birthDate: ({ birthDate }) => birthDate,
    phone: ({ phone }) => phone,
    policies: ({ policies }) => policies,
    tags: ({ tags: ids }) => ids.map((id) => labels.get(id)).join(', ') || null,
    outgoing: ({ outgoing }) => outgoing,
    creditLimit: ({ creditLimit }) => creditLimit,
  })
  // Over the limit first; who is not has no state.
  for (const sort of ['state', '-state'] as const)
    expect(await found({ search, sort })).toEqual([one.id, two.id, organization])
})

test('the clients of another pharmacy are not found', async () => {
  await clientsOf(server, other).person({ lastName: 'Étranger' })
  await anOrganization('Étranger SA', {}, other)
  expect(await list({ search: 'etranger' })).toEqual({ items: [], total: 0 })
})
