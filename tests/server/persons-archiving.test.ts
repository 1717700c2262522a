import { expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, openShop } = server
const shop = await openShop('archiving')
const make = clientsOf(server, shop)
const titulaire = as(shop.titulaire.token)
const archive = (id: string) => titulaire.call(persons.remove, { params: { id } })
const isArchived = async (id: string): Promise<boolean> =>
  (await titulaire.call(persons.read, { params: { id } })).archived
const refusal = (details: { bills?: number; sales?: number; outgoing?: number }) => ({
  message: 'persons:archiveUnclosedBillsOrSales',
  status: 409,
  details: { bills: 0, sales: 0, outgoing: 0, ...details },
})
const relate = (id: string, relativeId: string) =>
  titulaire.call(persons.relate, { params: { id }, body: { relativeId, kind: 'child' } })

test('who has nothing unclosed is archived, is still there to read, and comes back; twice is once', async () => {
  const { id } = await make.person()
  expect(await archive(id)).toEqual({ id })
  expect(await archive(id)).toEqual({ id })
  expect(await isArchived(id)).toBe(true)
  expect(await titulaire.call(persons.patch, { params: { id }, body: { archived: false } })).toMatchObject({
    archived: false,
  })
})

test('an open bill stands against it, a closed or canceled one does not', async () => {
  const { id } = await make.person()
  await make.bill({ personId: id, status: 'closed' })
  await make.bill({ personId: id, status: 'canceled' })
  await archive(id)
  const debtor = await make.person()
  await make.bill({ personId: debtor.id })
  await make.bill({ personId: debtor.id })
  await expect(archive(debtor.id)).rejects.toMatchObject(refusal({ bills: 2 }))
  expect(await isArchived(debtor.id)).toBe(false)
})

test('a parked sale stands against its patient and against its client, once for both', async () => {
  const [patient, client] = [await make.person(), await make.person()]
  await make.parkedSale({ patientId: patient.id, clientId: client.id })
  await make.parkedSale({ patientId: patient.id, clientId: patient.id })
  await expect(archive(patient.id)).rejects.toMatchObject(refusal({ sales: 2 }))
  await expect(archive(client.id)).rejects.toMatchObject(refusal({ sales: 1 }))
})

test('credit that no bill asks for stands against it; billed credit by its bill; of a canceled sale nothing', async () => {
  const { id } = await make.person()
  const first = await make.purchase({ creditOf: id })
  const second = await make.purchase({ creditOf: id })
  await expect(archive(id)).rejects.toMatchObject(refusal({ outgoing: 2000 }))
  await make.bill({ personId: id, lines: [first] })
  await expect(archive(id)).rejects.toMatchObject(refusal({ bills: 1, outgoing: 1000 }))
  await make.cancel(second.saleId)
  await expect(archive(id)).rejects.toMatchObject(refusal({ bills: 1 }))
})

test('a sale that is closed and paid stands against nobody', async () => {
  const { id } = await make.person()
  await make.purchase({ patientId: id })
  expect(await archive(id)).toEqual({ id })
})

test('bills and parked sales of relatives count, whoever the relationship was noted at; what they owe is theirs', async () => {
  const [child, mother, father] = [await make.person(), await make.person(), await make.person()]
  await relate(child.id, mother.id)
  await relate(father.id, child.id)
  await make.bill({ personId: mother.id })
  await make.parkedSale({ patientId: father.id })
  await make.purchase({ creditOf: mother.id })
  await expect(archive(child.id)).rejects.toMatchObject(refusal({ bills: 1, sales: 1 }))
  // the parents are no relatives of each other here
  await expect(archive(father.id)).rejects.toMatchObject(refusal({ sales: 1 }))
})

test('PATCH archived is the same gesture: all of it or nothing', async () => {
  const { id } = await make.person()
  await make.bill({ personId: id })
  await expect(
    titulaire.call(persons.patch, { params: { id }, body: { firstName: 'Aya', archived: true } }),
  ).rejects.toMatchObject(refusal({ bills: 1 }))
  expect(await titulaire.call(persons.read, { params: { id } })).toMatchObject({ firstName: 'Ama', archived: false })
  const free = await make.person()
  expect(await titulaire.call(persons.patch, { params: { id: free.id }, body: { archived: true } })).toMatchObject({
    archived: true,
  })
  // who is archived already is not judged again
  await make.bill({ personId: free.id })
  expect(
    await titulaire.call(persons.patch, { params: { id: free.id }, body: { archived: true, firstName: 'Aya' } }),
  ).toMatchObject({ firstName: 'Aya', archived: true })
})

test('what belonged to who was merged into him counts as his', async () => {
  const [kept, duplicate] = [await make.person(), await make.person()]
  await make.bill({ personId: duplicate.id })
  await make.parkedSale({ patientId: duplicate.id })
  await make.purchase({ creditOf: duplicate.id })
  await titulaire.call(persons.merge, { params: { id: kept.id }, body: { duplicateId: duplicate.id } })
  await expect(archive(kept.id)).rejects.toMatchObject(refusal({ bills: 1, sales: 1, outgoing: 1000 }))
})
