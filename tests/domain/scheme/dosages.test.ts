import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dosagesOf, sameDosages } from '#shared/domain/scheme/dosages.ts'

const same = (a: string, b: string): boolean => sameDosages(dosagesOf(a), dosagesOf(b))

test.each([
  ['0,5 g', '500 mg'],
  ['0.5G', '500MG'],
  ['1 000 mg', '1 g'],
  ['1000mg', '1 GR'],
  ['50 µg', '0,05 mg'],
  ['50 microgrammes', '50 MCG'],
  ['150 MICROG', '0,15mg'],
  ['1g/125mg', '125 mg + 1000 mg'],
  ['80/480MG', '80 mg/480 mg'],
  ['500/30 MG', '30 mg/500 mg'],
  ['250MG/5ML', '50 mg/ml'],
  ['250 mg pour 5 ml', '50 mg par ml'],
  ['5MG/2,5ML', '2 mg/1 ml'],
  ['100MG/12,5MG/ML', '12,50 mg/100 mg par ml'],
  ['1 %', '10 mg/ml'],
  ['2%', '20 mg/g'],
  ['2 %', '20 mg/1 g de crème'],
  ['125MG/1G', '1G/125MG'],
  ['0,05 %', '50 mg pour 100 g'],
  ['100 000 UI', '100000 IU'],
  ['3 MUI', '3 000 000 UI'],
  ['4 g/0,5 g', '4G/500MG'],
  ['250 mg', '250 mg/5 ml'],
  ['10 g/100 g', '10 %'],
  ['', 'FL 125ML'],
])('%s is %s', (a, b) => expect([same(a, b), same(b, a)]).toEqual([true, true]))

test.each([
  ['500 mg', '1 g'],
  ['500 mg', '500 µg'],
  ['500 mg', '500 UI'],
  ['250 mg/5 ml', '250 mg/10 ml'],
  ['1g/125mg', '1 g'],
  ['1g/125mg', '1 g/62,5 mg'],
  ['1 %', '0,1 %'],
  ['', '500 mg'],
  ['5 mg/2,5 ml', '5 mg/5 ml'],
])('%s is not %s', (a, b) => expect(same(a, b)).toBe(false))

test('the volume of a bottle and the number of a box are no strengths', () => {
  expect(dosagesOf('PARACETAMOL 500MG CP B/20')).toEqual([{ kind: 'mass', amount: 500e6, volume: null }])
  expect(dosagesOf('SIROP FL 125ML')).toEqual([])
  expect(dosagesOf('B12 250 mg')).toHaveLength(1)
  expect(dosagesOf('0 mg')).toEqual([])
})

test('an amount is itself in milligrams, grams and micrograms, with comma or point', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (mg) => {
      const grams = String(mg / 1000)
      for (const text of [`${mg}MG`, `${grams} g`, `${grams.replace('.', ',')}G`, `${mg * 1000} µg`])
        expect([text, same(text, `${mg} mg`)]).toEqual([text, true])
      expect(same(`${mg} mg`, `${mg + 1} mg`)).toBe(false)
    }),
  )
})
