import type { Person } from '#shared/contract/persons.ts'
import type { Database } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { seededRandom, type Random } from '#server/demo/seeded-random.ts'
import { enterPharmacy } from '#server/lists/product-revisions.repo.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'

const syllables = [
  'a',
  'ba',
  'bio',
  'co',
  'da',
  'djo',
  'dos',
  'fa',
  'gan',
  'gbe',
  'hou',
  'kou',
  'kpa',
  'lo',
  'ma',
  'me',
  'mi',
  'na',
  'no',
  'oua',
  'sa',
  'se',
  'sou',
  'ta',
  'tcha',
  'to',
  'vi',
  'yé',
  'za',
  'zin',
] as const
const firstNames = [
  'Aïcha',
  'Akouvi',
  'Bernadette',
  'Clarisse',
  'Codjo',
  'Comlan',
  'Edwige',
  'Fatoumata',
  'Fiacre',
  'Grâce',
  'Ibrahim',
  'Justin',
  'Kossi',
  'Mariam',
  'Moussa',
  'Pascal',
  'Pélagie',
  'Rodrigue',
  'Romaric',
  'Sènami',
  'Serge',
  'Solange',
  'Théophile',
  'Ulrich',
  'Wilfried',
] as const

/** The fields of a person of the crowd; all others have their defaults. */
type Member = Pick<Person, 'id' | 'firstName' | 'lastName' | 'birthDate' | 'sex' | 'phone' | 'socialSecurityId'> & {
  number: string | null
}

/** As many persons as a large pharmacy has after ten years, half of them insured. Always the same result. */
export function crowd(count: number): Member[] {
  const random = seededRandom('crowd')
  return Array.from({ length: count }, (_, index) => ({
    id: demoId('crowd', String(index)),
    firstName: random.next() < 0.3 ? `${random.pick(firstNames)} ${random.pick(firstNames)}` : random.pick(firstNames),
    lastName: lastName(random),
    birthDate: new Date(Date.UTC(random.int(1935, 2025), random.int(0, 11), random.int(1, 28)))
      .toISOString()
      .slice(0, 10),
    sex: random.next() < 0.55 ? 'F' : 'M',
    phone: random.next() < 0.9 ? `+22901${digits(random, 8)}` : null,
    socialSecurityId: random.next() < 0.2 ? digits(random, 13) : null,
    number: random.next() < 0.5 ? `POL-${digits(random, 8)}` : null,
  }))
}

function lastName(random: Random): string {
  return Array.from({ length: random.int(2, 4) }, () => random.pick(syllables))
    .join('')
    .toUpperCase()
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.int(0, 9)).join('')
}

/** The person as a till stores it. */
export function asPerson({ number, ...member }: Member): Person {
  const policy =
    number === null
      ? []
      : [
          {
            id: demoId('crowd', 'policy', member.id),
            contractId: demoId('crowd', 'contract'),
            beneficiaryId: member.id,
            holderId: null,
            number,
            coverage: null,
            rank: 1,
            ceilings: { perSale: null, perDay: null, perMonth: null, perYear: null },
            validFrom: null,
            validUntil: null,
            tags: [],
            archived: false,
            uses: null,
            familyUses: null,
          },
        ]
  return { ...member, creditLimit: null, tags: [], outgoing: 0, policies: policy, archived: false, mergedInto: null }
}

/** Adds a crowd to the patients of a pharmacy; the insured have a separate contract. */
export async function settleCrowd(database: Database, pharmacyId: string, members: readonly Member[]): Promise<void> {
  const [companyId, contractId] = [demoId('crowd', 'company'), demoId('crowd', 'contract')]
  await database.platform(async (tx) => {
    await enterPharmacy(tx, pharmacyId)
    const before = await takeRevisions(tx, pharmacyId, members.length + 1)
    await bulkInsert(tx, 'companies', [
      { pharmacy_id: pharmacyId, id: companyId, name: 'Mutuelle de la foule', rev: before + 1 },
    ])
    await bulkInsert(tx, 'contracts', [
      {
        pharmacy_id: pharmacyId,
        id: contractId,
        company_id: companyId,
        label: 'Contrat de la foule',
        default_coverage: 80,
      },
    ])
    await bulkInsert(
      tx,
      'persons',
      members.map((member, index) => ({
        pharmacy_id: pharmacyId,
        id: member.id,
        first_name: member.firstName,
        last_name: member.lastName,
        birth_date: member.birthDate,
        sex: member.sex,
        phone: member.phone,
        social_security_id: member.socialSecurityId,
        rev: before + index + 2,
        created_at: new Date(),
        tag_ids: [],
        archived: false,
      })),
    )
    const insured = members.flatMap(({ id, number }) => (number === null ? [] : [{ id, number }]))
    await bulkInsert(
      tx,
      'contract_policies',
      insured.map(({ id, number }) => ({
        pharmacy_id: pharmacyId,
        id: demoId('crowd', 'policy', id),
        contract_id: contractId,
        beneficiary_id: id,
        number,
        rank: 1,
        tag_ids: [],
        archived: false,
      })),
    )
  })
}

export const personQueryKinds = ['last name', 'both names', 'phone', 'one typo', 'policy'] as const
const kindWeights = [4, 3, 2, 2, 0.5]

/** The complete texts that a seller types to find persons of the crowd. Always the same result. */
export function personQueries(members: readonly Member[], count: number): { kind: string; text: string }[] {
  const random = seededRandom('typed persons')
  return Array.from({ length: count }, () => {
    const kind = personQueryKinds[random.weighted(kindWeights)]!
    return { kind, text: textOf(kind, random.pick(members), random) }
  })
}

function textOf(kind: (typeof personQueryKinds)[number], member: Member, random: Random): string {
  const last = member.lastName.toLowerCase()
  switch (kind) {
    case 'last name':
      return last
    case 'both names':
      return `${last} ${member.firstName.toLowerCase().slice(0, 4)}`
    case 'phone':
      return member.phone?.slice(4) ?? last
    case 'one typo': {
      const at = random.int(1, Math.max(1, last.length - 2))
      return last.slice(0, at) + last.slice(at + 1)
    }
    case 'policy':
      return member.number ?? last
  }
}
