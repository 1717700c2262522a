import type { NewPerson } from '#shared/contract/persons.ts'
import type { Tx } from '#server/db/database.ts'
import { touchRows } from '#server/lists/revision.repo.ts'

export type PersonChange = { [Key in keyof NewPerson]?: NewPerson[Key] | undefined } & {
  archived?: boolean | undefined
}

export async function countryOf(tx: Tx, pharmacyId: string): Promise<string> {
  const { country_code: code } = await tx
    .selectFrom('pharmacies')
    .select('country_code')
    .where('id', '=', pharmacyId)
    .executeTakeFirstOrThrow()
  return code
}

export async function insertPerson(
  tx: Tx,
  pharmacyId: string,
  id: string,
  person: NewPerson,
  createdAt: Date,
): Promise<void> {
  const { lastName, firstName } = person
  await tx
    .insertInto('persons')
    .values({
      pharmacy_id: pharmacyId,
      id,
      created_at: createdAt,
      ...columnsOf(person),
      last_name: lastName,
      first_name: firstName,
    })
    .execute()
  await touchRows(tx, pharmacyId, 'persons', [id])
}

/** Changes only the given fields, and gives the row a new revision so that tills read it again. */
export async function updatePerson(tx: Tx, pharmacyId: string, id: string, change: PersonChange): Promise<void> {
  const values = columnsOf(change)
  if (Object.keys(values).length === 0) return
  await tx.updateTable('persons').set(values).where('pharmacy_id', '=', pharmacyId).where('id', '=', id).execute()
  await touchRows(tx, pharmacyId, 'persons', [id])
}

function columnsOf({
  lastName,
  firstName,
  birthDate,
  sex,
  phone,
  socialSecurityId,
  email,
  address,
  note,
  creditLimit,
  tags,
  archived,
}: PersonChange) {
  return {
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(birthDate === undefined ? {} : { birth_date: birthDate }),
    ...(sex === undefined ? {} : { sex }),
    ...(phone === undefined ? {} : { phone }),
    ...(socialSecurityId === undefined ? {} : { social_security_id: socialSecurityId }),
    ...(email === undefined ? {} : { email }),
    ...(address === undefined ? {} : { address }),
    ...(note === undefined ? {} : { note }),
    ...(creditLimit === undefined ? {} : { credit_limit: creditLimit }),
    ...(tags === undefined ? {} : { tag_ids: [...new Set(tags)] }),
    ...(archived === undefined ? {} : { archived }),
  }
}
