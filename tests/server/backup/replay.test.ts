import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#shared/contract/users.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { isEqualTrial, trialWords } from '#shared/domain/trial/trial-words.ts'
import { buildApp, type AppOptions } from '#server/app.ts'
import { openRecorder, recordedFolder, type Recorder } from '#server/recording/recorder.ts'
import { tryVersion, type TrialOrder } from '#server/trial.ts'
import { backedShop } from '#tests/server/support/backed-shop.ts'
import { aPhoto } from '#tests/server/support/photographing.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

let backed: Awaited<ReturnType<typeof backedShop>>
let recorder: Recorder
let storedUntil: Date
const faults: unknown[] = []
const late = {
  note: (line: string) => recorder.note(line),
  forgetErased: () => recorder.forgetErased(),
} as Recorder

beforeAll(async () => {
  backed = await backedShop('replayed', undefined, { recorder: late })
  const { shop } = backed
  recorder = openRecorder({
    folder: recordedFolder(backed.dataDirectory),
    key: backed.key,
    database: backed.database,
    onError: (error) => void faults.push(error),
  })
  await backed.sell(2)
  await backed.isStored()
  recorder.start()
  const vendeur = backed.as(shop.vendeur.token)
  const titulaire = backed.as(shop.titulaire.token)
  await backed.sell(5)
  // Sells at once: answered in another order than they came.
  await Promise.all([1, 2, 3, 4].map(() => backed.sell(1)))
  const person = await titulaire.call(persons.create, {
    body: { firstName: 'Aimé', lastName: 'Dossou' },
  })
  // The id of this person was given by the server, and stands in what follows.
  const body = aSale(shop, { lines: [lineOf(shop, 1, 2)], patientId: person.id })
  await vendeur.call(sales.close, { body })
  await vendeur.call(sales.addPhoto, { body: aPhoto(shop, body.id) })
  for (let read = 0; read < 20; read++) await vendeur.call(sales.read, { params: { id: body.id } })
  await titulaire.call(sales.cancel, { params: { id: body.id }, body: aCancellation(shop) })
  await vendeur.call(sales.close, { body: aSale(shop, { total: 1 }) }).catch(() => undefined)
  await backed.sell(1)
  await recorder.stop()
  await backed.isStored()
  storedUntil = (await backed.backup.status()).storedUntil!
}, 300_000)
afterAll(() => backed.end())

let trials = 0
async function tried(given: Partial<TrialOrder> = {}) {
  const folder = join(backed.room, `trial-${trials++}`)
  await mkdir(folder, { mode: 0o711 })
  try {
    return await tryVersion({
      medium: backed.medium,
      recorded: recordedFolder(backed.dataDirectory),
      key: backed.key,
      folder,
      storedUntil: new Date(storedUntil.getTime() + 60_000),
      ...given,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('the same version answers every call as it was answered, and the ledgers are equal', async () => {
  const found = await tried()
  process.stdout.write(`${trialWords(found).join('\n')}\n`)
  expect(faults).toEqual([])
  expect(isEqualTrial(found)).toBe(true)
  expect(found.replayed).toBe(found.recorded)
  expect(found.replayed).toBeGreaterThan(14)
  expect(found.ledgers).toEqual(['ventes', 'stock', 'caisse', 'crédit', 'numéros'])
}, 300_000)

test('a version that refuses what was accepted, and one that counts otherwise, are told call by call', async () => {
  const found = await tried({
    async open(options: AppOptions) {
      await options.database.platform(async (tx) => {
        await tx.deleteFrom('user_roles').where('user_id', '=', backed.shop.titulaire.id).execute()
        await sql`update pharmacy_counters set sale_number = sale_number + 1`.execute(tx)
      })
      return buildApp(options)
    },
  })
  process.stdout.write(`${trialWords(found).join('\n')}\n`)
  expect(isEqualTrial(found)).toBe(false)
  expect(found.differences[0]).toMatchObject({ method: 'POST', call: '/sales', path: 'number' })
  expect(found.differences).toContainEqual(
    expect.objectContaining({ call: '/persons', path: 'réponse', before: '201', after: '403 auth:forbidden' }),
  )
  expect(found.ledgerDifferences.map(({ ledger }) => ledger)).toContain('ventes')
}, 300_000)

test('a rule that books otherwise is told, in the answers or in the ledger', async () => {
  const found = await tried({
    async open(options: AppOptions) {
      await options.database.platform((tx) =>
        sql`create function another_rule() returns trigger language plpgsql as
          $$ begin new.quantity := new.quantity - 1; return new; end $$;
          create trigger another_rule before insert on stock_movements for each row execute function another_rule()`.execute(
          tx,
        ),
      )
      return buildApp(options)
    },
  })
  process.stdout.write(`${trialWords(found).join('\n')}\n`)
  expect(isEqualTrial(found)).toBe(false)
  expect(trialWords(found).join('\n')).toContain('livre « stock »')
}, 300_000)

test('records without a base before them, and an empty folder, are one sentence', async () => {
  await expect(tried({ recorded: join(backed.room, 'nothing') })).rejects.toThrow('Aucun appel enregistré')
  await expect(tried({ storedUntil: new Date(0) })).rejects.toThrow('Aucun appel enregistré')
})

test('what follows a call that cannot be made again is tried on its own, and the share is told', async () => {
  const { shop } = backed
  const recorded = join(backed.room, 'with-a-gap')
  recorder = openRecorder({
    folder: recorded,
    key: backed.key,
    database: backed.database,
    onError: (error) => void faults.push(error),
  })
  recorder.start()
  await backed.sell(1)
  // A member with a PIN is not recorded, and who works as that member later cannot be known.
  const role = await backed.database.platform((tx) =>
    tx.selectFrom('roles').select('id').where('pharmacy_id', '=', shop.id).executeTakeFirstOrThrow(),
  )
  await backed.as(shop.titulaire.token).call(users.create, {
    body: { firstName: 'Afi', lastName: 'Kpadé', email: null, roleIds: [role.id], pin: '5820' },
  })
  // Only a moment at which no call is under way parts the calls before it from those after it.
  await pause(50)
  await backed.sell(3)
  await recorder.stop()
  await backed.isStored()
  const found = await tried({ recorded, storedUntil: new Date() })
  expect(isEqualTrial(found)).toBe(true)
  expect(found).toMatchObject({ recorded: 4, replayed: 3 })
  expect(trialWords(found)[0]).toBe('3 appels rejoués sur 4, 3 réponses égales, 5 livres égaux')
}, 300_000)
