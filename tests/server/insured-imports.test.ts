import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { clients } from '#shared/contract/clients.ts'
import { insuredImports } from '#shared/contract/insured-imports.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop, clock } = await testApp()
clock.now = new Date('2026-11-21T10:00:00Z')
let shop: Shop
let contractId: string
let companyId: string
let count = 0

beforeEach(async () => {
  shop = await openShop(`insured ${count++}`)
  ;[contractId, companyId] = [idOf(shop.id, 'c'), idOf(shop.id, 'i')]
  await database.platform(async (tx) => {
    await tx.insertInto('companies').values({ pharmacy_id: shop.id, id: companyId, name: 'NSIA' }).execute()
    await tx
      .insertInto('contracts')
      .values([
        { pharmacy_id: shop.id, id: contractId, company_id: companyId, label: 'Groupe', default_coverage: 70 },
        {
          pharmacy_id: shop.id,
          id: idOf(shop.id, 'ended'),
          company_id: companyId,
          label: 'Ancien',
          default_coverage: 70,
          archived: true,
        },
        {
          pharmacy_id: shop.id,
          id: idOf(shop.id, 'own'),
          owner_organization_id: shop.organizationId,
          label: 'Personnel',
          default_coverage: 100,
        },
      ])
      .execute()
  })
})

type Fields = Partial<
  Record<
    | 'number'
    | 'lastName'
    | 'firstName'
    | 'fullName'
    | 'birthDate'
    | 'sex'
    | 'phone'
    | 'coverage'
    | 'holderNumber'
    | 'relationship'
    | 'validFrom'
    | 'validUntil'
    | 'monthlyCeiling',
    string
  >
>
const asOwner = () => as(shop.titulaire.token)
const bodyOf = (rows: Fields[], endOthers = false, contract = contractId) => ({
  contractId: contract,
  rows: rows.map((fields, index) => ({ line: index + 2, fields })),
  endOthers,
})
const check = (rows: Fields[], endOthers = false, contract = contractId) =>
  asOwner().call(insuredImports.check, { body: bodyOf(rows, endOthers, contract) })
const run = (rows: Fields[], endOthers = false, contract = contractId) =>
  asOwner().call(insuredImports.run, {
    body: { ...bodyOf(rows, endOthers, contract), mapping: { number: 'Matricule', lastName: 'Nom' } },
  })

type Row = {
  number: string
  name: string
  birth: string | null
  sex: string | null
  phone: string | null
  coverage: number | null
  holder: string | null
  from: string | null
  until: string | null
  ceiling: number | null
  archived: boolean
  personId: string
  rev: number
  xmin: string
}
async function standing(): Promise<Row[]> {
  const { rows } = await database.read(shop.id, (tx) =>
    sql<Row>`
    select k.number, p.last_name || ' ' || p.first_name as name, p.birth_date as birth, p.sex, p.phone, k.coverage, h.last_name as holder, k.valid_from as "from", k.valid_until as until, k.ceiling_per_month as ceiling,
      k.archived, p.id as "personId", p.rev, k.xmin::text || ' ' || p.xmin::text as xmin
    from contract_policies k join persons p on p.pharmacy_id = k.pharmacy_id and p.id = k.beneficiary_id left join persons h on h.pharmacy_id = k.pharmacy_id and h.id = k.holder_id order by k.number, name`.execute(
      tx,
    ),
  )
  return rows
}
const persons = async (): Promise<number> =>
  (await database.read(shop.id, (tx) => tx.selectFrom('persons').select('id').execute())).length
async function heard(work: () => Promise<unknown>): Promise<string[]> {
  const lists: string[] = []
  const stop = hints.subscribe(shop.id, (list) => lists.push(list))
  await work().finally(stop)
  return lists
}

const family: Fields[] = [
  {
    number: 'A1',
    fullName: 'DOSSOU Aurèle',
    birthDate: '31/12/1980',
    sex: 'M',
    phone: '96 12 34 56',
    coverage: '80 %',
    relationship: 'Assuré',
    validFrom: '01/01/2026',
    validUntil: '31/12/2026',
    monthlyCeiling: '50 000',
  },
  { number: 'A1', fullName: 'DOSSOU Rose', birthDate: '29586', sex: 'F', relationship: 'Conjoint' },
  {
    number: 'A2',
    lastName: 'DOSSOU',
    firstName: 'Ọlá',
    birthDate: '2015-05-04',
    coverage: '0,8',
    holderNumber: 'A1',
    relationship: 'enfant',
  },
]

describe('a file of insured persons', () => {
  test('is checked without writing, then written as it said', async () => {
    const before = await persons()
    const checked = await check(family)
    expect(checked).toMatchObject({ created: 3, changed: 0, same: 0, ended: 0, errors: 0 })
    expect(checked.rows[0]).toEqual({
      line: 2,
      outcome: 'create',
      name: 'DOSSOU Aurèle',
      number: 'A1',
      personId: null,
      errors: [],
      setAside: [],
    })
    expect([await persons(), await standing()]).toEqual([before, []])
    let counts: object = {}
    expect(await heard(async () => (counts = await run(family)))).toEqual(['persons'])
    expect(counts).toEqual({ created: 3, changed: 0, same: 0, ended: 0, errors: 0 })
    const rows = await standing()
    expect(
      rows.map(({ personId, rev, xmin, ...row }) => ({ ...row, isTouched: rev > 1 && xmin !== '' && personId !== '' })),
    ).toEqual([
      {
        number: 'A1',
        name: 'DOSSOU Aurèle',
        birth: '1980-12-31',
        sex: 'M',
        phone: '+2290196123456',
        coverage: 80,
        holder: null,
        from: '2026-01-01',
        until: '2026-12-31',
        ceiling: 50_000,
        archived: false,
        isTouched: true,
      },
      {
        number: 'A1',
        name: 'DOSSOU Rose',
        birth: '1980-12-31',
        sex: 'F',
        phone: null,
        coverage: null,
        holder: 'DOSSOU',
        from: null,
        until: null,
        ceiling: null,
        archived: false,
        isTouched: true,
      },
      {
        number: 'A2',
        name: 'DOSSOU Ọlá',
        birth: '2015-05-04',
        sex: null,
        phone: null,
        coverage: 80,
        holder: 'DOSSOU',
        from: null,
        until: null,
        ceiling: null,
        archived: false,
        isTouched: true,
      },
    ])
  })

  test('twice is the same: nothing is written, and nobody is told', async () => {
    await run(family)
    const before = await standing()
    expect(
      await heard(async () =>
        expect(await run(family, true)).toEqual({ created: 0, changed: 0, same: 3, ended: 0, errors: 0 }),
      ),
    ).toEqual([])
    // whatever the order of the rows, the case and the accents
    expect(
      await run(
        family.toReversed().map((row) => ({
          ...row,
          ...(row.fullName ? { fullName: row.fullName.toUpperCase().replace('È', 'E') } : {}),
        })),
      ),
    ).toMatchObject({ same: 3 })
    expect(await standing()).toEqual(before)
  })

  test('changes what it says otherwise, and nothing that it leaves empty', async () => {
    await run(family)
    const before = await standing()
    const next = [
      { number: 'A1', fullName: 'Dossou Aurèle', coverage: '90', phone: '' },
      { number: 'B9', fullName: 'DOSSOU Ola', birthDate: '04/05/2015', sex: 'F' },
    ]
    const checked = await check(next, true)
    expect(checked).toMatchObject({ created: 0, changed: 2, same: 0, ended: 1, errors: 0 })
    expect(checked.rows.map(({ personId }) => personId)).toEqual([before[0]!.personId, before[2]!.personId])
    expect(await run(next, true)).toEqual({ created: 0, changed: 2, same: 0, ended: 1, errors: 0 })
    const after = await standing()
    expect(after.map((row) => [row.number, row.name, row.coverage, row.sex, row.phone, row.archived])).toEqual([
      ['A1', 'DOSSOU Aurèle', 90, 'M', '+2290196123456', false],
      ['A1', 'DOSSOU Rose', null, 'F', null, true],
      ['B9', 'DOSSOU Ọlá', 80, 'F', null, false],
    ])
    expect(new Set(after.map(({ rev }) => rev)).size).toBe(3)
    expect(Math.min(...after.map(({ rev }) => rev))).toBeGreaterThan(Math.max(...before.map(({ rev }) => rev)))
    // who left comes back on his old card
    expect(await run(family)).toMatchObject({ created: 0, changed: 3 })
    expect((await standing()).map(({ archived }) => archived)).toEqual([false, false, false])
  })

  test('a patient of the shop is known by name and birth date together, when only one is that', async () => {
    await database.platform(async (tx) => {
      const person = { pharmacy_id: shop.id, first_name: 'Ama', last_name: 'Kouassi', birth_date: '1990-05-17' }
      await tx
        .insertInto('persons')
        .values([
          { ...person, id: idOf(shop.id, 'ama') },
          { ...person, id: idOf(shop.id, 'z1'), first_name: 'Zoé' },
          { ...person, id: idOf(shop.id, 'z2'), first_name: 'Zoé' },
          { ...person, id: idOf(shop.id, 'old'), archived: true },
        ])
        .execute()
    })
    const { rows } = await check([
      { number: '1', fullName: 'KOUASSI AMA', birthDate: '17/05/1990' },
      { number: '2', fullName: 'KOUASSI Zoé', birthDate: '17/05/1990' },
      { number: '3', fullName: 'KOUASSI Ama' },
    ])
    expect(rows.map(({ personId, outcome }) => [outcome, personId])).toEqual([
      ['create', idOf(shop.id, 'ama')],
      ['create', null],
      ['create', null],
    ])
    const before = await persons()
    await run([{ number: '1', fullName: 'KOUASSI AMA', birthDate: '17/05/1990', phone: '97 00 00 01' }])
    expect(await persons()).toBe(before)
    expect(await standing()).toMatchObject([
      { personId: idOf(shop.id, 'ama'), name: 'Kouassi Ama', phone: '+2290197000001' },
    ])
  })

  test('a name and its number held by two of different ages are two insured persons', async () => {
    const two = [
      { number: 'A1', fullName: 'DOSSOU Jean', birthDate: '01/01/1960' },
      { number: 'A1', fullName: 'DOSSOU Jean', birthDate: '01/01/1990' },
    ]
    expect(await run(two)).toMatchObject({ created: 2 })
    expect(await run(two)).toMatchObject({ same: 2 })
  })
})

describe('rows that name nobody', () => {
  const remarks: Fields[] = [
    { number: '', fullName: 'RAS' },
    { number: '-----', fullName: '-----' },
    { number: 'TOTAL', fullName: '3' },
  ]

  test('are told in the check and do not hold up the others', async () => {
    const aged = { number: 'A3', fullName: 'AGBO Kossi', birthDate: '00/00/1978' }
    const rows = [...family, aged, ...remarks]
    const checked = await check(rows)
    expect(checked).toMatchObject({ created: 4, errors: 0 })
    expect(checked.rows.slice(3).map(({ line, outcome, setAside }) => [line, outcome, setAside])).toEqual([
      [
        5,
        'create',
        [
          {
            field: 'birthDate',
            text: '« 00/00/1978 » : jour et mois inconnus, la date de naissance reste vide.',
          },
        ],
      ],
      [6, 'aside', [{ field: 'fullName', text: '« RAS » : ligne sans assuré.' }]],
      [7, 'aside', [{ field: 'number', text: 'Ligne vide ou de séparation.' }]],
      [8, 'aside', [{ field: 'number', text: '« TOTAL » : ligne de total, sans assuré.' }]],
    ])
    expect(await run(rows)).toEqual({ created: 4, changed: 0, same: 0, ended: 0, errors: 0 })
    expect((await standing()).map(({ name, birth }) => [name, birth])).toContainEqual(['AGBO Kossi', null])
    expect(await run(rows, true)).toEqual({ created: 0, changed: 0, same: 4, ended: 0, errors: 0 })
  })

  test('alone are no complete list: nobody loses his policy', async () => {
    await run(family)
    expect(await check(remarks, true)).toMatchObject({ ended: 0 })
    expect(await run(remarks, true)).toEqual({ created: 0, changed: 0, same: 0, ended: 0, errors: 0 })
    expect((await standing()).map(({ archived }) => archived)).toEqual([false, false, false])
  })
})

test('a married woman is found by either name, and is the same person however the next list writes her', async () => {
  const row = { number: 'A1', birthDate: '17/05/1990' }
  expect(await run([{ ...row, fullName: 'DOSSOU née KOUASSI Ama' }])).toMatchObject({ created: 1 })
  expect((await standing()).map(({ name }) => name)).toEqual(['DOSSOU Ama (née KOUASSI)'])
  for (const search of ['kouassi', 'dossou ama', 'ama kouassi'])
    expect((await asOwner().call(clients.list, { query: { search } })).items).toHaveLength(1)
  for (const fullName of ['KOUASSI épse DOSSOU Ama', 'DOSSOU Ama', 'DOSSOU AMA (NÉE KOUASSI)'])
    expect(await run([{ ...row, fullName }])).toMatchObject({ created: 0, same: 1 })
})

describe('faults', () => {
  test('each at its line and field; one in the last row, and nothing at all is written', async () => {
    const rows = [...family, { number: 'A3', fullName: 'AGBO Kossi', coverage: '101', birthDate: '31/02/1990' }]
    const checked = await check(rows)
    expect(checked).toMatchObject({ created: 3, errors: 1 })
    expect(checked.rows[3]).toMatchObject({
      line: 5,
      outcome: 'error',
      name: 'AGBO Kossi',
      errors: [
        { field: 'birthDate', text: expect.stringContaining('31/02/1990') as string },
        { field: 'coverage', text: expect.stringContaining('101') as string },
      ],
    })
    const before = await persons()
    expect(
      await heard(async () => {
        await expect(run(rows)).rejects.toMatchObject({
          message: 'insured:invalidRows',
          details: { errors: 1, rows: [{ line: 5, errors: [{ field: 'birthDate' }, { field: 'coverage' }] }] },
        })
      }),
    ).toEqual([])
    expect([await persons(), await standing()]).toEqual([before, []])
    expect(await asOwner().call(insuredImports.readMapping, { params: { id: companyId } })).toEqual({ mapping: null })
  })

  test('an insured person who comes twice names the other line', async () => {
    const { rows } = await check([
      family[0]!,
      { number: 'A1', fullName: 'Aurele DOSSOU' },
      { number: 'A7', fullName: 'DOSSOU Aurèle', birthDate: '1980-12-31' },
    ])
    expect(rows.map(({ errors }) => errors)).toEqual([
      [],
      [{ field: 'number', text: 'Cet assuré est déjà à la ligne 2 du fichier.' }],
      [{ field: 'number', text: 'Cet assuré est déjà à la ligne 2 du fichier.' }],
    ])
  })

  test('a holder whom neither the file nor the contract has; one of the contract is enough', async () => {
    const child = { number: 'A2', fullName: 'DOSSOU Ola', birthDate: '04/05/2015', holderNumber: 'A1' }
    expect((await check([child])).rows[0]?.errors).toEqual([
      { field: 'holderNumber', text: '« A1 » n’est le numéro d’aucun assuré principal du fichier ni du contrat.' },
    ])
    await run([family[0]!])
    await run([child])
    expect((await standing()).map(({ holder }) => holder)).toEqual([null, 'DOSSOU'])
  })

  test('an end before the beginning that the policy has', async () => {
    await run([family[0]!])
    expect(
      (await check([{ number: 'A1', fullName: 'DOSSOU Aurèle', validUntil: '31/12/2025' }])).rows[0]?.errors,
    ).toMatchObject([{ field: 'validUntil' }])
  })

  test('only the first twenty faulty rows are named', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => ({ number: String(index), fullName: '' }))
    const error = await run(rows).catch((cause: unknown) => cause as { details: { errors: number; rows: unknown[] } })
    expect([
      (error as { details: { errors: number } }).details.errors,
      (error as { details: { rows: unknown[] } }).details.rows.length,
    ]).toEqual([50, 20])
  })

  test('a contract that is archived, unknown or another pharmacy’s', async () => {
    const stranger = await openShop(`insured other ${count}`)
    for (const [contract, message] of [
      [idOf(shop.id, 'ended'), 'archived'],
      [idOf('nobody'), 'unknown'],
    ] as const)
      for (const call of [check, run])
        await expect(call(family, false, contract)).rejects.toMatchObject({
          message: 'requests:invalid',
          details: { issues: [{ path: 'body.contractId', message }] },
        })
    await expect(
      as(stranger.titulaire.token).call(insuredImports.check, { body: bodyOf(family) }),
    ).rejects.toMatchObject({ details: { issues: [{ path: 'body.contractId', message: 'unknown' }] } })
    await expect(
      as(stranger.titulaire.token).call(insuredImports.readMapping, { params: { id: companyId } }),
    ).rejects.toMatchObject({ message: 'requests:notFound' })
  })
})

test('how a payer’s files are read is kept for the next one', async () => {
  await run(family)
  await run([{ number: 'O1', fullName: 'AGBO Kossi' }], false, idOf(shop.id, 'own'))
  const mapping = { mapping: { number: 'Matricule', lastName: 'Nom' } }
  for (const id of [companyId, shop.organizationId])
    expect(await asOwner().call(insuredImports.readMapping, { params: { id } })).toEqual(mapping)
  await asOwner().call(insuredImports.run, { body: { ...bodyOf(family), mapping: { fullName: 'Assuré' } } })
  expect(await asOwner().call(insuredImports.readMapping, { params: { id: companyId } })).toEqual({
    mapping: { fullName: 'Assuré' },
  })
})

test('20,000 insured persons in one run', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    number: `M${index}`,
    fullName: `NOM${index % 5000} Prénom${index}`,
    birthDate: `${String((index % 28) + 1).padStart(2, '0')}/${String((index % 12) + 1).padStart(2, '0')}/${1940 + (index % 80)}`,
    sex: index % 2 ? 'F' : 'M',
    phone: '0196123456',
    coverage: '80',
  }))
  // among as many patients who are somebody else
  await database.platform((tx) =>
    sql`insert into persons (pharmacy_id, id, last_name, first_name, birth_date) select ${shop.id}::uuid, gen_random_uuid(), 'NOM' || n, 'Autre', '1940-01-01'::date + n % 29000 from generate_series(1, 20000) n`.execute(
      tx,
    ),
  )
  const start = performance.now()
  expect(await run(rows)).toMatchObject({ created: 20_000, errors: 0 })
  const created = performance.now()
  expect(await run(rows, true)).toMatchObject({ same: 20_000, ended: 0 })
  const same = performance.now()
  expect((await check(rows)).same).toBe(20_000)
  const checked = performance.now()
  expect(await run(rows.map((row) => ({ ...row, coverage: '90', phone: '0196123457' })))).toMatchObject({
    changed: 20_000,
  })
  process.stdout.write(
    `20,000 insured persons: ${Math.round(created - start)} ms, the same again ${Math.round(same - created)} ms, checked ${Math.round(checked - same)} ms, changed ${Math.round(performance.now() - checked)} ms\n`,
  )
})
