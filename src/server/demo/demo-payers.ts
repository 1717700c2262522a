import type { tagColors } from '#shared/contract/tags.ts'
import { demoId } from '#server/demo/demo-id.ts'

type Ceilings = { perSale?: number; perDay?: number; perMonth?: number; perYear?: number }
/** A contract without a company is paid by its owner, on credit. Days are counted from today. */
export type PlannedContract = {
  company: string | null
  owner: string | null
  label: string
  coverage: number
  /** `ceilings` limits all policies of the contract together, `ofPolicy` limits each of them. */
  ceilings?: Ceilings
  ofPolicy?: Ceilings
  validForDays?: number
  /** Comfort products are not covered, and a few others are covered at a reference price. */
  hasExceptions?: boolean
}
type Payers = {
  insurers: readonly string[]
  socialSecurity: string
  banks: readonly string[]
  contracts: readonly PlannedContract[]
}

/** Insurers, social security and banks exist in the country; who insures whom, and at which rate, is fictional. */
const payers: Record<string, Payers> = {
  BJ: {
    insurers: [
      'NSIA Assurances',
      'SUNU Assurances',
      'Sanlam Allianz',
      'L’Africaine des Assurances',
      'Atlantique Assurances',
      'GAB Assurances',
    ],
    socialSecurity: 'ARCH – Assurance maladie',
    banks: ['Ecobank', 'Bank of Africa', 'UBA', 'Orabank', 'Coris Bank', 'NSIA Banque', 'BGFIBank', 'BSIC', 'BIIC'],
    contracts: [
      {
        company: 'NSIA Assurances',
        owner: 'Port Sec d’Agla SA',
        label: 'Personnel du Port Sec',
        coverage: 80,
        ofPolicy: { perMonth: 60_000 },
        hasExceptions: true,
      },
      {
        company: 'SUNU Assurances',
        owner: 'Cotonnière du Zou',
        label: 'Agents de la Cotonnière',
        coverage: 80,
        ceilings: { perMonth: 400_000 },
      },
      {
        company: 'Sanlam Allianz',
        owner: 'Hôtel Les Filaos',
        label: 'Personnel de l’hôtel',
        coverage: 70,
        hasExceptions: true,
      },
      {
        company: 'L’Africaine des Assurances',
        owner: 'Imprimerie du Nokoué',
        label: 'Employés de l’imprimerie',
        coverage: 90,
        ofPolicy: { perSale: 25_000 },
      },
      {
        company: 'Atlantique Assurances',
        owner: 'Transports Dan & Fils',
        label: 'Chauffeurs et mécaniciens',
        coverage: 80,
        ofPolicy: { perDay: 20_000, perMonth: 50_000 },
      },
      {
        company: 'GAB Assurances',
        owner: 'Béninoise du Karité',
        label: 'Cadres',
        coverage: 100,
        ofPolicy: { perMonth: 100_000, perYear: 600_000 },
      },
      { company: 'NSIA Assurances', owner: 'ONG Sikè Santé', label: 'Équipe de l’ONG', coverage: 70, validForDays: 19 },
      { company: 'SUNU Assurances', owner: null, label: 'Santé Famille', coverage: 60 },
      {
        company: 'GAB Assurances',
        owner: 'Transports Dan & Fils',
        label: 'Ancienne convention des chauffeurs',
        coverage: 80,
        validForDays: -45,
      },
      {
        company: null,
        owner: 'École La Colombe de Ganhi',
        label: 'Personnel enseignant',
        coverage: 100,
        ceilings: { perMonth: 300_000 },
        ofPolicy: { perSale: 15_000, perMonth: 40_000 },
      },
    ],
  },
  CI: {
    insurers: ['NSIA Assurances', 'SUNU Assurances', 'Sanlam Allianz', 'AXA', 'MCI Care', 'Ascoma'],
    socialSecurity: 'CNAM – CMU',
    banks: [
      'Société Générale Côte d’Ivoire',
      'NSIA Banque',
      'Ecobank',
      'SIB',
      'BICICI',
      'Banque Atlantique',
      'Bank of Africa',
      'Coris Bank',
      'UBA',
      'BNI',
      'Orabank',
    ],
    contracts: [
      {
        company: 'NSIA Assurances',
        owner: 'Banque Ébrié',
        label: 'Personnel de la banque',
        coverage: 80,
        ofPolicy: { perMonth: 75_000 },
        hasExceptions: true,
      },
      { company: 'MCI Care', owner: 'Cacao du Bandama', label: 'Agents du Bandama', coverage: 70 },
      {
        company: 'Ascoma',
        owner: 'Cabinet N’Zi & Associés',
        label: 'Associés et employés',
        coverage: 90,
        ofPolicy: { perSale: 30_000 },
      },
      { company: 'AXA', owner: null, label: 'Santé individuelle', coverage: 80, validForDays: 24 },
      {
        company: null,
        owner: 'Lagune Logistique',
        label: 'Personnel de la logistique',
        coverage: 100,
        ceilings: { perMonth: 250_000 },
        ofPolicy: { perMonth: 35_000 },
      },
    ],
  },
}

/** Percentage that social security pays for products of its list, unless the line has its own rate. */
const socialSecurityRate = 70

export function payersOf(countryCode: string): Payers {
  const own = payers[countryCode]
  if (!own) throw new Error(`no payers for ${countryCode}`)
  return {
    ...own,
    contracts: [
      ...own.contracts,
      { company: own.socialSecurity, owner: null, label: 'Assurance maladie', coverage: socialSecurityRate },
    ],
  }
}

export function bankRows(slug: string, countryCode: string): { id: string; name: string }[] {
  return payersOf(countryCode).banks.map((name) => ({ id: demoId('bank', slug, name), name }))
}

type TagRow = {
  id: string
  type: 'person' | 'organization' | 'contract-policy' | 'pharmacy-product'
  label: string
  color: (typeof tagColors)[number]
}

const tags: readonly Omit<TagRow, 'id'>[] = [
  { type: 'person', label: 'Traitement au long cours', color: 'blue' },
  { type: 'person', label: 'Fidèle', color: 'green' },
  { type: 'person', label: 'À rappeler', color: 'orange' },
  { type: 'person', label: 'Femme enceinte', color: 'violet' },
  { type: 'organization', label: 'Paie avec retard', color: 'red' },
  { type: 'organization', label: 'Bon de commande exigé', color: 'orange' },
  { type: 'contract-policy', label: 'Carte vue', color: 'green' },
  { type: 'contract-policy', label: 'Attestation à demander', color: 'orange' },
  { type: 'pharmacy-product', label: 'Conseil du mois', color: 'teal' },
  { type: 'pharmacy-product', label: 'À commander à part', color: 'gray' },
]

export function tagRows(slug: string): TagRow[] {
  return tags.map((tag) => ({ id: tagId(slug, tag.label), ...tag }))
}

export function tagId(slug: string, label: string): string {
  return demoId('tag', slug, label)
}
