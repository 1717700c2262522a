import { describe, expect, test } from 'vitest'
import { xlsxOf } from '#shared/ui/table-export-xlsx.ts'
import { csvOf, type ExportColumn } from '#shared/ui/table-export.ts'
import { readTableFile } from '#shared/ui/read-table-file.ts'
import { samplesOf, type TableFile } from '#shared/domain/files/table-file.ts'

const members = 'Matricule;Nom et prénom;Taux\r\nA-1;HOUNSOU Félicité;80\r\nA-2;D’ALMEIDA Koffi;70,5\r\n'
const utf8 = (text: string) => new TextEncoder().encode(text)
/** Node reads the curly apostrophe of Windows as a control sign (browsers do not): the plain one stands for it. */
const windows1252 = (text: string) => Uint8Array.from(text.replaceAll('’', "'"), (sign) => sign.charCodeAt(0))
const utf16 = (text: string, isLittle = true, mark = '\uFEFF') =>
  Uint8Array.from(
    Array.from(mark + text).flatMap((sign) =>
      isLittle
        ? [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]
        : [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 255],
    ),
  )
const aFile = (content: Uint8Array | string, name = 'membres.csv') => new File([content as BlobPart], name)
const read = async (content: Uint8Array | string, name?: string): Promise<TableFile> => {
  const reading = await readTableFile(aFile(content, name))
  if (!reading.ok) throw new Error(reading.trouble)
  return reading.file
}
const troubleOf = async (content: Uint8Array | string, name?: string) => {
  const reading = await readTableFile(aFile(content, name))
  return reading.ok ? null : reading.trouble
}
const theRows = [
  { line: 2, cells: ['A-1', 'HOUNSOU Félicité', '80'] },
  { line: 3, cells: ['A-2', 'D’ALMEIDA Koffi', '70,5'] },
]

describe('a text file', () => {
  test.each([
    ['UTF-8', utf8(members)],
    ['UTF-8', utf8(`\uFEFF${members}`)],
    ['Windows-1252', windows1252(members)],
    ['UTF-16', utf16(members)],
    ['UTF-16', utf16(members, false)],
    ['UTF-16', utf16(members.replaceAll('’', "'"), true, '')],
  ])('in %s reads with every accent (%#)', async (encoding, bytes) => {
    const file = await read(bytes)
    expect(file.text).toEqual({ encoding, separator: ';' })
    expect(file.tables[0].headers).toEqual(['Matricule', 'Nom et prénom', 'Taux'])
    expect(file.tables[0].rows.map(({ cells }) => cells.map((cell) => cell.replace("'", '’')))).toEqual(
      theRows.map(({ cells }) => cells),
    )
  })

  test.each([';', ',', '\t', '|'])('separated by %j', async (separator) => {
    const file = await read(members.replaceAll('70,5', '70.5').replaceAll(';', separator))
    expect(file.text?.separator).toBe(separator)
    expect(file.tables[0].headers).toHaveLength(3)
  })

  test('commas of prices and names do not take the place of the separator', async () => {
    const file = await read('Nom;Adresse;Prix\nA;"Rue 1, Lot 2, Cotonou";1,50\nB;"Rue 3, Lot 4, Porto-Novo";2,50\n')
    expect(file.text?.separator).toBe(';')
    expect(file.tables[0].rows[0]?.cells).toEqual(['A', 'Rue 1, Lot 2, Cotonou', '1,50'])
  })

  test('a title above the headers, empty lines and empty columns are passed over; lines keep their number', async () => {
    const [table] = (await read('Liste des assurés;;;\n;;;\nMatricule;Nom;Taux;\nA-1;X;80;\n;;;\nA-2;Y;70;\n')).tables
    expect(table.headers).toEqual(['Matricule', 'Nom', 'Taux'])
    expect(table.rows).toEqual([
      { line: 4, cells: ['A-1', 'X', '80'] },
      { line: 6, cells: ['A-2', 'Y', '70'] },
    ])
  })

  test('headers twice the same or missing can each be named; short and long lines lose nothing', async () => {
    const [table] = (await read('Nom;Nom;\nA;B;C;D\nE\n')).tables
    expect(table.headers).toEqual(['Nom', 'Nom (2)', 'Colonne 3', 'Colonne 4'])
    expect(table.rows).toEqual([
      { line: 2, cells: ['A', 'B', 'C', 'D'] },
      { line: 3, cells: ['E', '', '', ''] },
    ])
  })

  test('samples of a column are its first different contents', async () => {
    const [table] = (await read('A;B\n1;x\n1;\n2;y\n3;z\n4;z\n')).tables
    expect(samplesOf(table, 'A')).toEqual(['1', '2', '3'])
    expect(samplesOf(table, 'B', 9)).toEqual(['x', 'y', 'z'])
  })

  test('20,000 lines are read', async () => {
    const [table] = (await read(`N°;Nom\n${Array.from({ length: 20_000 }, (_, at) => `${at};Nom ${at}`).join('\n')}`))
      .tables
    expect(table.rows).toHaveLength(20_000)
    expect(table.rows.at(-1)).toEqual({ line: 20_001, cells: ['19999', 'Nom 19999'] })
  })
})

describe('a spreadsheet', () => {
  const columns: readonly ExportColumn<{ number: string; born: string; rate: number }>[] = [
    { header: 'Matricule', exported: ({ number }) => number },
    { header: 'Né le', exported: ({ born }) => ({ day: born }) },
    { header: 'Taux', exported: ({ rate }) => rate },
  ]

  test('days come as days, numbers as they are written, leading zeros of texts stay', async () => {
    const blob = await xlsxOf(
      'Membres',
      columns,
      [
        { number: '007', born: '1984-02-29', rate: 80 },
        { number: '008', born: '1990-12-31', rate: 0.1 + 0.2 },
      ],
      { symbol: '', decimals: 0 },
    )
    // Its name says otherwise: what counts is what is in it.
    const file = await read(new Uint8Array(await blob.arrayBuffer()), 'membres.csv')
    expect(file.text).toBeNull()
    expect(file.tables).toEqual([
      {
        name: 'Membres',
        headers: ['Matricule', 'Né le', 'Taux'],
        positions: [0, 1, 2],
        rows: [
          { line: 2, cells: ['007', '1984-02-29', '80'] },
          { line: 3, cells: ['008', '1990-12-31', '0.3'] },
        ],
      },
    ])
  })

  test('what was exported here is read back here', async () => {
    const rows = [{ number: '=1+1', born: '1984-02-29', rate: 80 }]
    const [table] = (await read(csvOf(columns, rows, { symbol: '', decimals: 0 }))).tables
    expect(table.rows).toEqual([{ line: 2, cells: ["'=1+1", '29/02/1984', '80'] }])
  })
})

describe('what cannot be read says why', () => {
  test.each([
    ['empty', new Uint8Array()],
    ['empty', ' \n \n'],
    ['empty', 'Nom;Prénom;Taux\n'],
    ['oneColumn', 'Nom#Prénom\nA#B\nC#D\n'],
    ['oldSpreadsheet', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0, 0)],
    ['brokenSpreadsheet', Uint8Array.of(0x50, 0x4b, 3, 4, 1, 2, 3)],
    ['notATable', '%PDF-1.7 …'],
    ['notATable', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1)],
  ] as const)('%s (%#)', async (trouble, content) => {
    expect(await troubleOf(content)).toBe(trouble)
  })

  test('a file of 15 MB and more, and one that was taken away since', async () => {
    expect(await troubleOf(new Uint8Array(15_000_001))).toBe('tooLarge')
    const gone = aFile('Nom;Taux\n')
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
    expect(await readTableFile(gone)).toEqual({ ok: false, trouble: 'gone' })
  })
})
