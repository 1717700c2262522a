import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inMilligrams, otherDosages } from '#shared/domain/search/dosages.ts'

test.each([
  ['Efferalgan 1 g cp effervescent', ['1000 mg']],
  ['Augmentin 1g/125 mg', ['1000 mg']],
  ['Doliprane 1000 mg', ['1 g']],
  ['Rocéphine 1,5 g', ['1500 mg']],
  ['Fosfomycine 3000 mg', ['3 g']],
  ['Doliprane 500 mg', []],
  ['Efferalgan 0,5 g', ['500 mg']],
  ['Gaviscon 10 gélules', []],
  ['Voltarène gel 1 % 50 g', ['50000 mg']],
  ['Sérum 100 ml', []],
])('« %s » is also written %j', (label, others) => {
  expect(otherDosages(label)).toEqual(others)
})

test.each([
  ['amoxicilline 0,5 g', 'amoxicilline 500 mg'],
  ['amoxicilline .5g', 'amoxicilline .5g'],
  ['doliprane 1 g', 'doliprane 1 g'],
  ['0.25 g aspegic', '250 mg aspegic'],
  ['gel 0,5 gouttes', 'gel 0,5 gouttes'],
])('a search for « %s » is read « %s »', (typed, read) => {
  expect(inMilligrams(typed)).toBe(read)
})

test('property: grams and milligrams of one dosage say the same in both ways', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), (grams) => {
      expect(otherDosages(`A ${grams} g`)).toEqual([`${grams * 1000} mg`])
      expect(otherDosages(`A ${grams * 1000} mg`)).toEqual([`${grams} g`])
    }),
  )
})
