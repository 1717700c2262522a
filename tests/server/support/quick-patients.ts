import type { NewQuickPatient } from '#shared/contract/persons.ts'
import type { Database } from '#server/db/database.ts'
import { madeAtTill } from '#tests/server/support/made-at-till.ts'
import { idOf, type Shop, type TestMember } from '#tests/server/support/shop.ts'

/** A patient as a terminal creates one at the counter, with defaults. */
export function aQuickPatient(
  shop: Shop,
  { seller = shop.vendeur, ...rest }: Partial<NewQuickPatient> & { seller?: TestMember } = {},
): NewQuickPatient {
  return {
    ...madeAtTill(shop, seller),
    createdAt: '2026-03-02T10:00:00.000Z',
    lastName: 'Agbodjan',
    firstName: 'Clarisse',
    birthDate: '1990-05-17',
    sex: 'F',
    phone: '01 96 12 34 56',
    socialSecurityId: null,
    policy: null,
    ...rest,
  }
}

/** The insurer of a shop with one contract of 80 %; the same shop has the same ids. */
export function contractOf(shop: Shop): { companyId: string; contractId: string } {
  return { companyId: idOf(shop.id, 'insurer'), contractId: idOf(shop.id, 'contract of the insurer') }
}

export async function openContract(database: Database, shop: Shop): Promise<{ companyId: string; contractId: string }> {
  const { companyId, contractId } = contractOf(shop)
  await database.platform(async (tx) => {
    await tx
      .insertInto('companies')
      .values({ pharmacy_id: shop.id, id: companyId, name: 'NSIA Assurances', rev: 1 })
      .execute()
    await tx
      .insertInto('contracts')
      .values({
        pharmacy_id: shop.id,
        id: contractId,
        company_id: companyId,
        label: 'Agents 80 %',
        default_coverage: 80,
      })
      .execute()
  })
  return { companyId, contractId }
}
