import { expect, test } from 'vitest'
import { finish } from '#shared/domain/search/search-index.ts'
import { indexOf } from '#shared/store/lists/list-index.ts'
import { organizationView } from '#shared/store/lists/organization-list-atoms.ts'
import { personItem, personView } from '#shared/store/lists/person-list-atoms.ts'
import { phoneTexts } from '#shared/store/lists/phone-texts.ts'
import { anOrganization, aPerson, aPolicy } from '#tests/support/listed-rows.ts'

const aurele = aPerson(1, {
  lastName: 'Dossou',
  firstName: 'Aurèle',
  phone: '+2290196123456',
  socialSecurityId: '1-84-03-075',
  policies: [aPolicy(1, { number: 'NSIA/0042' })],
})
const awa = aPerson(2, {
  lastName: 'N’Diaye',
  firstName: 'Awa',
  phone: '+221771234567',
  birthDate: null,
  socialSecurityId: null,
})
const index = finish(
  indexOf(
    [
      aurele,
      awa,
      aPerson(3, { lastName: 'Dossou', archived: true }),
      aPerson(4, { lastName: 'Dossou', mergedInto: aurele.id }),
    ],
    personView,
  ),
)

test('a person is shown as « DOSSOU Aurèle »', () => {
  expect(personItem(aurele)).toMatchObject({ id: aurele.id, label: 'DOSSOU Aurèle' })
})

test.each([
  'dossou',
  'aurele dos',
  'Dosou',
  'dossou 1984',
  '0196123456',
  '01 96 12 34 56',
  '+229 01 96 12 34 56',
  '2290196123456',
  '96 12 34 56',
  '01961',
  '01 96 1',
  '961234',
  '22901961',
  '1-84-03-075',
  '18403075',
  'nsia/0042',
])('somebody who types « %s » finds her, and none who is archived or merged', (typed) => {
  expect(index.find(typed).ids).toEqual([aurele.id])
})

test.each(['771234567', '7712', '22177', '+221 77 123 45 67', 'ndiaye awa', 'n’diaye'])(
  'a number of another country, or a name with an apostrophe: « %s »',
  (typed) => {
    expect(index.find(typed).ids).toEqual([awa.id])
  },
)

test('a note in place of a phone is no number', () => {
  expect([phoneTexts('chez sa sœur'), phoneTexts(null)]).toEqual([[], []])
})

test.each([
  ['+33612345678', ['0612345678', '612345678']],
  ['+2250707123456', ['0707123456']],
  ['+2290196123456', ['0196123456', '96123456']],
  ['+221771234567', ['771234567']],
  ['+12025550123', []],
])('%s is dialled %j at home', (phone, home) => {
  expect(phoneTexts(phone)).toEqual([phone.slice(1), ...home])
})

test('an organization is found by its name, phone and tax number, unless it is archived', () => {
  const [one, two] = [
    anOrganization(1, { phone: '+2290121300000', taxId: 'IFU-001' }),
    anOrganization(2, { archived: true }),
  ]
  const organizations = finish(indexOf([one, two], organizationView))
  for (const typed of ['sobebra', '0121300000', 'ifu001'])
    expect(organizations.find(typed).ids, typed).toEqual([one.id])
})
