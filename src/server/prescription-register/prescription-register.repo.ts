import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { NewAmendment, PrescriptionEntry, prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { partsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type RegisterQuery = HandlerInput<typeof prescriptionRegister.list>['query']

type AmendmentRow = { at: string; by: PersonName; former: PrescriptionEntry['amendments'][number]['former'] }
type EntryRow = Omit<PrescriptionEntry, 'enteredAt' | 'dispensedBy' | 'amendments'> & {
  enteredAt: Date
  by: PersonName
  amendments: AmendmentRow[]
}

/** One page of entries. The default order is the highest number first, which is the reverse order of writing. */
export async function findEntries(
  tx: Tx,
  pharmacyId: string,
  query: RegisterQuery,
): Promise<{ items: PrescriptionEntry[]; total: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query), sql` and `)
  const { items, total } = await pagedRows(tx, query, {
    from: sql`${amendedEntries(pharmacyId)} where ${kept}`,
    items: (limit) =>
      readEntries(
        tx,
        pharmacyId,
        sql`select e.number from ${amendedEntries(pharmacyId)} ${sortedWith(pharmacyId, query)}
          where ${kept} order by ${sortOrder(query.sort, sortColumns(query), sql`e.number desc`)} ${limit}`,
      ),
  })
  return { total, items: items.map(entryOf) }
}

export async function findEntry(tx: Tx, pharmacyId: string, number: number): Promise<PrescriptionEntry | undefined> {
  const [row] = await readEntries(tx, pharmacyId, sql`select ${number}::bigint as number`)
  return row && entryOf(row)
}

/** `former`: the entry as it was before. */
export async function insertAmendment(
  tx: Tx,
  {
    pharmacyId,
    amendment,
    former,
    userId,
    at,
  }: { pharmacyId: string; amendment: NewAmendment; former: PrescriptionEntry; userId: string; at: Date },
): Promise<void> {
  const { prescriber, prescriberAddress, prescribedOn, patientName, patientAddress } = former
  await tx
    .insertInto('prescription_amendments')
    .values({
      pharmacy_id: pharmacyId,
      entry_number: amendment.number,
      step: former.amendments.length + 1,
      amended_at: at,
      user_id: userId,
      prescriber: amendment.prescriber,
      prescriber_address: amendment.prescriberAddress,
      prescribed_on: amendment.prescribedOn,
      patient_name: amendment.patientName,
      patient_address: amendment.patientAddress,
      former: JSON.stringify({ prescriber, prescriberAddress, prescribedOn, patientName, patientAddress }),
    })
    .execute()
}

/** The entries with their last amendment. One join for all: the count reads every entry. */
function amendedEntries(pharmacyId: string): RawBuilder<unknown> {
  return sql`prescription_entries e left join (
    select distinct on (m.entry_number) m.* from prescription_amendments m where m.pharmacy_id = ${pharmacyId}
    order by m.entry_number, m.step desc) a on a.pharmacy_id = e.pharmacy_id and a.entry_number = e.number`
}

/** The values of the last amendment count, also where it cleared one; an amendment always names a prescriber. */
const now = {
  prescriber: sql`coalesce(a.prescriber, e.prescriber)`,
  prescriberAddress: sql`case when a.step is null then e.prescriber_address else a.prescriber_address end`,
  prescribedOn: sql`case when a.step is null then e.prescribed_on else a.prescribed_on end`,
  patientName: sql`case when a.step is null then e.patient_name else a.patient_name end`,
  patientAddress: sql`case when a.step is null then e.patient_address else a.patient_address end`,
}

/** `numbers` selects the numbers of entries, in their order. */
async function readEntries(tx: Tx, pharmacyId: string, numbers: RawBuilder<unknown>): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.number, e.entered_at as "enteredAt", e.dispensed_on as "dispensedOn", e.list, e.label, e.lot, e.quantity,
      e.posology, ${now.prescriber} as prescriber, ${now.prescriberAddress} as "prescriberAddress",
      ${now.prescribedOn} as "prescribedOn", ${now.patientName} as "patientName",
      ${now.patientAddress} as "patientAddress", e.sale_id as "saleId", s.number as "saleNumber",
      json_build_object('firstName', u.first_name, 'lastName', u.last_name) as by,
      (select coalesce(json_agg(json_build_object('at', m.amended_at, 'former', m.former,
          'by', json_build_object('firstName', w.first_name, 'lastName', w.last_name)) order by m.step), '[]')
        from prescription_amendments m join users w on w.id = m.user_id
        where m.pharmacy_id = e.pharmacy_id and m.entry_number = e.number) as amendments
    from (select number, row_number() over () as place from (${numbers}) o) page
      join (${amendedEntries(pharmacyId)}) on e.pharmacy_id = ${pharmacyId} and e.number = page.number
      join sales s on s.pharmacy_id = e.pharmacy_id and s.id = e.sale_id
      join users u on u.id = e.dispensed_by
    order by page.place`.execute(tx)
  return rows
}

function entryOf({ by, enteredAt, amendments, ...entry }: EntryRow): PrescriptionEntry {
  return {
    ...entry,
    enteredAt: enteredAt.toISOString(),
    dispensedBy: displayName(by),
    amendments: amendments.map((amendment) => ({
      at: new Date(amendment.at).toISOString(),
      byName: displayName(amendment.by),
      former: amendment.former,
    })),
  }
}

/** Texts by which the register is sorted. They repeat, and `amended` ones stand in amendments as well. */
const sortTexts = {
  label: { text: sql`e.label`, column: sql`label`, amended: false },
  lot: { text: sql`e.lot`, column: sql`lot`, amended: false },
  posology: { text: sql`e.posology`, column: sql`posology`, amended: false },
  prescriber: { text: now.prescriber, column: sql`prescriber`, amended: true },
  patient: { text: now.patientName, column: sql`patient_name`, amended: true },
}

function sortTextOf(sort: RegisterQuery['sort']) {
  return sortTexts[sort?.replace('-', '') as keyof typeof sortTexts] as (typeof sortTexts)['label'] | undefined
}

function sortColumns({ sort, from }: RegisterQuery) {
  const { text } = sortTextOf(sort) ?? sortTexts.label
  const key = from ? sql`folded(${text})` : sql`k.key`
  return {
    number: sql`e.number`,
    day: sql`e.dispensed_on`,
    list: sql`e.list`,
    label: key,
    lot: key,
    quantity: sql`e.quantity`,
    posology: key,
    prescriber: key,
    patient: key,
    by: sql`k.key`,
    sale: sql`s.number`,
  }
}

/**
 * SQL: what `sortColumns` names beside the entries. In a register of years each text is folded once, not for each entry;
 * without « offset 0 » PostgreSQL would do it for each.
 */
function sortedWith(pharmacyId: string, { sort, from }: RegisterQuery): RawBuilder<unknown> {
  const sorted = sortTextOf(sort)
  if (sorted && !from) {
    const { text, column, amended } = sorted
    const texts = (table: string) =>
      sql`select ${column} as text from ${sql.table(table)} where pharmacy_id = ${pharmacyId}`
    const all = amended
      ? sql`${texts('prescription_entries')} union ${texts('prescription_amendments')}`
      : sql`
      select distinct * from (${texts('prescription_entries')}) t`
    return sql`left join (select x.text, folded(x.text) as key from (${all}) x offset 0) k on k.text = ${text}`
  }
  switch (sort?.replace('-', '')) {
    case 'by':
      return sql`join (select u.id, folded(u.last_name || ' ' || u.first_name) as key from users u offset 0) k
        on k.id = e.dispensed_by`
    case 'sale':
      return sql`join sales s on s.pharmacy_id = e.pharmacy_id and s.id = e.sale_id`
    default:
      return sql``
  }
}

/** Words after the fourth are ignored: they would not narrow the result further. */
const searchedWords = 4

function filtersOf(pharmacyId: string, { from, to, list, search, only }: RegisterQuery): RawBuilder<unknown>[] {
  const words = partsOf(search ?? '').slice(0, searchedWords)
  return [
    sql`e.pharmacy_id = ${pharmacyId}`,
    ...(from ? [sql`e.dispensed_on >= ${from}::date`] : []),
    ...(to ? [sql`e.dispensed_on <= ${to}::date`] : []),
    ...(list ? [sql`e.list = ${list}`] : []),
    ...(only === 'without-prescriber' ? [sql`${now.prescriber} is null and e.quantity > 0`] : []),
    ...words.map(mentions),
  ]
}

/** Matches the medicine, its lot, the patient and the prescriber; `searched` knows them as they were before an amendment. */
function mentions(part: string): RawBuilder<unknown> {
  return sql`strpos(case when a.step is null then e.searched
    else folded(concat_ws(' ', e.label, e.lot, ${now.patientName}, ${now.prescriber})) end, ${part}) > 0`
}
