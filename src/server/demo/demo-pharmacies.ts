import type { BankAccount } from '#shared/contract/users.ts'
import type { defaultRoles } from '#shared/domain/permissions.ts'
import { demoId } from '#server/demo/demo-id.ts'

export type RoleName = keyof typeof defaultRoles

export type DemoMember = { id: string; lastName: string; firstName: string; email: string; role: RoleName; pin: string }

export type DemoPharmacy = {
  id: string
  slug: string
  name: string
  countryCode: string
  city: string
  address: string
  phone: string
  taxId: string
  tradeRegister: string
  bankAccounts: readonly Omit<BankAccount, 'id'>[]
  timeZone: string
  /** Local time minus UTC; neither city has daylight saving time. */
  utcOffsetHours: number
  members: readonly DemoMember[]
  /** The shelf has one in this many of the medicines. */
  stocksOneIn: number
  salesPerDay: number
  patientCount: number
}

const password = 'officine-demo'

/** The same owner has both pharmacies. */
/** The account of the owner, who is a member of each pharmacy. */
export const demoOwnerUid = 'demo-azonhiho'
export const demoDomain = { id: demoId('domain', 'azonhiho'), name: 'Officines AZONHIHO' }

function members(
  slug: string,
  people: readonly (readonly [lastName: string, firstName: string, role: RoleName, pin: string])[],
): DemoMember[] {
  return people.map(([lastName, firstName, role, pin]) => ({
    id: demoId('member', slug, lastName, firstName),
    lastName,
    firstName,
    email: emailOf(slug, lastName, firstName),
    role,
    pin,
  }))
}

function emailOf(slug: string, lastName: string, firstName: string): string {
  return `${firstName}.${lastName}@${slug}.example`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

export const campGuezo: DemoPharmacy = {
  id: demoId('pharmacy', 'camp-guezo'),
  slug: 'camp-guezo',
  name: 'Pharmacie Camp Guézo',
  countryCode: 'BJ',
  city: 'Cotonou',
  address: 'Boulevard Saint-Michel, face au Camp Guézo',
  phone: '+229 01 21 31 55 52',
  taxId: '3201900000017',
  tradeRegister: 'RB/COT/19 A 48213',
  bankAccounts: [
    {
      kind: 'bank',
      name: 'BOA Bénin',
      number: 'BJ061 01001 002345678901 22',
      iban: 'BJ80 BJ06 1010 0100 2345 6789 0122',
    },
    { kind: 'mobile-money', name: 'MTN MoMo', number: '01 96 31 55 52', iban: null },
  ],
  timeZone: 'Africa/Porto-Novo',
  utcOffsetHours: 1,
  members: members('camp-guezo', [
    ['DOSSOU', 'Aurèle', 'vendeur', '4417'],
    ['HOUNKPATIN', 'Rachelle', 'pharmacien', '7302'],
    ['ADJOVI', 'Fifamè', 'vendeur', '5826'],
    ['SOGLO', 'Koffi', 'caissier', '9164'],
    ['TOSSOU', 'Mireille', 'gestionnaire de stock', '3085'],
    ['AZONHIHO', 'Gilles', 'titulaire', '1960'],
  ]),
  stocksOneIn: 1,
  salesPerDay: 105,
  patientCount: 150,
}

export const plateauLagune: DemoPharmacy = {
  id: demoId('pharmacy', 'plateau-lagune'),
  slug: 'plateau-lagune',
  name: 'Pharmacie Plateau Lagune',
  countryCode: 'CI',
  city: 'Abidjan',
  address: 'Avenue Chardy, Le Plateau',
  phone: '+225 27 20 22 41 18',
  taxId: '1902847K',
  tradeRegister: 'CI-ABJ-2019-B-14872',
  bankAccounts: [
    { kind: 'bank', name: 'SGCI', number: 'CI008 01111 011123456789 54', iban: 'CI67 CI00 8011 1101 1123 4567 8954' },
  ],
  timeZone: 'Africa/Abidjan',
  utcOffsetHours: 0,
  members: members('plateau-lagune', [
    ['KONÉ', 'Ibrahim', 'vendeur', '2751'],
    ['KOUASSI', 'Adjoua', 'pharmacien', '6840'],
    ['YAO', 'Prisca', 'caissier', '8093'],
    ['AZONHIHO', 'Gilles', 'titulaire', '1973'],
  ]),
  stocksOneIn: 4,
  salesPerDay: 30,
  patientCount: 30,
}

export const demoPharmacies: readonly DemoPharmacy[] = [campGuezo, plateauLagune]

export type DemoAccount = {
  kind: 'terminal' | 'admin'
  userId: string
  lastName: string
  firstName: string
  /** `name` and `email` as the sign-in service shows them. */
  name: string
  email: string
  password: string
  firebaseUid: string
  /** Custom claims of its identity token. */
  claims: { roles: string[]; pharmacyId?: string; domainId?: string }
}

/**
 * Accounts that sign in with e-mail and password: the counter of each pharmacy, and the administrator of the platform.
 */
export const demoAccounts: readonly DemoAccount[] = [
  ...demoPharmacies.map(({ id, slug, name }): DemoAccount => ({
    kind: 'terminal',
    userId: demoId('terminal-account', slug),
    lastName: 'COMPTOIR',
    firstName: name,
    name: `COMPTOIR ${name}`,
    email: `comptoir@${slug}.example`,
    password,
    firebaseUid: `demo-comptoir-${slug}`,
    claims: { roles: [], pharmacyId: id, domainId: demoDomain.id },
  })),
  {
    kind: 'admin',
    userId: demoId('admin-account'),
    lastName: 'ADMINISTRATION',
    firstName: 'Officine',
    name: 'ADMINISTRATION Officine',
    email: 'admin@officine.example',
    password,
    firebaseUid: 'demo-admin',
    claims: { roles: ['admin'] },
  },
]

/** The members with their PINs. */
export const demoPins = demoPharmacies.flatMap((pharmacy) =>
  pharmacy.members.map(({ id, lastName, firstName, role, pin }) => ({
    pharmacyId: pharmacy.id,
    pharmacy: pharmacy.name,
    userId: id,
    name: `${lastName} ${firstName}`,
    role,
    pin,
  })),
)

/** Who receives goods: the keeper of the stock, else the owner. */
export function keeperOf({ members: people }: DemoPharmacy): DemoMember {
  return people.find(({ role }) => role === 'gestionnaire de stock') ?? people.find(({ role }) => role === 'titulaire')!
}
