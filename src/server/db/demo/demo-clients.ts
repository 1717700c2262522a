import { demoId } from '#server/db/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/db/demo/demo-pharmacies.ts'
import { seededRandom, type Random } from '#server/db/demo/seeded-random.ts'

/** Insurers that work in the region. */
const insurers: Record<string, readonly string[]> = {
  BJ: ['NSIA Assurances', 'SUNU Assurances', 'Sanlam Allianz', 'L’Africaine des Assurances', 'Atlantique Assurances', 'GAB Assurances'],
  CI: ['NSIA Assurances', 'SUNU Assurances', 'Sanlam Allianz', 'AXA', 'MCI Care', 'Ascoma'],
}

/** Employers that buy on credit; made up. */
const employers: Record<string, readonly string[]> = {
  BJ: ['Port Sec d’Agla SA', 'Cotonnière du Zou', 'Hôtel Les Filaos', 'École La Colombe de Ganhi', 'Transports Dan & Fils', 'Imprimerie du Nokoué', 'Béninoise du Karité', 'ONG Sikè Santé'],
  CI: ['Banque Ébrié', 'Cacao du Bandama', 'Lagune Logistique', 'Cabinet N’Zi & Associés'],
}

const lastNames: Record<string, readonly string[]> = {
  BJ: ['AGBODJAN', 'KPADONOU', 'HOUNSOU', 'ZINSOU', 'AHOUANDJINOU', 'DOSSA', 'GBAGUIDI', 'HOUNGBÉDJI', 'SOSSA', 'TCHIBOZO', 'YESSOUFOU', 'ADÉOTI', 'BIO', 'SABI', 'ALAPINI', 'QUENUM', 'LOKOSSOU', 'AKPLOGAN', 'DEGBEY', 'FASSINOU', 'HOUÉTO', 'KOUKPAKI', 'MÈDÉGAN', 'SALAMI', 'VIGNON'],
  CI: ['KOUAMÉ', 'KOFFI', 'TRAORÉ', 'OUATTARA', 'BAMBA', 'N’GUESSAN', 'COULIBALY', 'DIABATÉ', 'AKA', 'GNAGNE', 'TANOH', 'ZADI'],
}
const women = ['Clarisse', 'Afiavi', 'Mariam', 'Bernadette', 'Yayi', 'Sènami', 'Grâce', 'Rosine', 'Aïcha', 'Pélagie', 'Edwige', 'Fatoumata', 'Nadège', 'Akouvi', 'Solange'] as const
const men = ['Serge', 'Codjo', 'Ibrahim', 'Pascal', 'Moussa', 'Romaric', 'Ulrich', 'Comlan', 'Rodrigue', 'Abdoulaye', 'Fiacre', 'Justin', 'Kossi', 'Théophile', 'Wilfried'] as const

export type ClientRows = {
  companies: { id: string; name: string }[]
  organizations: { id: string; name: string; tax_id: string; phone: string; credit_limit: number; payment_delay_days: number }[]
  persons: { id: string; first_name: string; last_name: string; birth_date: string; sex: 'F' | 'M'; phone: string; social_security_id: string | null; credit_limit: number | null }[]
}

/** Insurers, employers and patients of a pharmacy; everybody but the insurers is made up. */
export function demoClients({ slug, countryCode, patientCount }: DemoPharmacy): ClientRows {
  const random = seededRandom('clients', slug)
  return {
    companies: (insurers[countryCode] ?? []).map((name) => ({ id: demoId('company', slug, name), name })),
    organizations: (employers[countryCode] ?? []).map((name) => ({
      id: demoId('organization', slug, name),
      name,
      tax_id: `32${digits(random, 11)}`,
      phone: phoneNumber(countryCode, random),
      credit_limit: random.int(4, 20) * 100_000,
      payment_delay_days: random.pick([30, 30, 45, 60]),
    })),
    persons: Array.from({ length: patientCount }, (_, index) => patient(index, slug, countryCode, random)),
  }
}

function patient(index: number, slug: string, countryCode: string, random: Random): ClientRows['persons'][number] {
  const sex = random.next() < 0.56 ? 'F' : 'M'
  const birth = new Date(Date.UTC(random.int(1941, 2023), random.int(0, 11), random.int(1, 28)))
  return {
    id: demoId('person', slug, String(index)),
    first_name: random.pick(sex === 'F' ? women : men),
    last_name: random.pick(lastNames[countryCode] ?? []),
    birth_date: birth.toISOString().slice(0, 10),
    sex,
    phone: phoneNumber(countryCode, random),
    social_security_id: random.next() < 0.3 ? digits(random, 13) : null,
    credit_limit: random.next() < 0.25 ? random.pick([25_000, 50_000, 100_000]) : null,
  }
}

/** Both countries dial ten digits: mobiles of Bénin begin with 01, those of Côte d’Ivoire with 01, 05 or 07. */
function phoneNumber(countryCode: string, random: Random): string {
  const pairs = (count: number): string => Array.from({ length: count }, () => digits(random, 2)).join(' ')
  if (countryCode === 'BJ') return `+229 01 ${random.pick(['61', '66', '67', '90', '95', '96', '97', '98'])} ${pairs(3)}`
  return `+225 ${random.pick(['01', '05', '07'])} ${pairs(4)}`
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.int(0, 9)).join('')
}
