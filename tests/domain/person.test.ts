import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayName, initials, shortName } from '#shared/domain/person.ts'

const aurele = { firstName: 'Aurèle', lastName: 'Dossou' }

test('last name in capitals, then first name; short: the initial', () => {
  expect(displayName(aurele)).toBe('DOSSOU Aurèle')
  expect(shortName(aurele)).toBe('DOSSOU A.')
  expect(initials(aurele)).toBe('AD')
})

test('marks stay, blanks go', () => {
  expect(displayName({ firstName: ' Édith ', lastName: ' kpodékon ' })).toBe('KPODÉKON Édith')
  expect(shortName({ firstName: 'e\u0301dith', lastName: 'Sossa' })).toBe('SOSSA É.')
})

test('half a name is better than none', () => {
  expect([
    displayName({ firstName: '', lastName: 'Dossou' }),
    shortName({ firstName: '', lastName: 'Dossou' }),
    initials({ firstName: '', lastName: 'Dossou' }),
  ]).toEqual(['DOSSOU', 'DOSSOU', 'D'])
  expect([
    displayName({ firstName: 'Aurèle', lastName: '' }),
    shortName({ firstName: 'Aurèle', lastName: ' ' }),
  ]).toEqual(['Aurèle', 'A.'])
})

test('nobody is « Inconnu »', () => {
  for (const nobody of [null, undefined, { firstName: ' ', lastName: '' }]) {
    expect([displayName(nobody), shortName(nobody), initials(nobody)]).toEqual(['Inconnu', 'Inconnu', '?'])
  }
})

test('a name is never empty, has no blanks around it, and the short one is no longer than the long one', () => {
  fc.assert(
    fc.property(fc.record({ firstName: fc.string(), lastName: fc.string() }), (person) => {
      for (const name of [displayName(person), shortName(person), initials(person)]) {
        expect(name).not.toBe('')
        expect(name.trim()).toBe(name)
      }
    }),
  )
})
