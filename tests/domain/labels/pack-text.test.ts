import { expect, test } from 'vitest'
import { packText } from '#shared/domain/labels/pack-text.ts'

const product = { label: 'Clamoxyl', dosage: '500 mg', form: 'gélule', packaging: 'Boîte', units: 12 }

test('says dosage, form and pack', () => expect(packText(product)).toBe('500 mg, gélule, boîte de 12'))

test('leaves out a dosage that the name says, however it is written', () => {
  expect(packText({ ...product, label: 'Amoxicilline 500mg gél. B/12' })).toBe('gélule, boîte de 12')
  expect(packText({ ...product, label: 'Coartem 20/120 mg', dosage: '20 mg + 120 mg' })).toBe('gélule, boîte de 12')
  expect(packText({ ...product, label: 'Amoxicilline B/50', dosage: '500 mg' })).toBe('500 mg, gélule, boîte de 12')
})

test('says what is known only; a pack of one unit has no number', () => {
  expect(packText({ ...product, form: null, packaging: 'Flacon', units: 1 })).toBe('500 mg, flacon')
  expect(packText({ ...product, dosage: null, form: null, packaging: null, units: null })).toBe('')
})
