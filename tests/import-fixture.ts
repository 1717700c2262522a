import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'

/** Rows of each official file, as fields. The smallest set that shows what every column is for. */
export type BdpmRows = Record<keyof typeof smallRows, string[][]>

/** `34009` + CIP7 + its key, as every French box has it. */
export function cip13(cip7: string): string {
  const digits = `34009${cip7}`
  const sum = Array.from(digits, Number).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

function speciality(cis: string, label: string, form: string, holders: string): string[] {
  return [
    cis,
    label,
    form,
    'orale',
    'Autorisation active',
    'Procédure nationale',
    'Commercialisée',
    '16/03/2011',
    '',
    '',
    holders,
    'Non',
  ]
}

function presentation(cis: string, cip7: string, text: string, price: string): string[] {
  return [
    cis,
    cip7,
    text,
    'Présentation active',
    'Déclaration de commercialisation',
    '16/03/2011',
    cip13(cip7),
    'oui',
    price === '' ? '' : '65%',
    price,
    price,
    price === '' ? '' : '1,02',
    '',
  ]
}

export const smallRows = {
  CIS_bdpm: [
    speciality('60000001', "TRAMADOL D'ESSAI 50 mg, gélule", 'gélule', ' LABO UN;LABO DEUX'),
    speciality('60000002', 'PARACÉTAMOL ESSAI 1 g, comprimé', ' comprimé', ' LABO UN'),
    speciality('60000003', 'MORPHINE ESSAI 10 mg/1 mL, solution injectable', 'solution injectable', ' LABO TROIS'),
    speciality('60000004', 'SANS BOÎTE ESSAI, pommade', 'pommade', ' LABO TROIS'),
  ],
  CIS_CIP_bdpm: [
    presentation('60000001', '3000001', 'plaquette(s) PVC-Aluminium de 30 gélule(s)', '2,56'),
    presentation('60000002', '3000002', 'plaquette(s) thermoformée(s) PVC aluminium de 8 comprimé(s)', '1,16'),
    presentation('60000002', '3000003', '1 flacon(s) polyéthylène de 100 comprimé(s)', ''),
    presentation('60000003', '3000004', '10 ampoule(s) en verre de 1 ml', '1,154,87'),
    presentation('69999999', '3000005', '1 tube(s) de 30 g', '3,00'),
  ],
  CIS_COMPO_bdpm: [
    ['60000001', 'gélule', '1', 'TRAMADOL (CHLORHYDRATE DE)', '50,00 mg', 'une gélule', 'SA', '1', ''],
    ['60000001', 'gélule', '2', 'TRAMADOL', '43,90 mg', 'une gélule', 'FT', '1', ''],
    ['60000002', 'comprimé', '3', 'PARACÉTAMOL', '1 g', 'un comprimé', 'SA', '1', ''],
    ['60000003', 'solution', '4', 'CHLORHYDRATE DE MORPHINE', '10 mg', '1 mL', 'SA', '1', ''],
    ['60000004', 'pommade', '5', 'VITAMINE A', '', '', 'SA', '1', ''],
  ],
  CIS_GENER_bdpm: [
    ['1', 'TRAMADOL 50 mg - TOPALGIC 50 mg, gélule', '60000001', '1', '1', ''],
    ['1', 'TRAMADOL 50 mg - TOPALGIC 50 mg, gélule', '69999998', '0', '2', ''],
  ],
  CIS_CPD_bdpm: [
    ['60000001', 'liste I'],
    ['60000003', 'liste I'],
    ['60000003', 'stupéfiants'],
  ],
  CIS_MITM: [['60000003', 'N02AA01', 'MORPHINE ESSAI', 'https://example.test/1']],
  CIS_CIP_Dispo_Spec: [
    ['60000002', '', '2', "Tension d'approvisionnement", '03/07/2025', '04/07/2025', '', 'https://example.test/2'],
  ],
}

export function textOf(rows: readonly (readonly string[])[], lineEnd = '\r\n'): string {
  return rows.map((row) => row.join('\t') + lineEnd).join('')
}

/** UTF-8 that a program read as Windows-1252 and wrote as UTF-8. As in browsers, bytes without a character stay controls. */
export function encodedTwice(text: string): Buffer {
  const signs = Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const sign = iconv.decode(Buffer.from([byte]), 'win1252')
    return sign === '\ufffd' ? String.fromCharCode(byte) : sign
  })
  return Buffer.from(signs.join(''), 'utf8')
}

type FileContent = string | Uint8Array | null
export type FolderOptions = {
  rows?: Partial<BdpmRows>
  encoding?: 'utf8' | 'win1252' | 'macintosh'
  gzip?: boolean
  lineEnd?: string
  /** Files as they are, `null` for absent. */ raw?: Record<string, FileContent>
}

/** Writes the seven files into a new folder; the test removes it with `removeFolder`. */
export async function bdpmFolder({
  rows,
  encoding = 'utf8',
  gzip = false,
  lineEnd,
  raw = {},
}: FolderOptions = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'officine-bdpm-'))
  for (const [name, fields] of Object.entries({ ...smallRows, ...rows })) {
    const plain = `${name}.txt`
    if (plain in raw || `${plain}.gz` in raw) continue
    const bytes = iconv.encode(textOf(fields, lineEnd), encoding)
    await writeFile(join(folder, gzip ? `${plain}.gz` : plain), gzip ? gzipSync(bytes) : bytes)
  }
  for (const [name, content] of Object.entries(raw)) if (content !== null) await writeFile(join(folder, name), content)
  return folder
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
