import type { Buyer } from '#shared/domain/fiscal/buyer.ts'
import type { Aib } from '#shared/domain/fiscal/fiscal-document.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { payersOf, tagId } from '#server/demo/demo-payers.ts'
import {
  demoDuplicates,
  demoHouseholds,
  digits,
  phoneNumber,
  type DemoPerson,
  type Household,
} from '#server/demo/demo-persons.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'

/** Fictional employers that buy on credit. */
const employers: Record<string, readonly string[]> = {
  BJ: [
    'Port Sec d’Agla SA',
    'Cotonnière du Zou',
    'Hôtel Les Filaos',
    'École La Colombe de Ganhi',
    'Transports Dan & Fils',
    'Imprimerie du Nokoué',
    'Béninoise du Karité',
    'ONG Sikè Santé',
  ],
  CI: ['Banque Ébrié', 'Cacao du Bandama', 'Lagune Logistique', 'Cabinet N’Zi & Associés'],
}

export type DemoOrganization = {
  id: string
  name: string
  tax_id: string
  phone: string
  credit_limit: number
  payment_delay_days: number
  tag_ids: string[]
  aib: Aib | null
}
export type DemoClients = {
  companies: { id: string; name: string; kind: 'insurer' | 'social-security' }[]
  organizations: DemoOrganization[]
  households: Household[]
  /** Persons entered a second time. */
  duplicates: DemoPerson[]
}

/** Insurers, employers and patients of a pharmacy. Insurers and social security are real; all others are fictional. */
export function demoClients(pharmacy: DemoPharmacy): DemoClients {
  const { slug, countryCode, patientCount } = pharmacy
  const random = seededRandom('clients', slug)
  const { insurers, socialSecurity } = payersOf(countryCode)
  const households = demoHouseholds(pharmacy)
  return {
    companies: [...insurers, socialSecurity].map((name) => ({
      id: companyId(slug, name),
      name,
      kind: name === socialSecurity ? 'social-security' : 'insurer',
    })),
    organizations: (employers[countryCode] ?? []).map((name, index) => ({
      id: organizationId(slug, name),
      name,
      tax_id: taxIdOf(countryCode, digits(random, 11)),
      phone: phoneNumber(countryCode, random),
      credit_limit: random.int(4, 20) * 100_000,
      payment_delay_days: random.pick([30, 30, 45, 60]),
      tag_ids: index % 4 === 1 ? [tagId(slug, 'Paie avec retard')] : [],
      aib: countryCode === 'BJ' && index === 0 ? 'A' : null,
    })),
    households,
    duplicates: demoDuplicates(slug, households, Math.ceil(patientCount / 40)),
  }
}

/** The organization that owes AIB, as a sale names it. */
export function aibBuyerOf({ organizations }: DemoClients): Buyer | null {
  const owing = organizations.find(({ aib }) => aib !== null)
  if (!owing?.aib) return null
  const { id, name, tax_id: taxId, phone, aib } = owing
  return { organizationId: id, name, taxId, contact: phone, address: null, aib }
}

/** Of the form of the country. */
function taxIdOf(countryCode: string, drawn: string): string {
  return countryCode === 'CI' ? `${drawn.slice(0, 7)}${'ABCDEFGHJK'[Number(drawn[7])]}` : `32${drawn}`
}

export function companyId(slug: string, name: string): string {
  return demoId('company', slug, name)
}

export function organizationId(slug: string, name: string): string {
  return demoId('organization', slug, name)
}

/** The persons of all families, then the duplicates. */
export function personsOf({ households, duplicates }: DemoClients): DemoPerson[] {
  return [
    ...households.flatMap(({ head, spouse, children }) => [head, ...(spouse ? [spouse] : []), ...children]),
    ...duplicates,
  ]
}
