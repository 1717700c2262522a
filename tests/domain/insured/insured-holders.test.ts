import { expect, test } from 'vitest'
import { holdersOf, type HolderRow } from '#shared/domain/insured/insured-holders.ts'
import type { Insured } from '#shared/domain/insured/read-insured.ts'

const anInsured = (of: Partial<Insured> = {}): Insured => ({
  number: 'A1',
  lastName: 'DOSSOU',
  firstName: 'Aurèle',
  birthName: null,
  birthDate: null,
  sex: null,
  phone: null,
  coverage: null,
  holderNumber: null,
  relationship: null,
  validFrom: null,
  validUntil: null,
  monthlyCeiling: null,
  ...of,
})
const row = (personId: string, of: Partial<Insured> = {}): HolderRow => ({
  insured: anInsured(of),
  number: of.number ?? 'A1',
  personId,
})
const aPolicy = (personId: string, of: Partial<Parameters<typeof holdersOf>[1][number]> = {}) => ({
  number: 'A1',
  holderId: null,
  archived: false,
  person: { id: personId },
  ...of,
})
const idsOf = (rows: HolderRow[], policies: Parameters<typeof holdersOf>[1] = []) =>
  holdersOf(rows, policies).map(({ id, error }) => (error ? error.field : id))

test('who is said to be the insured holds the policy himself, whatever number he names', () => {
  expect(idsOf([row('aurele', { relationship: 'holder', holderNumber: 'X9' })])).toEqual([null])
})

test('a row that says nothing of a holder leaves it as it is', () => {
  expect(idsOf([row('aurele'), row('afi', { number: 'A2' })])).toEqual([undefined, undefined])
})

test('a dependant belongs to the insured of the number that he names, before or after him in the file', () => {
  const child = row('afi', { number: 'A2', relationship: 'child', holderNumber: 'A1' })
  expect(idsOf([child, row('aurele', { relationship: 'holder' })])).toEqual(['aurele', null])
  expect(idsOf([row('aurele'), child])).toEqual([undefined, 'aurele'])
})

test('a dependant without another number belongs to the insured of his own', () => {
  expect(idsOf([row('afi', { relationship: 'child' }), row('aurele', { relationship: 'holder' })])).toEqual([
    'aurele',
    null,
  ])
})

test('one’s own number in the place of the insured’s makes nobody a dependant', () => {
  expect(idsOf([row('aurele', { holderNumber: 'A1' })])).toEqual([null])
  expect(idsOf([row('aurele', { holderNumber: 'A1' }), row('afi', { number: 'A2', holderNumber: 'A1' })])).toEqual([
    null,
    'aurele',
  ])
})

test('of several with a number, who is said to be the insured holds it, else the first', () => {
  const child = row('afi', { relationship: 'child', number: 'A2', holderNumber: 'A1' })
  expect(idsOf([row('one'), row('two', { relationship: 'holder' }), child]).at(-1)).toBe('two')
  expect(idsOf([row('two', { relationship: 'holder' }), row('one'), child]).at(-1)).toBe('two')
  expect(idsOf([row('one'), row('two'), child]).at(-1)).toBe('one')
  expect(idsOf([row('one', { relationship: 'holder' }), row('two', { relationship: 'holder' }), child]).at(-1)).toBe(
    'one',
  )
})

test('a dependant never holds for another, nor does who names the number of somebody else', () => {
  const last = row('afi', { number: 'A3', relationship: 'child', holderNumber: 'A2' })
  expect(idsOf([row('spouse', { number: 'A2', relationship: 'spouse' }), last]).at(-1)).toBe('holderNumber')
  expect(idsOf([row('other', { number: 'A2', holderNumber: 'A1' }), last]).at(-1)).toBe('holderNumber')
})

test('an insured of the contract whom the file does not name holds for those whom it does', () => {
  const child = row('afi', { number: 'A2', relationship: 'child', holderNumber: 'A1' })
  expect(idsOf([child], [aPolicy('aurele')])).toEqual(['aurele'])
  expect(idsOf([child], [aPolicy('aurele', { archived: true })])).toEqual(['holderNumber'])
  expect(idsOf([child], [aPolicy('aurele', { holderId: 'somebody' })])).toEqual(['holderNumber'])
  // The file gives him another number.
  expect(idsOf([child, row('aurele', { number: 'A7' })], [aPolicy('aurele')])).toEqual(['holderNumber', undefined])
})

test('a number that nobody has is a fault that says which; one of a row that cannot be read is excused', () => {
  const child = row('afi', { number: 'A2', holderNumber: 'A9' })
  expect(holdersOf([child], [])).toEqual([
    {
      id: undefined,
      error: {
        field: 'holderNumber',
        text: '« A9 » n’est le numéro d’aucun assuré principal du fichier ni du contrat.',
      },
    },
  ])
  expect(idsOf([child, { insured: null, number: 'A9', personId: 'faulty' }])).toEqual([undefined, undefined])
  expect(idsOf([child, { insured: null, number: 'A8', personId: 'faulty' }])).toEqual(['holderNumber', undefined])
  expect(idsOf([row('afi', { relationship: 'child' })])).toEqual([undefined])
})
