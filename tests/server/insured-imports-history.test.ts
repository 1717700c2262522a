import { beforeEach, describe, expect, test } from 'vitest'
import { contractPolicies } from '#shared/contract/contract-policies.ts'
import { insuredImports } from '#shared/contract/insured-imports.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { insurance } from '#tests/server/support/insured.ts'
import { aSale, cash } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop, clock } = await testApp()
clock.now = new Date('2026-11-21T10:00:00Z')
let shop: Shop
let contractId: string
let count = 0

beforeEach(async () => {
  shop = await openShop(`insured history ${count++}`)
  contractId = idOf(shop.id, 'c')
  await database.platform(async (tx) => {
    await tx
      .insertInto('companies')
      .values({ pharmacy_id: shop.id, id: idOf(shop.id, 'i'), name: 'NSIA' })
      .execute()
    await tx
      .insertInto('contracts')
      .values({
        pharmacy_id: shop.id,
        id: contractId,
        company_id: idOf(shop.id, 'i'),
        label: 'Groupe',
        default_coverage: 80,
      })
      .execute()
  })
})

type Fields = Record<string, string>
const asOwner = () => as(shop.titulaire.token)
/** A minute apart, as two files are. */
function run(rows: Fields[], given: { onlyGood?: boolean; endOthers?: boolean; fileName?: string } = {}) {
  clock.now = new Date(clock.now.getTime() + 60_000)
  return asOwner().call(insuredImports.run, {
    body: {
      contractId,
      rows: rows.map((fields, index) => ({ line: index + 2, fields })),
      mapping: { number: 'Matricule' },
      ...given,
    },
  })
}
const history = async (by = asOwner()) => (await by.call(insuredImports.history, { query: { contractId } })).items
const rowsOf = (id: string, by = asOwner()) => by.call(insuredImports.rows, { params: { id } })
const undo = (id: string, by = asOwner()) => by.call(insuredImports.undo, { params: { id } })
async function standing() {
  const rows = await database.read(shop.id, (tx) =>
    tx
      .selectFrom('contract_policies as k')
      .innerJoin('persons as p', 'p.id', 'k.beneficiary_id')
      .leftJoin('persons as h', 'h.id', 'k.holder_id')
      .select(['k.id', 'k.number', 'p.id as personId', 'p.last_name as name', 'h.last_name as holder'])
      .select(['k.archived', 'p.archived as gone'])
      .orderBy('k.number')
      .orderBy('p.last_name')
      .execute(),
  )
  return rows
}
const inUse = async () => (await standing()).filter(({ archived }) => !archived).map(({ name }) => name)

const aurele = {
  number: 'A1',
  lastName: 'DOSSOU',
  firstName: 'Aurèle',
  birthDate: '31/12/1980',
  relationship: 'Assuré',
}
const rose = { number: 'A2', lastName: 'AGBO', firstName: 'Rose', birthDate: '04/05/1990' }
const wrong = { number: 'A3', lastName: 'ZINSOU', firstName: 'Kofi', coverage: '101' }

describe('the good rows alone', () => {
  test('are taken when it is asked, and the others are kept with their line and reason', async () => {
    await expect(run([aurele, wrong, rose])).rejects.toMatchObject({ message: 'insured:invalidRows' })
    expect(await history()).toEqual([])
    expect(await run([aurele, wrong, rose], { onlyGood: true, fileName: 'nsia.xlsx' })).toEqual({
      created: 2,
      changed: 0,
      same: 0,
      ended: 0,
      errors: 1,
    })
    expect(await inUse()).toEqual(['DOSSOU', 'AGBO'])
    const [made] = await history()
    expect(made).toMatchObject({
      fileName: 'nsia.xlsx',
      importedAt: clock.now.toISOString(),
      importedByName: expect.any(String) as string,
      added: 2,
      refused: 1,
      undone: null,
      canUndo: true,
    })
    expect(await rowsOf(made!.id)).toMatchObject({
      refused: [{ line: 3, code: 'A3', label: 'ZINSOU Kofi', errors: [{ field: 'coverage' }] }],
      kept: [],
    })
  })

  test('a dependant whose holder is in a row to correct is left out with it, and never becomes a holder', async () => {
    const child = { number: 'A4', lastName: 'BIO', birthDate: '01/01/2015', holderNumber: 'A3', relationship: 'enfant' }
    const wife = { number: 'A3', lastName: 'CAKPO', birthDate: '01/01/1985', relationship: 'Conjoint' }
    expect(await run([aurele, wrong, child, wife], { onlyGood: true })).toMatchObject({ created: 1, errors: 3 })
    expect(await inUse()).toEqual(['DOSSOU'])
    const { refused } = await rowsOf((await history())[0]!.id)
    expect(refused.map(({ line, errors }) => [line, errors.map(({ field }) => field)])).toEqual([
      [3, ['coverage']],
      [4, ['holderNumber']],
      [5, ['holderNumber']],
    ])
  })

  test('a holder whose dates contradict each other takes his dependants along', async () => {
    const holder = { ...aurele, validFrom: '31/12/2026', validUntil: '01/01/2026' }
    const child = { number: 'A4', lastName: 'BIO', birthDate: '01/01/2015', holderNumber: 'A1', relationship: 'enfant' }
    expect(await run([holder, child, rose], { onlyGood: true })).toMatchObject({ created: 1, errors: 2 })
    expect(await inUse()).toEqual(['AGBO'])
  })

  test('end nobody’s policy while a row is left out: it may be the one that names him', async () => {
    await run([aurele, rose])
    const unreadable = { ...rose, birthDate: '31/02/1990' }
    expect(await run([aurele, unreadable], { onlyGood: true, endOthers: true })).toMatchObject({ same: 1, ended: 0 })
    expect(await inUse()).toEqual(['DOSSOU', 'AGBO'])
    expect(await run([aurele], { onlyGood: true, endOthers: true })).toMatchObject({ same: 1, ended: 1 })
  })

  test('a file without one good row is refused', async () => {
    await expect(run([wrong], { onlyGood: true })).rejects.toMatchObject({ message: 'insured:invalidRows' })
  })
})

test('an erasure reaches the rows that were not taken, and what was changed', async () => {
  const known = await asOwner().call(persons.create, {
    body: { lastName: 'ZINSOU', firstName: 'Kofi', birthDate: '1991-02-03' },
  })
  const other = { number: 'A9', lastName: 'CAKPO', firstName: 'Ama', coverage: '102' }
  const taken = {
    number: 'A3',
    lastName: 'ZINSOU',
    firstName: 'Kofi',
    birthDate: '03/02/1991',
    phone: '01 97 00 11 22',
  }
  await run([aurele, taken, wrong, other], { onlyGood: true })
  const { id } = (await history())[0]!
  expect(await keptOf(id)).toContain('ZINSOU')
  await asOwner().call(persons.erase, { params: { id: known.id } })
  expect((await rowsOf(id)).refused).toMatchObject([
    { line: 4, label: 'Inconnu', code: '', errors: [] },
    { line: 5, label: 'CAKPO Ama', code: 'A9', errors: [{ field: 'coverage' }] },
  ])
  expect(await keptOf(id)).not.toMatch(/ZINSOU|97001122|A3/)
  expect(await undo(id)).toEqual({ removed: 1, restored: 0, kept: 0 })
})

/** Everything that is kept of what an import changed. */
async function keptOf(id: string): Promise<string> {
  const rows = await database.read(shop.id, (tx) =>
    tx.selectFrom('import_changes').selectAll().where('import_id', '=', id).execute(),
  )
  return JSON.stringify(rows)
}

describe('undoing', () => {
  test('archives the policies and persons that it added, keeps who and when; twice is once', async () => {
    await run([aurele, rose])
    const { id } = (await history())[0]!
    clock.now = new Date(clock.now.getTime() + 60_000)
    const at = clock.now.toISOString()
    expect(await undo(id)).toEqual({ removed: 2, restored: 0, kept: 0 })
    const undone = await standing()
    expect(undone.map(({ archived, gone }) => [archived, gone])).toEqual([
      [true, true],
      [true, true],
    ])
    clock.now = new Date(clock.now.getTime() + 60_000)
    expect(await undo(id)).toEqual({ removed: 2, restored: 0, kept: 0 })
    expect(await standing()).toEqual(undone)
    expect((await history())[0]).toMatchObject({
      undone: { byName: expect.any(String) as string, at, removed: 2, restored: 0, kept: 0 },
      canUndo: false,
    })
    // the same file again brings the same persons back, and may be undone in its turn
    expect(await run([aurele, rose])).toMatchObject({ created: 0, changed: 2 })
    expect((await standing()).map(({ archived, gone }) => [archived, gone])).toEqual([
      [false, false],
      [false, false],
    ])
    expect(await undo((await history())[0]!.id)).toEqual({ removed: 0, restored: 2, kept: 0 })
    expect(await standing()).toEqual(undone)
  })

  test('by two at once is one undo, with the same answer for both', async () => {
    await run([aurele, rose])
    const { id } = (await history())[0]!
    const [one, other] = await Promise.all([undo(id), undo(id)])
    expect(one).toEqual({ removed: 2, restored: 0, kept: 0 })
    expect(other).toEqual(one)
  })

  test('gives back what the file changed or ended', async () => {
    await run([aurele, { ...rose, coverage: '70' }])
    const before = await everything()
    await run([{ ...rose, coverage: '90', phone: '01 97 00 11 22' }], { endOthers: true })
    expect(await inUse()).toEqual(['AGBO'])
    expect(await everything()).not.toEqual(before)
    const { id } = (await history())[0]!
    expect(await undo(id)).toEqual({ removed: 0, restored: 2, kept: 0 })
    expect(await everything()).toEqual(before)
    expect(await inUse()).toEqual(['DOSSOU', 'AGBO'])
  })

  test('leaves who was changed by hand since, and tells him', async () => {
    await run([aurele, rose])
    const { id: policyId, personId } = (await standing())[0]!
    await asOwner().call(contractPolicies.patch, { params: { id: policyId }, body: { number: 'A1-BIS' } })
    const { id } = (await history())[0]!
    expect(await undo(id)).toEqual({ removed: 1, restored: 0, kept: 1 })
    expect(await rowsOf(id)).toMatchObject({ kept: [{ code: 'A1', label: 'DOSSOU Aurèle', why: 'changed' }] })
    expect((await standing()).map(({ name, archived, gone }) => [name, archived, gone])).toEqual([
      ['DOSSOU', false, false],
      ['AGBO', true, true],
    ])
    await asOwner().call(persons.erase, { params: { id: personId } })
    expect((await rowsOf(id)).kept).toEqual([{ code: '', label: 'Inconnu', why: 'changed' }])
  })

  test('leaves what a sale used, who bought, and whom the shop knew before', async () => {
    const known = await asOwner().call(persons.create, {
      body: { lastName: 'AGBO', firstName: 'Rose', birthDate: '1990-05-04' },
    })
    await run([aurele, rose, { number: 'A5', lastName: 'CAKPO', firstName: 'Ablavi', birthDate: '01/01/1985' }])
    const [used, , bought] = await standing()
    await as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { patientId: used!.personId, payments: [insurance(800, used!.id, 80), cash(200)] }),
    })
    await as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { patientId: bought!.personId }) })
    const { id } = (await history())[0]!
    expect(await undo(id)).toEqual({ removed: 2, restored: 0, kept: 2 })
    expect((await rowsOf(id)).kept.toSorted((a, b) => a.code.localeCompare(b.code))).toEqual([
      { code: 'A1', label: 'DOSSOU Aurèle', why: 'used' },
      { code: 'A5', label: 'CAKPO Ablavi', why: 'used' },
    ])
    expect((await standing()).map(({ name, archived, gone }) => [name, archived, gone])).toEqual([
      ['DOSSOU', false, false],
      ['AGBO', true, false],
      ['CAKPO', true, false],
    ])
    expect(await asOwner().call(persons.read, { params: { id: known.id } })).toMatchObject({ archived: false })
  })

  test('is for the last import only, then for the one before it', async () => {
    await run([aurele])
    await run([aurele, rose])
    const [last, first] = await history()
    expect([last!.canUndo, first!.canUndo]).toEqual([true, false])
    await expect(undo(first!.id)).rejects.toMatchObject({ message: 'requests:conflict' })
    await undo(last!.id)
    expect(await inUse()).toEqual(['DOSSOU'])
    expect(await undo(first!.id)).toEqual({ removed: 1, restored: 0, kept: 0 })
  })

  test('goes back three imports and no further', async () => {
    const files = [aurele, rose, { ...rose, number: 'A6' }, { ...rose, number: 'A7' }]
    for (const row of files) await run([row])
    for (let times = 0; times < 3; times++) await undo((await history()).find(({ canUndo }) => canUndo)!.id)
    const oldest = (await history()).at(-1)!
    expect(oldest.canUndo).toBe(false)
    await expect(undo(oldest.id)).rejects.toMatchObject({ message: 'requests:conflict' })
    expect(await inUse()).toEqual(['DOSSOU'])
  })

  test('is refused to another pharmacy, and to who may not edit contracts', async () => {
    const stranger = as((await openShop(`insured history other ${count}`)).titulaire.token)
    await run([aurele])
    const { id } = (await history())[0]!
    await expect(undo(id, stranger)).rejects.toMatchObject({ message: 'requests:notFound' })
    await expect(rowsOf(id, stranger)).rejects.toMatchObject({ message: 'requests:notFound' })
    expect(await history(stranger)).toEqual([])
    await expect(undo(id, as(shop.vendeur.token))).rejects.toMatchObject({ message: 'auth:forbidden' })
    expect(await inUse()).toEqual(['DOSSOU'])
  })
})

/** What policies and persons say, without revisions. */
async function everything(): Promise<unknown> {
  return database.read(shop.id, async (tx) => ({
    policies: await tx.selectFrom('contract_policies').selectAll().orderBy('id').execute(),
    persons: (await tx.selectFrom('persons').selectAll().orderBy('id').execute()).map(({ rev: _rev, ...row }) => row),
  }))
}
