import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { destructions } from '#shared/contract/destructions.ts'
import { persons } from '#shared/contract/persons.ts'
import { roles, users } from '#shared/contract/users.ts'
import { auditedThings } from '#shared/domain/audited-things.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { checkAuditChains } from '#server/db/audit-chains.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aDestruction } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, database, openShop } = server
const shop = await openShop('audited')
const other = await openShop('elsewhere')
const make = clientsOf(server, shop)
const titulaire = as(shop.titulaire.token)

const entriesOf = async (recordId: string) =>
  (await titulaire.call(audit.list, { query: { page: 0, size: 100, recordId } })).items
const chainOf = async (pharmacyId: string) =>
  (await checkAuditChains(database)).find((chain) => chain.pharmacyId === pharmacyId)!

test('a change says who, when, at which terminal, by which call, before and after', async () => {
  const { id } = await make.person({ lastName: 'Hounkpè', firstName: 'Édith', phone: '96 12 34 56' })
  await titulaire.call(persons.patch, { params: { id }, body: { phone: '97 12 34 56' } })
  const [change, creation] = await entriesOf(id)
  expect(change).toMatchObject({
    byName: expect.stringContaining(' ') as string,
    terminalCode: terminalCode(shop.terminal.id),
    call: 'PATCH /persons/{id}',
    thing: 'persons',
    recordName: 'Hounkpè Édith',
    part: 'persons',
    action: 'update',
    changes: [{ field: 'phone', before: '+2290196123456', after: '+2290197123456' }],
  })
  expect(creation).toMatchObject({ action: 'insert', call: 'POST /persons' })
  expect(creation!.changes).toContainEqual({ field: 'last_name', before: null, after: 'Hounkpè' })
})

test('nothing is written for a change that changes nothing, nor for one that was refused', async () => {
  const { id } = await make.person({ lastName: 'Dossou' })
  await titulaire.call(persons.patch, { params: { id }, body: { lastName: 'Dossou' } })
  await expect(
    as(other.titulaire.token).call(persons.patch, { params: { id }, body: { lastName: 'X' } }),
  ).rejects.toThrow()
  expect(await entriesOf(id)).toHaveLength(1)
})

test('another pharmacy reads none of it, whatever it asks for', async () => {
  const { id } = await make.person({ lastName: 'Ailleurs' })
  const seen = await as(other.titulaire.token).call(audit.list, { query: { page: 0, size: 100, recordId: id } })
  expect(seen).toEqual({ items: [], total: 0 })
})

test('a changed PIN is told, its hash never', async () => {
  await database.write(shop.id, (tx) =>
    tx
      .updateTable('users')
      .set({ pin_hash: 'first secret', pin_mac: randomUUID() })
      .where('id', '=', shop.vendeur.id)
      .execute(),
  )
  const [change] = await entriesOf(shop.vendeur.id)
  expect(change!.changes.map(({ field }) => field)).toContain('pin_hash')
  expect(change!.changes.every(({ after }) => after === '•')).toBe(true)
  const kept = await database.platform((tx) =>
    sql<{
      found: number
    }>`select count(*)::int as found from audit_entries e where e::text like '%first secret%'`.execute(tx),
  )
  expect(kept.rows[0]!.found).toBe(0)
})

test('rights of a role are traced, and read by thing, by person and by day', async () => {
  const role = await titulaire.call(roles.create, { body: { name: 'stagiaire', permissions: ['sale.sell'] } })
  await titulaire.call(roles.patch, { params: { id: role.id }, body: { permissions: ['sale.sell', 'register.use'] } })
  const { items } = await titulaire.call(audit.list, { query: { page: 0, size: 10, thing: 'roles' } })
  expect(items[0]).toMatchObject({
    recordName: 'stagiaire',
    changes: [{ field: 'permissions', before: '["sale.sell"]', after: '["sale.sell","register.use"]' }],
  })
  const none = await titulaire.call(audit.list, { query: { page: 0, size: 10, search: 'personne-de-ce-nom' } })
  expect(none.total).toBe(0)
  const past = await titulaire.call(audit.list, { query: { page: 0, size: 10, to: '2001-01-01' } })
  expect(past.total).toBe(0)
  expect((await titulaire.call(users.list, { query: {} })).items.length).toBeGreaterThan(0)
})

test('a reference is told by the name of its record, and a terminal is found by its code', async () => {
  const { items } = await titulaire.call(roles.list, { query: {} })
  const { id } = await titulaire.call(users.create, {
    body: { lastName: 'Nommée', firstName: 'Ida', roleIds: [items.find(({ name }) => name === 'vendeur')!.id] },
  })
  const [, role] = (await entriesOf(id)).toReversed()
  expect(role!.changes).toContainEqual({ field: 'role_id', before: null, after: 'vendeur' })
  const { terminalCode } = role!
  const found = (search: string) => titulaire.call(audit.list, { query: { page: 0, size: 1, search, recordId: id } })
  expect((await found(terminalCode!)).total).toBe(2)
  expect((await found('zz99')).total).toBe(0)
})

test('a purchase price is told to who may see costs', async () => {
  await database.write(shop.id, (tx) => sql`update stock_items set purchase_price = purchase_price + 1`.execute(tx))
  const fieldsFor = async (rights: readonly Permission[]) => {
    const { token } = await aMember(database, shop, rights)
    const { items } = await as(token).call(audit.list, { query: { page: 0, size: 5, thing: 'stock_items' } })
    return items.flatMap(({ changes }) => changes.map(({ field }) => field))
  }
  expect(await fieldsFor(['audit.see', 'stock.see-cost'])).toContain('purchase_price')
  expect(await fieldsFor(['audit.see'])).toEqual([])
})

test('an entry that was emptied beside the program is counted: no erasure explains it', async () => {
  const emptied = await openShop('emptied')
  await as(emptied.titulaire.token).call(roles.create, { body: { name: 'stagiaire', permissions: ['sale.sell'] } })
  expect(await chainOf(emptied.id)).toMatchObject({ firstFault: null, emptied: 0, erasures: 0 })
  await database.platform((tx) =>
    sql`update audit_entries set before = null, after = null, salt = null where pharmacy_id = ${emptied.id} and n = (
      select max(n) from audit_entries where pharmacy_id = ${emptied.id})`.execute(tx),
  )
  expect(await chainOf(emptied.id)).toMatchObject({ firstFault: null, emptied: 1 })
})

test('the end of the chain is told to who may see it, of the own pharmacy', async () => {
  const { head, entries } = await chainOf(shop.id)
  expect(await titulaire.call(audit.head, {})).toMatchObject({ entries, last: { hash: head } })
  expect((await as(other.titulaire.token).call(audit.head, {})).last?.hash).not.toBe(head)
  const { token } = await aMember(database, shop, [])
  await expect(as(token).call(audit.head, {})).rejects.toMatchObject({ message: 'auth:forbidden' })
})

test('a destruction is told once, with its number, its boxes and what they cost', async () => {
  const lines = [
    { stockItemId: shop.expiredLot, quantity: 4, reason: 'expired' as const },
    { stockItemId: shop.lots[0], quantity: 2, reason: 'damaged' as const },
  ]
  const made = await as(shop.pharmacien.token).call(destructions.create, { body: aDestruction(shop, { lines }) })
  const entries = await entriesOf(made.id)
  expect(entries).toMatchObject([{ thing: 'destructions', action: 'insert', recordName: String(made.number) }])
  const after = Object.fromEntries(entries[0]!.changes.map((change) => [change.field, change.after]))
  expect(after).toMatchObject({ number: String(made.number), lots: '2', boxes: '6', cost: String(made.value) })
  expect(await chainOf(shop.id)).toMatchObject({ firstFault: null })
})

test('an erased person is no longer « Inconnu » in the journal', async () => {
  const { id } = await make.person({ lastName: 'Effaçable' })
  await titulaire.call(persons.erase, { params: { id } })
  expect((await entriesOf(id))[0]).toMatchObject({ recordName: 'Client effacé', call: 'POST /persons/{id}/erase' })
})

test('the application’s role can neither write, change nor take away an entry', async () => {
  await make.person({ lastName: 'Trace' })
  for (const attempt of [
    sql`insert into audit_entries select * from audit_entries`,
    sql`update audit_entries set call = 'x'`,
    sql`delete from audit_entries`,
  ])
    await expect(database.write(shop.id, (tx) => attempt.execute(tx))).rejects.toMatchObject({ code: '42501' })
})

test('writes at the same time make one chain without a gap', async () => {
  const before = await chainOf(shop.id)
  await Promise.all(Array.from({ length: 12 }, (_, n) => make.person({ lastName: `Ensemble ${n}` })))
  expect(await chainOf(shop.id)).toMatchObject({ entries: before.entries + 12, firstFault: null })
})

test.each([
  ['changed content', [sql`update audit_entries set after = '{"last_name":"Autre"}' where n = 2`], 2],
  ['another author', [sql`update audit_entries set user_id = null where n = 2`], 2],
  ['a missing entry', [sql`delete from audit_entries where n = 2`], 3],
  [
    'an entry that took the place of the missing one',
    [sql`delete from audit_entries where n = 2`, sql`update audit_entries set n = 2 where n = 3`],
    2,
  ],
])('the check sees %s', async (_what, tampering, firstFault) => {
  const tampered = await openShop(randomUUID())
  for (const lastName of ['Un', 'Deux', 'Trois'])
    await as(tampered.titulaire.token).call(persons.create, { body: { id: randomUUID(), lastName } as never })
  expect(await chainOf(tampered.id)).toMatchObject({ entries: 3, firstFault: null })
  await database.platform(async (tx) => {
    // the owner of the tables, in this pharmacy only
    await sql`create policy only_this on audit_entries as restrictive
      using (pharmacy_id = nullif(current_setting('app.pharmacy_id', true), '')::uuid)`.execute(tx)
    await sql`select set_config('app.pharmacy_id', ${tampered.id}, true)`.execute(tx)
    for (const statement of tampering) await statement.execute(tx)
    await sql`drop policy only_this on audit_entries`.execute(tx)
  })
  expect(await chainOf(tampered.id)).toMatchObject({ firstFault })
  expect(await chainOf(other.id)).toMatchObject({ firstFault: null })
})

/** The same of tables with money: where else each franc that the application may change is told. */
const untracedMoney: Record<string, string> = {
  bill_lines: 'their sum is the amount of their bill, which is traced; their settlements tell what became of them',
  delivery_lines:
    'each says who changed it last; prices of a closed delivery are told by the movements and prices of its lots',
  grants: 'the amount that was lent is in the sale that used it, and who lent it is never changed',
  inbox: 'every attempt of a till, kept with its content; the cash of a refused one is what it said',
  inventory_lines: 'every count is kept as it was made; a closed inventory is told by the movements of its lots',
  pharmacy_counters: 'counters; the bytes of photos are no money',
  sale_records: 'a line that was sold without a tax group gets one, once; nothing else of it changes',
  sales: 'every version and event is kept in sale_records, sale_payments and sale_events',
  stock_exports: 'sums of a file; its making is traced in exports',
}
/** Tables that the application changes without the trigger, each with the reason. */
const untraced: Record<string, string> = {
  ...untracedMoney,
  awaited_parcels: 'state of a closing that waits for its parcels',
  bill_batch_items: 'how far each bill of a batch is; what it changes of the bill is traced',
  bill_batches: 'what was asked for, with its file; each download is traced in exports',
  bill_files: 'files; each download is traced in exports',
  bill_runs: 'what a run was asked to make; its bills are traced',
  bill_series: 'counters',
  counting_links: 'says itself who made it and when it ended',
  delivery_imports: 'says itself who read which file; its delivery is traced',
  file_profiles: 'how the last file was read',
  fiscal_queues: 'whether the platform answers, and which process asks it',
  held_rights: 'a history of its own',
  import_changes: 'what the last imports changed, so that they can be undone; the rows themselves are traced',
  import_runs: 'each says who imported which file, and who undid it',
  jobs: 'progress of background work',
  label_queue: 'says itself who asked and who printed',
  list_layouts: 'column widths of one user',
  order_records: 'says itself who decided last; what is ordered is traced',
  mails: 'say themselves who sent what to whom',
  member_import_mappings: 'columns of a file, remembered',
  money_line_matches: 'their line says who decided it',
  note_profiles: 'columns of a file, remembered',
  parked_sales: 'a sale that is not made yet',
  pharmacy_contacts: 'which versions of the windows called, and when',
  pin_alerts: 'is itself a trace',
  pin_guesses: 'is itself a trace',
  report_sendings: 'say themselves for which day a report was sent; what is sent to whom is in the e-mails',
  statement_profiles: 'columns of a file, remembered',
  supplier_codes: 'learned from delivery notes',
  till_queues: 'what each till said last of its queue and clock',
  tombstones: 'removals of a list, for the tills',
  unlocks: 'is itself a trace',
  waiting_closings: 'a closing that waits for its parcels, as it was sent',
  wholesaler_claim_photos: 'each says who added it; those of a sent claim stay',
}

test('every table that the application may change is traced, or says why not', async () => {
  const { rows } = await database.platform((tx) =>
    sql<{ name: string; traced: boolean }>`
      select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audited_update') as traced
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'pharmacy_id')
        and (has_any_column_privilege('officine_app', c.oid, 'update') or has_table_privilege('officine_app', c.oid, 'delete'))
      order by 1`.execute(tx),
  )
  expect(rows.filter(({ traced }) => !traced).map(({ name }) => name)).toEqual(Object.keys(untraced).toSorted())
  const { rows: things } = await database.platform((tx) =>
    sql<{ thing: string }>`select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as thing
      from pg_trigger where tgname = 'audited_update' order by 1`.execute(tx),
  )
  expect(things.map(({ thing }) => thing)).toEqual([...auditedThings].toSorted())
})

// Money is a whole amount, or the exact price of a supplier. Whoever may only add to a table cannot change what it says.
test('every table that money depends on is traced, only added to, or says why not', async () => {
  const { rows } = await database.platform((tx) =>
    sql<{ name: string; traced: boolean; changed: boolean }>`
      select c.relname as name,
        exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audited_update') as traced,
        has_any_column_privilege('officine_app', c.oid, 'update') or has_table_privilege('officine_app', c.oid, 'delete')
          as changed
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'pharmacy_id')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.atttypid in ('bigint'::regtype, 'numeric'::regtype) and a.attname !~ '(^|_)(rev|n|number|last|epoch)$')
      order by 1`.execute(tx),
  )
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.filter(({ traced, changed }) => changed && !traced).map(({ name }) => name)).toEqual(
    Object.keys(untracedMoney).toSorted(),
  )
})
