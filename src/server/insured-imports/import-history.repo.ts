import { sql } from 'kysely'
import type { InsuredImportRun, RefusedRow } from '#shared/contract/insured-imports.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { personName } from '#server/db/person-name.ts'

type NewImport = {
  id: string
  contractId: string
  fileName: string | null
  by: string
  at: Date
  counts: { created: number; changed: number; same: number; ended: number }
  refused: readonly RefusedRow[]
  personIds: readonly string[]
  policyIds: readonly string[]
}

export async function insertImport(tx: Tx, pharmacyId: string, made: NewImport): Promise<void> {
  const { created, changed, same, ended } = made.counts
  await tx
    .insertInto('insured_imports')
    .values({
      pharmacy_id: pharmacyId,
      id: made.id,
      contract_id: made.contractId,
      file_name: made.fileName,
      imported_by: made.by,
      imported_at: made.at,
      created,
      changed,
      same,
      ended,
      refused: JSON.stringify(made.refused),
      person_ids: [...made.personIds],
      policy_ids: [...made.policyIds],
    })
    .execute()
}

type Row = Omit<InsuredImportRun, 'importedAt' | 'importedByName' | 'undone'> & {
  importedAt: Date
  importedBy: PersonName
  undoneAt: Date | null
  undoneBy: PersonName | null
}

export async function importsOf(
  tx: Tx,
  pharmacyId: string,
  { contractId, page, size }: { contractId: string; page: number; size: number },
): Promise<{ items: InsuredImportRun[]; total: number }> {
  const { rows } = await sql<Row & { total: number }>`
    select i.id, i.file_name as "fileName", ${personName('u')} as "importedBy", i.imported_at as "importedAt",
      i.created, i.changed, i.same, i.ended, jsonb_array_length(i.refused) as refused,
      ${personName('v')} as "undoneBy", i.undone_at as "undoneAt",
      i.undone_at is null and not exists (select from insured_imports later where later.pharmacy_id = i.pharmacy_id
        and later.contract_id = i.contract_id and later.undone_at is null
        and (later.imported_at, later.id) > (i.imported_at, i.id)) as "isLast", count(*) over () as total
    from insured_imports i join users u on u.id = i.imported_by left join users v on v.id = i.undone_by
    where i.pharmacy_id = ${pharmacyId} and i.contract_id = ${contractId}
    order by i.imported_at desc, i.id desc limit ${size} offset ${page * size}`.execute(tx)
  const items = rows.map(({ importedAt, importedBy, undoneAt, undoneBy, ...row }) => ({
    ...row,
    importedAt: importedAt.toISOString(),
    importedByName: displayName(importedBy),
    undone: undoneAt && undoneBy ? { byName: displayName(undoneBy), at: undoneAt.toISOString() } : null,
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

export async function refusedRowsOf(tx: Tx, pharmacyId: string, id: string): Promise<RefusedRow[] | undefined> {
  const row = await tx
    .selectFrom('insured_imports')
    .select('refused')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
  // only this file writes the column, in the shape of the contract
  return row?.refused as RefusedRow[] | undefined
}

type KnownImport = {
  isUndone: boolean
  isLast: boolean
  personIds: string[]
  policyIds: string[]
}

export async function knownImport(tx: Tx, pharmacyId: string, id: string): Promise<KnownImport | undefined> {
  const { rows } = await sql<KnownImport>`
    select i.undone_at is not null as "isUndone", i.person_ids as "personIds", i.policy_ids as "policyIds",
      not exists (select from insured_imports later where later.pharmacy_id = i.pharmacy_id
        and later.contract_id = i.contract_id and later.undone_at is null
        and (later.imported_at, later.id) > (i.imported_at, i.id)) as "isLast"
    from insured_imports i where i.pharmacy_id = ${pharmacyId} and i.id = ${id}`.execute(tx)
  return rows[0]
}

export async function noteUndone(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('insured_imports')
    .set({ undone_by: by, undone_at: at })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

/**
 * Archives the policies that no sale used, and of these persons those whom nothing names beside policies that are
 * archived. Archived and not deleted: a till may hold a sale for one of them that was not sent yet.
 */
export async function archiveUnused(
  tx: Tx,
  pharmacyId: string,
  { personIds, policyIds }: Pick<KnownImport, 'personIds' | 'policyIds'>,
): Promise<{ policies: { id: string; personId: string }[]; persons: string[] }> {
  const { rows: policies } = await sql<{ id: string; personId: string }>`
    update contract_policies k set archived = true
    where k.pharmacy_id = ${pharmacyId} and k.id = any(${policyIds}::uuid[]) and not k.archived
      and not exists (select from sale_payments y where y.pharmacy_id = k.pharmacy_id and y.policy_id = k.id)
    returning k.id, k.beneficiary_id as "personId"`.execute(tx)
  const { rows: persons } = await sql<{ id: string }>`
    update persons p set archived = true
    where p.pharmacy_id = ${pharmacyId} and p.id = any(${personIds}::uuid[]) and not p.archived
      and not exists (select from contract_policies k where k.pharmacy_id = p.pharmacy_id and not k.archived
        and p.id in (k.beneficiary_id, k.holder_id))
      and not exists (select from sales s where s.pharmacy_id = p.pharmacy_id and s.patient_id = p.id)
      and not exists (select from sale_payments y where y.pharmacy_id = p.pharmacy_id and y.client_id = p.id)
      and not exists (select from parked_sales s where s.pharmacy_id = p.pharmacy_id
        and p.id in (s.patient_id, s.client_id))
      and not exists (select from register_movements m where m.pharmacy_id = p.pharmacy_id and m.client_id = p.id)
      and not exists (select from bills b where b.pharmacy_id = p.pharmacy_id and b.person_id = p.id)
      and not exists (select from contracts c where c.pharmacy_id = p.pharmacy_id and c.owner_person_id = p.id)
      and not exists (select from relationships r where r.pharmacy_id = p.pharmacy_id
        and p.id in (r.person_id, r.relative_id))
      and not exists (select from persons m where m.pharmacy_id = p.pharmacy_id and m.merged_into = p.id)
    returning p.id`.execute(tx)
  return { policies, persons: persons.map(({ id }) => id) }
}

/** Persons whom an undone import archived, and whom a file names again, are in use again. */
export async function reviveUndone(tx: Tx, pharmacyId: string, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    update persons p set archived = false
    where p.pharmacy_id = ${pharmacyId} and p.id = any(${[...personIds]}::uuid[]) and p.archived
      and p.merged_into is null and p.erased_at is null
      and exists (select from insured_imports i where i.pharmacy_id = p.pharmacy_id and i.undone_at is not null
        and p.id = any(i.person_ids))
    returning p.id`.execute(tx)
  return rows.map(({ id }) => id)
}
