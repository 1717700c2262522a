import { accountOf, type chartOf, type OwnAccounts } from '#shared/domain/accounting/chart.ts'
import type { LedgerLine } from '#shared/domain/accounting/column-profiles.ts'
import { journals, type Piece } from '#shared/domain/accounting/pieces.ts'

/** A line as it is given to the accountant and kept: with the number and the names of its day. Minor units. */
export type BookedLine = {
  account: string
  name: string
  /** Code and name of the payer, client, supplier or operator; empty without one. */
  third: string
  thirdName: string
  debit: number
  credit: number
}
export type BookedPiece = Omit<Piece, 'lines'> & { lines: BookedLine[] }

/** The numbers and names of a pharmacy. `names`: of payers, clients, suppliers and disbursement reasons, by id. */
export type Books = {
  chart: ReturnType<typeof chartOf>
  own: OwnAccounts
  names: ReadonlyMap<string, string>
}

/** A piece with the accounts of the pharmacy. */
export function bookedPiece({ lines, ...piece }: Piece, { chart, own, names }: Books): BookedPiece {
  return {
    ...piece,
    lines: lines.map(({ account, third, debit, credit }) => {
      const { code, name } = accountOf(account, chart, own, names)
      return {
        account: code,
        name,
        third: third === null ? '' : thirdCode(third),
        thirdName: third === null ? '' : (names.get(third) ?? third),
        debit,
        credit,
      }
    }),
  }
}

const idForm = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** A code that never changes: the end of the id, or the name of an operator without signs. */
export function thirdCode(third: string): string {
  return idForm.test(third)
    ? `C${third.slice(-8).toUpperCase()}`
    : third
        .normalize('NFD')
        .replaceAll(/[^A-Za-z0-9]/g, '')
        .toUpperCase()
        .slice(0, 12)
}

/** The lines of a piece for a file. `entry`: its place in the export. */
export function ledgerLines(
  { lines, journal, day, number, label }: Pick<BookedPiece, 'lines' | 'journal' | 'day' | 'number' | 'label'>,
  { entry, validatedOn, currency }: Pick<LedgerLine, 'entry' | 'validatedOn' | 'currency'>,
): LedgerLine[] {
  return lines.map(({ name, account, ...line }) => ({
    ...line,
    account,
    accountName: name,
    entry,
    day,
    journal,
    journalName: journals[journal],
    // A piece without a number of its own has the one of its entry.
    piece: number === '' ? entry : number,
    label,
    validatedOn,
    currency,
  }))
}
