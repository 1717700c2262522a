import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  columnProfiles,
  profileNames,
  type ColumnProfile,
  type LedgerLine,
  type ProfileName,
} from '#shared/domain/accounting/column-profiles.ts'
import { fieldsOf, fileText } from '#shared/domain/accounting/ledger-file.ts'
import { sum } from '#shared/domain/money.ts'

const base: LedgerLine = {
  entry: '3-000001',
  day: '2026-10-12',
  journal: 'VT',
  journalName: 'Ventes',
  account: '4111',
  accountName: 'Clients',
  third: 'C1A2B3C4D',
  thirdName: 'SUNU',
  piece: 'V7',
  label: 'Vente 7',
  debit: 1500,
  credit: 0,
  validatedOn: '2026-11-02',
  currency: 'XOF',
}
const lines: LedgerLine[] = [
  base,
  {
    ...base,
    account: '7011',
    accountName: 'Ventes de marchandises dans la Région',
    third: '',
    thirdName: '',
    debit: 0,
    credit: 1500,
  },
]
const textOf = (name: ProfileName, of: readonly LedgerLine[] = lines, decimals = 0) =>
  fileText(of, { profile: columnProfiles[name], decimals, name: 'Pharmacie du Camp' })

const tabs = (count: number) => '\t'.repeat(count)
const spaces = (count: number) => ' '.repeat(count)
/**
 * The file that each program reads of these two lines; a profile without one does not compile. Excel is read back by
 * `accounting.test.ts`.
 */
const files: Record<Exclude<ProfileName, 'xlsx'>, string> = {
  fec:
    'JournalCode|JournalLib|EcritureNum|EcritureDate|CompteNum|CompteLib|CompAuxNum|CompAuxLib|PieceRef|PieceDate|EcritureLib|Debit|Credit|EcritureLet|DateLet|ValidDate|Montantdevise|Idevise\r\n' +
    'VT|Ventes|3-000001|20261012|4111|Clients|C1A2B3C4D|SUNU|V7|20261012|Vente 7|1500,00|0,00|||20261102||\r\n' +
    'VT|Ventes|3-000001|20261012|7011|Ventes de marchandises dans la Région|||V7|20261012|Vente 7|0,00|1500,00|||20261102||\r\n',
  casskai:
    'NumCompte;IntituleCompte;CodeJournal;LibelleJournal;NumPiece;DatePiece;Libelle;Debit;Credit;Devise;DateValidation\r\n' +
    '4111;Clients;VT;Ventes;V7;12/10/2026;Vente 7;1500;0;XOF;02/11/2026\r\n' +
    '7011;Ventes de marchandises dans la Région;VT;Ventes;V7;12/10/2026;Vente 7;0;1500;XOF;02/11/2026\r\n',
  // 22 fields under two lines.
  rimport:
    '##Fichier\tRImport\r\n##Section\tMvt\r\n' +
    `\tVT\t12/10/2026\t4111\tClients\t1500.00\tD\tB\tVente 7\tV7${tabs(12)}\r\n` +
    `\tVT\t12/10/2026\t7011\tVentes de marchandises dans la Région\t1500.00\tC\tB\tVente 7\tV7${tabs(12)}\r\n`,
  // 138 characters under the name of the company.
  pnm:
    'Pharmacie du Camp\r\n' +
    `VT 121026OD4111${spaces(9)}XC1A2B3C4D${spaces(4)}V7${spaces(11)}Vente 7${spaces(25)}D${spaces(13)}1500.00N${spaces(33)}\r\n` +
    `VT 121026OD7011${spaces(9)} ${spaces(13)}V7${spaces(11)}Vente 7${spaces(25)}C${spaces(13)}1500.00N${spaces(33)}\r\n`,
  sage100:
    'Code journal\tDate de pièce\tN° pièce\tRéférence\tN° compte général\tN° compte tiers\tLibellé écriture\tMontant débit\tMontant crédit\r\n' +
    'VT\t121026\t3-000001\tV7\t4111\tC1A2B3C4D\tVente 7\t1500\t\r\n' +
    'VT\t121026\t3-000001\tV7\t7011\t\tVente 7\t\t1500\r\n',
  csv:
    'Écriture;Journal;Date;Pièce;Compte;Intitulé;Tiers;Nom du tiers;Libellé;Débit;Crédit\r\n' +
    '3-000001;VT;12/10/2026;V7;4111;Clients;C1A2B3C4D;SUNU;Vente 7;1500;\r\n' +
    '3-000001;VT;12/10/2026;V7;7011;Ventes de marchandises dans la Région;;;Vente 7;;1500\r\n',
}

test.each(Object.entries(files))('the file of %s', (name, file) => {
  expect(textOf(name as ProfileName)).toBe(file)
  for (const row of name === 'pnm' ? file.split('\r\n').slice(1, -1) : []) expect(row).toHaveLength(138)
})

test('CSV: no text runs as a formula', () => {
  const [, first] = textOf('csv', [{ ...base, thirdName: '=1+1' }]).split('\r\n')
  expect(first).toBe("3-000001;VT;12/10/2026;V7;4111;Clients;C1A2B3C4D;'=1+1;Vente 7;1500;")
})

test('a quotation mark of a name begins no field that swallows the next ones', () => {
  for (const name of ['csv', 'casskai', 'fec', 'rimport', 'sage100'] as const) {
    const text = textOf(name, [{ ...base, accountName: '"Les Amis', thirdName: '"Les Amis', label: '"Les Amis' }])
    expect(text).toContain("'Les Amis")
    expect(text).not.toContain('"')
  }
})

test('amounts of a currency with decimals', () => {
  expect(textOf('csv', [{ ...base, debit: 1205 }], 2)).toContain(';12,05;')
  expect(textOf('fec', [{ ...base, debit: 5 }], 3)).toContain('|0,005|0,000|')
})

const anyText = fc.string({ unit: 'grapheme', maxLength: 60 })
const anyLine = fc
  .record({
    label: anyText,
    thirdName: anyText,
    third: fc.constantFrom('', 'CAB'),
    amount: fc.integer({ min: 1, max: 9_000_000_000 }),
    isDebit: fc.boolean(),
  })
  .map(({ amount, isDebit, ...line }): LedgerLine => ({
    ...base,
    ...line,
    debit: isDebit ? amount : 0,
    credit: isDebit ? 0 : amount,
  }))

/** Reads a file back as its program does: debits less credits of all lines, by the places of its columns. */
function readBack(name: ProfileName, text: string): { rows: number; debit: number; credit: number } {
  const profile: ColumnProfile = columnProfiles[name]
  const rows = text.split(profile.eol).slice(profile.head.length + (profile.hasTitles ? 1 : 0), -1)
  const widths = profile.columns.map(({ width = 0 }) => width)
  const cells = rows.map((row) =>
    profile.separator === null
      ? widths.map((width, place) => row.slice(sum(widths.slice(0, place)), sum(widths.slice(0, place)) + width).trim())
      : row.split(profile.separator),
  )
  const place = (field: string) => profile.columns.findIndex((column) => column.field === field)
  const number = (cell: string | undefined) => Number((cell || '0').replace(',', '.'))
  for (const row of cells) expect(row).toHaveLength(profile.columns.length)
  const total = (side: 'debit' | 'credit') =>
    sum(
      cells.map((row) =>
        place('side') === -1
          ? number(row[place(side)])
          : row[place('side')] === (side === 'debit' ? 'D' : 'C')
            ? number(row[place('amount')])
            : 0,
      ),
    )
  return { rows: cells.length, debit: total('debit'), credit: total('credit') }
}

test('whatever texts hold, a file read back has every line and its debits and credits', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 8 }), fc.constantFrom(...profileNames), (written, name) => {
      expect(readBack(name, textOf(name, written))).toEqual({
        rows: written.length,
        debit: sum(written.map(({ debit }) => debit)),
        credit: sum(written.map(({ credit }) => credit)),
      })
      for (const line of written)
        expect(fieldsOf(line, { profile: columnProfiles[name], decimals: 0 })).toHaveLength(
          columnProfiles[name].columns.length,
        )
    }),
  )
})
