import { expect, test } from 'vitest'
import { ofName } from '#shared/ui/of-name.ts'

test.each([
  ['Doliprane 1000 mg', 'de Doliprane 1000 mg'],
  ['Augmentin 1 g', 'd’Augmentin 1 g'],
  ['Érythromycine', 'd’Érythromycine'],
  ['Œstrogel', 'd’Œstrogel'],
  ['AZONHIHO Gilles', 'd’AZONHIHO Gilles'],
  ['Hiconcil', 'de Hiconcil'],
  ['1 2 3 Soleil', 'de 1 2 3 Soleil'],
  ['', 'de '],
])('the name %s', (name, words) => expect(ofName(name)).toBe(words))
