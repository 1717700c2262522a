import type { JournalCode } from '#shared/domain/accounting/pieces.ts'

/** One line of the canonical ledger, in minor units: every file is a view of these. */
export type LedgerLine = {
  /** Of the piece: the number of its export and its place in it. */
  entry: string
  day: string
  journal: JournalCode
  journalName: string
  account: string
  accountName: string
  /** Code and name of the payer, client, supplier or operator; empty without one. */
  third: string
  thirdName: string
  piece: string
  label: string
  debit: number
  credit: number
  /** The day of the export. */
  validatedOn: string
  currency: string
}

/** What a column holds. */
export type ColumnField =
  | keyof LedgerLine
  /** The debit or the credit, whichever there is. */
  | 'amount'
  /** D or C. */
  | 'side'
  /** X with a third, else a space (Sage 100). */
  | 'thirdKind'
type Column = {
  title: string
  field: ColumnField | { constant: string }
  /** Characters of a column of fixed width; texts are cut and padded on the right, `end`: on the left. */
  width?: number
  align?: 'end'
  /** The most characters that the program reads. */
  most?: number
}

/** How an accounting program reads our ledger: only data, so that another program is another row. */
export type ColumnProfile = {
  name: string
  /** For what program, in words of the screen. */
  hint: string
  extension: 'txt' | 'csv' | 'pnm' | 'xlsx'
  encoding: 'utf-8' | 'windows-1252'
  /** Null: columns of fixed width. */
  separator: string | null
  eol: '\n' | '\r\n'
  /** Lines above the entries; `{name}` is the pharmacy. */
  head: readonly string[]
  hasTitles: boolean
  dates: 'YYYYMMDD' | 'DD/MM/YYYY' | 'DDMMYY'
  decimalMark: ',' | '.'
  /** At least so many decimals; null: those of the currency. */
  decimals: number | null
  /** Whether an amount of 0 is an empty field. */
  leavesZeroOut: boolean
  /** Whether a spreadsheet opens the file: no text of it may run as a formula. */
  isSheet?: true
  columns: readonly Column[]
}

const fec: ColumnProfile = {
  name: 'FEC',
  hint: 'fichier des écritures comptables, 18 colonnes',
  extension: 'txt',
  encoding: 'utf-8',
  separator: '|',
  eol: '\r\n',
  head: [],
  hasTitles: true,
  dates: 'YYYYMMDD',
  decimalMark: ',',
  decimals: 2,
  leavesZeroOut: false,
  columns: [
    { title: 'JournalCode', field: 'journal' },
    { title: 'JournalLib', field: 'journalName' },
    { title: 'EcritureNum', field: 'entry' },
    { title: 'EcritureDate', field: 'day' },
    { title: 'CompteNum', field: 'account' },
    { title: 'CompteLib', field: 'accountName' },
    { title: 'CompAuxNum', field: 'third' },
    { title: 'CompAuxLib', field: 'thirdName' },
    { title: 'PieceRef', field: 'piece' },
    { title: 'PieceDate', field: 'day' },
    { title: 'EcritureLib', field: 'label' },
    { title: 'Debit', field: 'debit' },
    { title: 'Credit', field: 'credit' },
    { title: 'EcritureLet', field: { constant: '' } },
    { title: 'DateLet', field: { constant: '' } },
    { title: 'ValidDate', field: 'validatedOn' },
    { title: 'Montantdevise', field: { constant: '' } },
    { title: 'Idevise', field: { constant: '' } },
  ],
}

const casskai: ColumnProfile = {
  name: 'CassKai',
  hint: 'SYSCOHADA, 11 colonnes',
  extension: 'csv',
  encoding: 'utf-8',
  separator: ';',
  eol: '\r\n',
  head: [],
  hasTitles: true,
  dates: 'DD/MM/YYYY',
  decimalMark: ',',
  decimals: null,
  leavesZeroOut: false,
  columns: [
    { title: 'NumCompte', field: 'account' },
    { title: 'IntituleCompte', field: 'accountName' },
    { title: 'CodeJournal', field: 'journal' },
    { title: 'LibelleJournal', field: 'journalName' },
    { title: 'NumPiece', field: 'piece' },
    { title: 'DatePiece', field: 'day' },
    { title: 'Libelle', field: 'label' },
    { title: 'Debit', field: 'debit' },
    { title: 'Credit', field: 'credit' },
    { title: 'Devise', field: 'currency' },
    { title: 'DateValidation', field: 'validatedOn' },
  ],
}

/** 22 fields of a movement; those behind the due day stay empty. */
const rimport: ColumnProfile = {
  name: 'Sage 50 / Ciel',
  hint: 'RImport.txt',
  extension: 'txt',
  encoding: 'windows-1252',
  separator: '\t',
  eol: '\r\n',
  head: ['##Fichier\tRImport', '##Section\tMvt'],
  hasTitles: false,
  dates: 'DD/MM/YYYY',
  decimalMark: '.',
  decimals: 2,
  leavesZeroOut: false,
  columns: [
    { title: 'N° mouvement', field: { constant: '' } },
    { title: 'Code journal', field: 'journal' },
    { title: 'Date écriture', field: 'day' },
    { title: 'N° compte', field: 'account', most: 13 },
    { title: 'Intitulé compte', field: 'accountName', most: 40 },
    { title: 'Montant', field: 'amount' },
    { title: 'Sens', field: 'side' },
    { title: 'Statut', field: { constant: 'B' } },
    { title: 'Libellé', field: 'label', most: 50 },
    { title: 'N° pièce', field: 'piece', most: 15 },
    ...Array.from({ length: 12 }, (_, place) => ({ title: `Champ ${place + 11}`, field: { constant: '' } })),
  ],
}

/** 138 characters for each line, under the name of the company. */
const pnm: ColumnProfile = {
  name: 'Sage 100 (PNM)',
  hint: 'largeur fixe de 138 caractères',
  extension: 'pnm',
  encoding: 'windows-1252',
  separator: null,
  eol: '\r\n',
  head: ['{name}'],
  hasTitles: false,
  dates: 'DDMMYY',
  decimalMark: '.',
  decimals: 2,
  leavesZeroOut: false,
  columns: [
    { title: 'Journal', field: 'journal', width: 3 },
    { title: 'Date', field: 'day', width: 6 },
    { title: 'Type de pièce', field: { constant: 'OD' }, width: 2 },
    { title: 'Compte', field: 'account', width: 13 },
    { title: 'Type de compte', field: 'thirdKind', width: 1 },
    { title: 'Tiers', field: 'third', width: 13 },
    { title: 'Référence', field: 'piece', width: 13 },
    { title: 'Libellé', field: 'label', width: 25 },
    { title: 'Mode de règlement', field: { constant: '' }, width: 1 },
    { title: 'Échéance', field: { constant: '' }, width: 6 },
    { title: 'Sens', field: 'side', width: 1 },
    { title: 'Montant', field: 'amount', width: 20, align: 'end' },
    { title: 'Type d’écriture', field: { constant: 'N' }, width: 1 },
    { title: 'N° pièce', field: { constant: '' }, width: 7 },
    { title: 'Réservé', field: { constant: '' }, width: 26 },
  ],
}

const sage100: ColumnProfile = {
  name: 'Sage 100 (paramétrable)',
  hint: 'import paramétrable, tabulations',
  extension: 'txt',
  encoding: 'windows-1252',
  separator: '\t',
  eol: '\r\n',
  head: [],
  hasTitles: true,
  dates: 'DDMMYY',
  decimalMark: ',',
  decimals: null,
  leavesZeroOut: true,
  columns: [
    { title: 'Code journal', field: 'journal' },
    { title: 'Date de pièce', field: 'day' },
    { title: 'N° pièce', field: 'entry', most: 13 },
    { title: 'Référence', field: 'piece', most: 17 },
    { title: 'N° compte général', field: 'account', most: 13 },
    { title: 'N° compte tiers', field: 'third', most: 17 },
    { title: 'Libellé écriture', field: 'label', most: 69 },
    { title: 'Montant débit', field: 'debit' },
    { title: 'Montant crédit', field: 'credit' },
  ],
}

const plainColumns: readonly Column[] = [
  { title: 'Écriture', field: 'entry' },
  { title: 'Journal', field: 'journal' },
  { title: 'Date', field: 'day' },
  { title: 'Pièce', field: 'piece' },
  { title: 'Compte', field: 'account' },
  { title: 'Intitulé', field: 'accountName' },
  { title: 'Tiers', field: 'third' },
  { title: 'Nom du tiers', field: 'thirdName' },
  { title: 'Libellé', field: 'label' },
  { title: 'Débit', field: 'debit' },
  { title: 'Crédit', field: 'credit' },
]
const plain: ColumnProfile = {
  name: 'CSV',
  hint: 'tableur, une ligne par mouvement',
  extension: 'csv',
  encoding: 'utf-8',
  separator: ';',
  eol: '\r\n',
  head: [],
  hasTitles: true,
  dates: 'DD/MM/YYYY',
  decimalMark: ',',
  decimals: null,
  leavesZeroOut: true,
  isSheet: true,
  columns: plainColumns,
}

export const columnProfiles = {
  xlsx: { ...plain, name: 'Excel', extension: 'xlsx' },
  csv: plain,
  fec,
  casskai,
  rimport,
  pnm,
  sage100,
} as const satisfies Readonly<Record<string, ColumnProfile>>
export type ProfileName = keyof typeof columnProfiles
export const profileNames = Object.keys(columnProfiles) as [ProfileName, ...ProfileName[]]
