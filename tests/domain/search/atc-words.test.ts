import { expect, test } from 'vitest'
import { atcWords } from '#shared/domain/search/atc-words.ts'
import { buildSearchIndex, finish } from '#shared/domain/search/search-index.ts'
import { searchItem } from '#shared/store/lists/product-view.ts'
import { aProduct } from '#tests/support/a-product.ts'

test('a code has the words of each of its beginnings, and of no other', () => {
  expect(atcWords('R05DA09')).toEqual(['toux', 'toux sèche'])
  expect(atcWords('P01BF01').join(' ')).toContain('antipaludique')
  expect([atcWords(null), atcWords(''), atcWords('R0'), atcWords('Z99AA01')]).toEqual([[], [], [], []])
})

test('products are found by use, class and form', () => {
  const products = [
    aProduct(1, { label: 'Coartem 20/120 mg cp B/24', atc: 'P01BF01', form: 'Comprimé' }),
    aProduct(2, { label: 'Toplexil 0,33 mg/ml Fl/150 ml', atc: 'R06AD08', form: 'Sirop' }),
    aProduct(3, { label: 'Helicidine 10 % Fl/250 ml', atc: 'R05DB', form: 'Sirop' }),
    aProduct(4, { label: 'Doliprane 1000 mg cp B/8', atc: 'N02BE01', form: 'Comprimé' }),
    aProduct(5, { label: 'Compresses stériles', atc: null, form: null, category: 'Pansements et plaies' }),
    aProduct(6, { label: 'Zentel 400 mg cp B/1', atc: 'P02CA03', form: 'Comprimé' }),
    aProduct(7, { label: 'Amlor 5 mg gél. B/30', atc: 'C08CA01', form: 'Gélule' }),
    aProduct(8, { label: 'Amoxicilline 500 mg gél. B/12', atc: 'J01CA04', form: 'Gélule' }),
  ]
  const index = finish(buildSearchIndex(products.map(searchItem)))
  const found = (text: string) => index.find(text).ids.map((id) => products.findIndex((each) => each.id === id) + 1)
  expect(found('antipaludique')).toEqual([1])
  expect(found('sirop toux')).toEqual([3])
  expect(found('contre la douleur')).toEqual([4])
  expect(found('vers')).toEqual([6])
  expect(found('hypertension')).toEqual([7])
  expect(found('antibiotique')).toEqual([8])
  expect(found('plaies')).toEqual([5])
  expect(found('comprimé fièvre')).toEqual([4])
})
