import { expect, test } from 'vitest'
import { separatorOf } from '#shared/domain/files/table-file.ts'

const found = (text: string) => separatorOf((separator) => text.split('\n').map((line) => line.split(separator)))

test.each([
  ['semicolons, with commas in the prices', 'Nom;Prix;Code\nA;1,5;7\nB;2,5;8', ';', 3],
  ['commas', 'Nom,Prix,Code\nA,15,7\nB,25,8', ',', 3],
  ['tabulators', 'Nom\tPrix\nA\t1,5\nB\t25', '\t', 2],
  ['bars, with a semicolon in one line', 'Nom|Prix|Code\nA;B|15|7\nC|25|8', '|', 3],
  ['commas below a title of one cell and an empty line', 'Liste des prix\n\nNom,Prix\nA,15\nB,25', ',', 2],
])('%s', (_, text, separator, width) => {
  expect(found(text)).toMatchObject({ separator, width })
})

test('a text of one column has no cells to cut: its width is 1', () => {
  expect(found('Nom\nA\nB')).toMatchObject({ width: 1, score: 0 })
})
