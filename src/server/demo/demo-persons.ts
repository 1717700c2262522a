import type { Insertable } from 'kysely'
import { readPhone } from '#shared/domain/phone.ts'
import type { Tables } from '#server/db/tables.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { tagId } from '#server/demo/demo-payers.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { seededRandom, type Random } from '#server/demo/seeded-random.ts'

const lastNames: Record<string, readonly string[]> = {
  BJ: [
    'AGBODJAN',
    'KPADONOU',
    'HOUNSOU',
    'ZINSOU',
    'AHOUANDJINOU',
    'DOSSA',
    'GBAGUIDI',
    'HOUNGBÉDJI',
    'SOSSA',
    'TCHIBOZO',
    'YESSOUFOU',
    'ADÉOTI',
    'BIO',
    'SABI',
    'ALAPINI',
    'QUENUM',
    'LOKOSSOU',
    'AKPLOGAN',
    'DEGBEY',
    'FASSINOU',
    'HOUÉTO',
    'KOUKPAKI',
    'MÈDÉGAN',
    'SALAMI',
    'VIGNON',
  ],
  CI: [
    'KOUAMÉ',
    'KOFFI',
    'TRAORÉ',
    'OUATTARA',
    'BAMBA',
    'N’GUESSAN',
    'COULIBALY',
    'DIABATÉ',
    'AKA',
    'GNAGNE',
    'TANOH',
    'ZADI',
  ],
}
const women = [
  'Clarisse',
  'Afiavi',
  'Mariam',
  'Bernadette',
  'Yayi',
  'Sènami',
  'Grâce',
  'Rosine',
  'Aïcha',
  'Pélagie',
  'Edwige',
  'Fatoumata',
  'Nadège',
  'Akouvi',
  'Solange',
] as const
const men = [
  'Serge',
  'Codjo',
  'Ibrahim',
  'Pascal',
  'Moussa',
  'Romaric',
  'Ulrich',
  'Comlan',
  'Rodrigue',
  'Abdoulaye',
  'Fiacre',
  'Justin',
  'Kossi',
  'Théophile',
  'Wilfried',
] as const

export type DemoPerson = Required<
  Pick<
    Insertable<Tables['persons']>,
    | 'id'
    | 'first_name'
    | 'last_name'
    | 'birth_date'
    | 'sex'
    | 'phone'
    | 'social_security_id'
    | 'credit_limit'
    | 'tag_ids'
  >
>
/**
 * Persons who live together: some alone, some with a spouse and children. All of them are enrolled with social
 * security, or none.
 */
export type Household = { head: DemoPerson; spouse: DemoPerson | null; children: DemoPerson[] }

const latestBirthYear = 2023
const personTags = ['Traitement au long cours', 'Traitement au long cours', 'Fidèle', 'À rappeler'] as const

/** The patients of the pharmacy, in families; all fictional. */
export function demoHouseholds({ slug, countryCode, patientCount }: DemoPharmacy): Household[] {
  const random = seededRandom('households', slug)
  const households: Household[] = []
  let count = 0
  const person = (of: {
    sex: 'F' | 'M'
    lastName: string
    born: readonly [from: number, to: number]
    phone: string | null
    isEnrolled: boolean
  }): DemoPerson => ({
    id: demoId('person', slug, String(count++)),
    first_name: random.pick(of.sex === 'F' ? women : men),
    last_name: of.lastName,
    birth_date: new Date(Date.UTC(random.int(...of.born), random.int(0, 11), random.int(1, 28)))
      .toISOString()
      .slice(0, 10),
    sex: of.sex,
    phone: of.phone,
    social_security_id: of.isEnrolled ? digits(random, 13) : null,
    credit_limit: 0,
    tag_ids: random.next() < 0.12 ? [tagId(slug, random.pick(personTags))] : [],
  })
  while (count < patientCount) {
    const sex = random.next() < 0.5 ? 'F' : 'M'
    const lastName = random.pick(lastNames[countryCode] ?? [])
    const phone = phoneNumber(countryCode, random)
    const isFamily = random.next() < 0.45
    const isEnrolled = random.next() < 0.28
    const born = isFamily ? ([1970, 1998] as const) : ([1941, 2005] as const)
    const head = {
      ...person({ sex, lastName, born, phone, isEnrolled }),
      credit_limit: random.next() < 0.35 ? random.pick([25_000, 50_000, 100_000]) : 0,
    }
    const room = patientCount - count
    const spouse =
      isFamily && room > 0
        ? person({
            sex: sex === 'F' ? 'M' : 'F',
            lastName: random.next() < 0.7 ? lastName : random.pick(lastNames[countryCode] ?? []),
            born: [1970, 1998],
            phone: phoneNumber(countryCode, random),
            isEnrolled,
          })
        : null
    const children = Array.from({ length: isFamily ? Math.min(random.int(0, 3), patientCount - count) : 0 }, () =>
      person({
        sex: random.next() < 0.5 ? 'F' : 'M',
        lastName,
        born: [childrenFrom(head, spouse), latestBirthYear],
        phone,
        isEnrolled,
      }),
    )
    households.push({ head, spouse, children })
  }
  return households
}

/** Children are born when their parents are at least eighteen. */
function childrenFrom(...parents: (DemoPerson | null)[]): number {
  return Math.max(...parents.map((parent) => Number(parent?.birth_date?.slice(0, 4) ?? 0))) + 18
}

/**
 * Persons entered twice, for the back-office to find: same phone, and the name without accents or with the first name
 * as an initial.
 */
export function demoDuplicates(slug: string, households: readonly Household[], count: number): DemoPerson[] {
  const known = households
    .filter(({ children }) => children.length === 0)
    .map(({ head }) => head)
    .slice(0, count)
  return known.map((person, index) => ({
    ...person,
    id: demoId('duplicate', slug, String(index)),
    last_name: person.last_name.normalize('NFD').replace(/\p{M}/gu, ''),
    first_name: index % 2 === 0 ? person.first_name : `${person.first_name.slice(0, 1)}.`,
    birth_date: index % 2 === 0 ? person.birth_date : null,
    credit_limit: 0,
  }))
}

/**
 * Phone numbers of both countries have ten digits: mobiles start with 01 in Bénin, and with 01, 05 or 07 in Côte
 * d’Ivoire.
 */
export function phoneNumber(countryCode: string, random: Random): string {
  const typed =
    countryCode === 'BJ'
      ? `01${random.pick(['61', '66', '67', '90', '95', '96', '97', '98'])}${digits(random, 6)}`
      : `${random.pick(['01', '05', '07'])}${digits(random, 8)}`
  const reading = readPhone(typed, countryCode)
  if (reading.kind !== 'phone') throw new Error(`not a telephone of ${countryCode}: ${typed}`)
  return reading.e164
}

export function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.int(0, 9)).join('')
}
