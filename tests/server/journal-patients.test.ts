import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import type { NewSale, Sale } from '#shared/contract/sales.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { openHints } from '#server/events/hints.ts'
import { keepJournal } from '#server/inbox/keep-journal.ts'
import { openJournal, readJournal, type Journal } from '#server/inbox/journal.ts'
import { replayJournal } from '#server/inbox/replay-journal.ts'
import { createQuickPatient } from '#server/persons/quick-patient.service.ts'
import { closeSale } from '#server/sales/close-sale.ts'
import { insurance } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aQuickPatient, openContract } from '#tests/server/support/quick-patients.ts'
import { aSale, cash } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'officine-journal-patients-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
})

async function aDatabase(): Promise<Database> {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  return database
}

type Till = { create(patient: NewQuickPatient): Promise<Person>; close(sale: NewSale): Promise<Sale> }

/** Sends as the routes do, for the seller. */
async function tillOver(database: Database, shop: Shop, journal: Journal): Promise<Till> {
  const hints = await openHints()
  const actor: Context['actor'] = {
    kind: 'member',
    userId: shop.vendeur.id,
    pharmacyId: shop.id,
    permissions: new Set(['sale.sell']),
    roles: ['vendeur'],
    unlockId: shop.vendeur.sessionId,
    name: 'DOSSOU Afi',
  }
  const context = (): Context => ({ actor, now: new Date(), database, hints, journal, identity: undefined as never })
  return { create: (patient) => createQuickPatient(context(), patient), close: (sale) => closeSale(context(), sale) }
}

const rowsOf = (database: Database, shop: Shop, id: string) =>
  database.read(shop.id, async (tx) => ({
    persons: await tx
      .selectFrom('persons')
      .select(['last_name', 'phone', 'note', 'created_at'])
      .where('id', '=', id)
      .execute(),
    policies: await tx
      .selectFrom('contract_policies')
      .select(['id', 'contract_id', 'number', 'coverage'])
      .where('beneficiary_id', '=', id)
      .execute(),
  }))

const nowhere: Journal = {
  append: () => Promise.resolve(),
  settle: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

describe('a patient made at the counter', () => {
  test('stands in the journal before the answer leaves, once however often he is sent', async () => {
    const database = await aDatabase()
    const shop = await openShop(database, 'patients')
    const journal = await openJournal(directory)
    const { create } = await tillOver(database, shop, journal)
    const patient = aQuickPatient(shop)
    const answer = await create(patient)
    expect(await create(patient)).toEqual(answer)
    await expect(create(aQuickPatient(shop, { seller: shop.stocks }))).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
    expect((await readJournal(directory)).entries).toEqual([
      {
        pharmacyId: shop.id,
        userId: shop.vendeur.id,
        kind: 'patient',
        payload: patient,
        answer,
        at: expect.any(String) as string,
      },
    ])
    await journal.close()
  })

  test('that a database lost is there again before the sale that names him, with his card and the same answer', async () => {
    const lost = await testDatabase()
    const shop = await openShop(lost, 'lost patients')
    const { contractId } = await openContract(lost, shop)
    const first = await keepJournal(lost, directory)
    const till = await tillOver(lost, shop, first.journal)
    const patient = aQuickPatient(shop, {
      phone: '12',
      policy: { id: randomUUID(), contractId, number: 'B-77', coverage: 70, holderId: null },
    })
    const sale = aSale(shop, { patientId: patient.id, payments: [insurance(700, patient.policy!.id), cash(300)] })
    const answers = [await till.create(patient), await till.close(sale)]
    const rows = await rowsOf(lost, shop, patient.id)
    await first.journal.close()
    await lost.close()

    const fresh = await aDatabase()
    await openShop(fresh, 'lost patients')
    await openContract(fresh, shop)
    const { journal, report } = await keepJournal(fresh, directory)
    expect(report).toEqual({
      read: 2,
      restored: [
        { kind: 'patient', id: patient.id },
        { kind: 'sale', id: sale.id, number: 1, previousNumber: 1 },
      ],
      pending: [],
      unreadable: [],
    })
    expect(await rowsOf(fresh, shop, patient.id)).toEqual(rows)
    expect(rows).toMatchObject({
      persons: [{ phone: null, note: 'Téléphone noté au comptoir\u202f: 12' }],
      policies: [{ number: 'B-77', coverage: 70 }],
    })
    const again = await tillOver(fresh, shop, journal)
    expect([await again.create(patient), await again.close(sale)]).toEqual(answers)
    expect((await readJournal(directory)).entries).toHaveLength(2)
    expect(await brokenLedgers(fresh, shop.id)).toEqual([])
    const person = await fresh.read(shop.id, (tx) =>
      tx.selectFrom('persons').select('rev').where('id', '=', patient.id).executeTakeFirstOrThrow(),
    )
    // tills read him again: for what is left of his policy
    expect(person.rev).toBe(
      (await fresh.read(shop.id, (tx) => tx.selectFrom('pharmacy_counters').select('rev').executeTakeFirstOrThrow()))
        .rev,
    )
    await journal.close()
  })

  test('is restored once, and what the back-office changed since stays', async () => {
    const database = await aDatabase()
    const shop = await openShop(database, 'changed')
    const { journal } = await keepJournal(database, directory)
    const patient = aQuickPatient(shop)
    await (await tillOver(database, shop, journal)).create(patient)
    await database.write(shop.id, (tx) =>
      tx.updateTable('persons').set({ last_name: 'Zinsou' }).where('id', '=', patient.id).execute(),
    )
    expect(await replayJournal(database, directory)).toEqual({ read: 1, restored: [], pending: [], unreadable: [] })
    expect((await rowsOf(database, shop, patient.id)).persons).toMatchObject([{ last_name: 'Zinsou' }])
    await journal.close()
  })

  test('comes back without a card whose contract was lost with the database; its number is in his note', async () => {
    const lost = await testDatabase()
    const shop = await openShop(lost, 'no contract')
    const { contractId } = await openContract(lost, shop)
    const { journal } = await keepJournal(lost, directory)
    const patient = aQuickPatient(shop, {
      policy: { id: randomUUID(), contractId, number: 'B-78', coverage: null, holderId: null },
    })
    await (await tillOver(lost, shop, journal)).create(patient)
    await journal.close()
    await lost.close()

    const fresh = await aDatabase()
    await openShop(fresh, 'no contract')
    expect(await replayJournal(fresh, directory)).toMatchObject({
      restored: [{ kind: 'patient', id: patient.id }],
      pending: [],
    })
    expect(await rowsOf(fresh, shop, patient.id)).toMatchObject({
      persons: [{ phone: '+2290196123456', note: 'Numéro de police noté au comptoir\u202f: B-78' }],
      policies: [],
    })
    expect(await replayJournal(fresh, directory)).toMatchObject({ restored: [], pending: [] })
  })

  test('accepted in the instant before the process died is written down at the next start, whole', async () => {
    const database = await aDatabase()
    const shop = await openShop(database, 'unwritten patients')
    const patient = aQuickPatient(shop, { sellerRoles: ['vendeur', 'remplaçant'] })
    const answer = await (await tillOver(database, shop, nowhere)).create(patient)
    const { journal } = await keepJournal(database, directory)
    expect((await readJournal(directory)).entries).toMatchObject([
      { kind: 'patient', pharmacyId: shop.id, payload: patient, answer },
    ])
    expect(await (await tillOver(database, shop, journal)).create(patient)).toEqual(answer)
    await journal.close()
  })

  test('of a pharmacy that is not there waits in the journal', async () => {
    const [database, other] = [await aDatabase(), await aDatabase()]
    const shop = await openShop(other, 'elsewhere')
    const journal = await openJournal(directory)
    const patient = aQuickPatient(shop)
    await (await tillOver(other, shop, journal)).create(patient)
    await journal.close()
    expect(await replayJournal(database, directory)).toMatchObject({
      restored: [],
      pending: [{ kind: 'patient', id: patient.id, reason: 'unknown pharmacy' }],
    })
    await openShop(database, 'elsewhere')
    expect(await replayJournal(database, directory)).toMatchObject({
      restored: [{ kind: 'patient', id: patient.id }],
      pending: [],
    })
  })
})
