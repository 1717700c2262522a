import { randomUUID } from 'node:crypto'
import type { CallFixture } from '#tests/server/support/call-fixtures.ts'
import { idOf } from '#tests/server/support/shop.ts'

const nothing = (): CallFixture => ({})
const at = (id: string) => (): CallFixture => ({ params: { id } })

/** A valid request of every call of the platform; its rows are of `aPlatform`, no pharmacy of a test is suspended. */
export function platformFixtures(): Record<string, () => CallFixture> {
  const pharmacyId = idOf('spare pharmacy')
  return {
    'platformPharmacies.list': () => ({ query: { search: 'pharmacie', sort: '-sales' } }),
    'platformPharmacies.read': at(pharmacyId),
    'platformPharmacies.create': () => ({
      body: {
        name: `Pharmacie ${randomUUID()}`,
        countryCode: 'BJ',
        city: 'Parakou',
        address: 'Route de l’aéroport',
        phone: '+2290123456789',
        timeZone: 'Africa/Porto-Novo',
        ownerFirstName: 'Codjo',
        ownerLastName: 'Gbaguidi',
        ownerEmail: 'codjo@example.org',
      },
    }),
    'platformPharmacies.patch': () => ({ params: { id: pharmacyId }, body: { city: 'Natitingou', suspended: false } }),
    'platformPharmacies.remove': at(pharmacyId),
    'platformPharmacies.inviteOwner': at(pharmacyId),
    'domains.list': nothing,
    'domains.read': at(idOf('spare domain')),
    'domains.create': () => ({ body: { name: `Groupe ${randomUUID()}` } }),
    'domains.patch': () => ({ params: { id: idOf('spare domain') }, body: { name: `Groupe ${randomUUID()}` } }),
    'domains.remove': at(idOf('empty domain')),
    'platformAccounts.list': nothing,
    'platformAccounts.read': at(idOf('spare till')),
    'platformAccounts.create': () => ({ body: { pharmacyId, name: 'COMPTOIR', email: 'comptoir@example.org' } }),
    'platformAccounts.patch': () => ({ params: { id: idOf('spare till') }, body: { active: true } }),
    'platformAccounts.remove': at(idOf('closed till')),
    'platformAccounts.invite': at(idOf('spare till')),
    'countries.write': () => ({
      params: { id: 'TG' },
      body: {
        name: 'Togo',
        locale: 'fr-TG',
        currency: { code: 'XOF', symbol: 'F CFA', decimals: 0 },
        cashRoundingStep: 5,
        denominations: [10_000, 5_000],
        phoneOperators: ['Moov Money'],
        fiscalPlatform: 'none',
      },
    }),
  }
}
