import { expect, test } from 'vitest'
import { unitWord } from '#shared/domain/unit-word.ts'

test.each([
  ['comprimé pelliculé sécable', 'comprimé'],
  ['Gélules gastro-résistantes', 'gélule'],
  ['poudre orale en sachet', 'sachet'],
  ['poudre pour suspension buvable en sachet-dose', 'sachet'],
  ['COMPRIMÉ', 'comprimé'],
  ['sirop', 'unité'],
  ['encapsulé', 'unité'],
  ['', 'unité'],
  [null, 'unité'],
])('one unit of « %s » is a « %s »', (form, word) => expect(unitWord(form)).toBe(word))
