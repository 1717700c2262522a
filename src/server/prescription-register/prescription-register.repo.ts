import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { PrescriptionEntry, prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { fold } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type RegisterQuery = HandlerInput<typeof prescriptionRegister.list>['query']

type EntryRow = Omit<PrescriptionEntry, 'enteredAt' | 'dispensedBy'> & { enteredAt: Date; by: PersonName }

/** One page; the highest number first, which is the order in which the entries were written, where nothing else is asked. */
export async function findEntries(
  tx: Tx,
  pharmacyId: string,
  query: RegisterQuery,
): Promise<{ items: PrescriptionEntry[]; total: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query), sql` and `)
  const { items, total } = await pagedRows(tx, query, {
    from: sql`prescription_entries e where ${kept}`,
    items: async (limit) => {
      const { rows } = await sql<EntryRow>`
        select e.number, e.entered_at as "enteredAt", e.dispensed_on as "dispensedOn", e.list, e.label, e.lot, e.quantity, e.posology, e.prescriber, e.prescriber_address as "prescriberAddress",
          e.prescribed_on as "prescribedOn", e.patient_name as "patientName", e.patient_address as "patientAddress", e.sale_id as "saleId", s.number as "saleNumber",
          json_build_object('firstName', u.first_name, 'lastName', u.last_name) as by
        from prescription_entries e
          join sales s on s.pharmacy_id = e.pharmacy_id and s.id = e.sale_id
          join users u on u.id = e.dispensed_by
        where ${kept} order by ${sortOrder(query.sort, sortColumns, sql`e.number desc`)} ${limit}`.execute(tx)
      return rows
    },
  })
  return {
    total,
    items: items.map(({ by, enteredAt, ...entry }) => ({
      ...entry,
      enteredAt: enteredAt.toISOString(),
      dispensedBy: displayName(by),
    })),
  }
}

const sortColumns = {
  number: sql`e.number`,
  day: sql`e.dispensed_on`,
  list: sql`e.list`,
  label: sql`folded(e.label)`,
  lot: sql`folded(e.lot)`,
  quantity: sql`e.quantity`,
  posology: sql`folded(e.posology)`,
  prescriber: sql`folded_name(e.prescriber)`,
  patient: sql`folded_name(e.patient_name)`,
  by: sql`folded_name(u.last_name || ' ' || u.first_name)`,
  sale: sql`s.number`,
}

/** Words after the fourth are ignored: they would not narrow the result further. */
const searchedWords = 4

function filtersOf(pharmacyId: string, { from, to, list, search, only }: RegisterQuery): RawBuilder<unknown>[] {
  const words = (search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, searchedWords)
  return [
    sql`e.pharmacy_id = ${pharmacyId}`,
    ...(from ? [sql`e.dispensed_on >= ${from}::date`] : []),
    ...(to ? [sql`e.dispensed_on <= ${to}::date`] : []),
    ...(list ? [sql`e.list = ${list}`] : []),
    ...(only === 'without-prescriber' ? [sql`e.prescriber is null`] : []),
    ...words.map(mentions),
  ]
}

/**
 * Matches the medicine, the patient and the prescriber. The word is folded as a till does, or as the database does:
 * PostgreSQL lacks the lower case of some letters.
 */
function mentions(word: string): RawBuilder<unknown> {
  const text = sql`folded_name(concat_ws(' ', e.label, e.patient_name, e.prescriber))`
  return sql`(strpos(${text}, ${fold(word)}) > 0 or strpos(${text}, folded_name(${word})) > 0)`
}
