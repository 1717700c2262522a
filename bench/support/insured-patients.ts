import type { Database } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { enterPharmacy } from '#server/lists/product-revisions.repo.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'

const insurers = [
  { name: 'NSIA', percent: 50 },
  { name: 'SUNU', percent: 25 },
] as const
/** A name that no other person of the demo has. */
export const thriceInsured = { lastName: 'ZINKPE', firstName: 'Prudencia', payers: ['NSIA', 'SUNU', 'employer'] }
export const twiceInsured = { lastName: 'ZOUMENOU', firstName: 'Evariste', payers: ['NSIA', 'SUNU'] }

/** Patients with several payers for every line: two insurers in sequence and, for one of them, an employer. */
export async function insurePatients(database: Database, pharmacyId: string): Promise<void> {
  const id = (...name: string[]): string => demoId('insured', ...name)
  const patients = [thriceInsured, twiceInsured]
  await database.platform(async (tx) => {
    await enterPharmacy(tx, pharmacyId)
    const before = await takeRevisions(tx, pharmacyId, insurers.length + 1 + patients.length)
    await bulkInsert(
      tx,
      'companies',
      insurers.map(({ name }, at) => ({
        pharmacy_id: pharmacyId,
        id: id(name),
        name: `${name} banc`,
        rev: before + at + 1,
      })),
    )
    await bulkInsert(tx, 'organizations', [
      { pharmacy_id: pharmacyId, id: id('employer'), name: 'Employeur banc', rev: before + insurers.length + 1 },
    ])
    await bulkInsert(tx, 'contracts', [
      ...insurers.map(({ name, percent }) => ({
        pharmacy_id: pharmacyId,
        id: id('contract', name),
        company_id: id(name),
        owner_organization_id: null,
        label: name as string,
        default_coverage: percent as number,
      })),
      {
        pharmacy_id: pharmacyId,
        id: id('contract', 'employer'),
        company_id: null,
        owner_organization_id: id('employer'),
        label: 'Employeur',
        default_coverage: 10,
      },
    ])
    await bulkInsert(
      tx,
      'persons',
      patients.map(({ firstName, lastName }, at) => ({
        pharmacy_id: pharmacyId,
        id: id('person', lastName),
        first_name: firstName,
        last_name: lastName,
        rev: before + insurers.length + 2 + at,
        created_at: new Date(),
        tag_ids: [],
        archived: false,
      })),
    )
    await bulkInsert(
      tx,
      'contract_policies',
      patients.flatMap(({ lastName, payers }) =>
        payers.map((payer, at) => ({
          pharmacy_id: pharmacyId,
          id: id('policy', lastName, payer),
          contract_id: id('contract', payer),
          beneficiary_id: id('person', lastName),
          number: `B-${lastName}-${at}`,
          rank: at + 1,
          tag_ids: [],
          archived: false,
        })),
      ),
    )
  })
}
