import { expect, test } from 'vitest'
import { fileTrouble, fileTroubleTexts } from '#shared/domain/insured/file-trouble.ts'

test.each([
  [
    null,
    ['Matricule', 'Nom', 'Prénoms'],
    [
      ['A1', 'DOSSOU', 'Aurèle'],
      ['A2', 'ÂGE', 'Zoé'],
    ],
  ],
  [null, ['Matricule'], [['A1']]],
  [null, ['Nom', 'Prénoms', '', ''], [['DOSSOU', 'A', '', '']]],
  [null, ['Ref 1', 'Ref 2'], [['A1', 'x']]],
  [null, ['-', 'Ref'], [['A1', 'x']]],
  ['empty', [], []],
  ['empty', ['', ''], [['', ' ']]],
  ['empty', ['Matricule', 'Nom'], []],
  ['one-column', ['Matricule;Nom;Prénoms'], [['A1;DOSSOU;Aurèle']]],
  ['one-column', ['Matricule\tNom\tTel'], [['A1\tDOSSOU\t0196123456']]],
  ['mojibake', ['Matricule', 'PrÃ©noms'], [['A1', 'x']]],
  ['mojibake', ['Matricule', 'Nom'], [['A1', 'AurÃ¨le']]],
  ['mojibake', ['Matricule', 'Nom'], [['A1', 'Aur\uFFFDle']]],
  ['mojibake', ['Matricule;PrÃ©noms;x'], [['A1;b;c']]],
  ['no-header', ['12345', 'DOSSOU', '31/12/1980'], [['12346', 'AGBO', '01/01/1990']]],
  ['no-header', ['', ''], [['A1', 'DOSSOU']]],
  ['duplicate-headers', ['Matricule', 'Nom', 'NOM '], [['A1', 'DOSSOU', 'x']]],
] as const)('%s: %j', (trouble, headers, rows) => expect(fileTrouble(headers, rows)).toBe(trouble))

test('each has its sentence', () => {
  for (const text of Object.values(fileTroubleTexts)) expect(text).toMatch(/\.$|…$/)
})
