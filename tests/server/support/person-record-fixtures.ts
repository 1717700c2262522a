import type { CallFixture } from '#tests/server/support/call-fixtures.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** A valid request for each call about the records of persons and the history of imports. */
export function personRecordFixtures(shop: Shop): Record<string, () => CallFixture> {
  const at = (name: string) => (): CallFixture => ({ params: { id: idOf(shop.id, name) } })
  return {
    'persons.check': () => ({ params: { id: idOf(shop.id, 'client') }, body: { checked: true } }),
    'persons.distinctPairs': () => ({}),
    'persons.tellApart': () => ({ body: { personIds: [shop.patientId, shop.debtorId], distinct: true } }),
    'insuredImports.history': () => ({ query: { contractId: idOf(shop.id, 'contract') } }),
    'insuredImports.rows': at('insured import'),
    'insuredImports.undo': at('insured import'),
    'schemeImports.history': () => ({ query: {} }),
    'schemeImports.rows': at('scheme import'),
    'schemeImports.undo': at('scheme import'),
  }
}
