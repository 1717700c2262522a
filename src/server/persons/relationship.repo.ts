import { sql } from 'kysely'
import type { Relationship } from '#shared/contract/persons.ts'
import { inverseKind, type RelationshipKind } from '#shared/domain/relationship.ts'
import type { Tx } from '#server/db/database.ts'

type Row = Relationship & { inverse: boolean }

/** The relatives of a person, whichever of the two persons the relationship was entered for. */
export async function relativesOf(tx: Tx, pharmacyId: string, personId: string): Promise<Relationship[]> {
  const { rows } = await sql<Row>`
    select r.id, r.kind, r.relative_id = ${personId} as inverse,
      json_build_object('id', f.id, 'firstName', f.first_name, 'lastName', f.last_name, 'birthDate', f.birth_date,
        'archived', f.archived) as relative
    from relationships r join persons f on f.pharmacy_id = r.pharmacy_id and f.id = case
      when r.person_id = ${personId} then r.relative_id else r.person_id end
    where r.pharmacy_id = ${pharmacyId} and ${personId} in (r.person_id, r.relative_id)
    order by f.last_name, f.first_name, f.id`.execute(tx)
  return rows.map(({ inverse, ...row }) => ({ ...row, kind: inverse ? inverseKind(row.kind) : row.kind }))
}

export async function areRelated(tx: Tx, pharmacyId: string, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select from relationships where pharmacy_id = ${pharmacyId}
      and ((person_id = ${one} and relative_id = ${other}) or (person_id = ${other} and relative_id = ${one}))`.execute(
    tx,
  )
  return rows.length > 0
}

export async function insertRelationship(
  tx: Tx,
  pharmacyId: string,
  { id, personId, relativeId, kind }: { id: string; personId: string; relativeId: string; kind: RelationshipKind },
): Promise<void> {
  await tx
    .insertInto('relationships')
    .values({ pharmacy_id: pharmacyId, id, person_id: personId, relative_id: relativeId, kind })
    .execute()
}

/** Returns whether the relationship existed. */
export async function deleteRelationship(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('relationships')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
