import type { AccountingExport } from '#shared/contract/accounting.ts'
import { bookedPiece, type Books } from '#shared/domain/accounting/booked.ts'
import { chartOf } from '#shared/domain/accounting/chart.ts'
import { latePiece, pieceOf, reversalOf, type Piece } from '#shared/domain/accounting/pieces.ts'
import { addDays, lastDayOfMonth, localDayOf, startOfLocalDay } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import {
  accountNames,
  bookkeepingOf,
  changesOf,
  findExports,
  hasOpenRegister,
  type Change,
  type NewPiece,
} from '#server/accounting/export.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'

type Draft = {
  number: number
  days: { from: string; to: string }
  /** Corrections of closed months first, then the month in the order of its days. */
  pieces: NewPiece[]
  changes: Change[]
  /** The month of the first export, or this one. */
  opening: string
  books: Books
  settings: Awaited<ReturnType<typeof bookkeepingOf>>
  /** How many pieces do not add up in their ledger. */
  unexplained: number
}

/**
 * The pieces that close a month: its own, what closed months say otherwise since, and what was written since the first
 * export of the months before it. Throws `accounting:monthClosed` for
 * an exported month, `accounting:monthNotOver` for the one that runs, `accounting:monthOrder` when it does not follow the
 * last export, and `accounting:openRegister` while a register of it is not counted: blind counts stay blind.
 */
export async function draftExport(tx: Tx, context: Context, month: string): Promise<Draft> {
  const pharmacyId = pharmacyOf(context)
  const settings = await bookkeepingOf(tx, pharmacyId)
  const { timeZone } = settings
  const made = await checkMonth(tx, context, month)
  const [last, first] = [made[0], made.at(-1)]
  const days = { from: month, to: lastDayOf(month) }
  const changes = await changesOf(tx, {
    pharmacyId,
    from: first?.month ?? month,
    to: days.to,
    timeZone,
    openedAt: first ? new Date(first.createdAt) : null,
  })
  const drafts = changes.map((change) => ({ ...change, piece: change.fact && pieceOf(change.fact) }))
  const names = await accountNames(
    tx,
    pharmacyId,
    drafts.flatMap(({ piece }) => (piece ? idsOf(piece) : [])),
  )
  const books = { chart: chartOf(settings.country), own: settings.own, names }
  const corrections: NewPiece[] = []
  const own: NewPiece[] = []
  for (const { key, hash, former, piece } of drafts) {
    if (former) {
      const { exportNumber, ...booked } = former
      corrections.push({ ...reversalOf(booked, { day: month, exportNumber }), way: 'reversal', hash: null })
    }
    const booked = piece && { ...bookedPiece(piece, books), key, hash }
    if (booked && booked.day < month) corrections.push({ ...latePiece(booked, month), way: 'late' })
    else if (booked) own.push({ ...booked, way: 'new' })
  }
  return {
    number: (last?.number ?? 0) + 1,
    days,
    pieces: [...corrections, ...own],
    changes,
    opening: first?.month ?? month,
    books,
    settings,
    unexplained: drafts.filter(({ piece }) => piece?.lines.some(({ account }) => account === 'unexplained')).length,
  }
}

/** The exports before a month that can be closed; throws as `draftExport` does. */
export async function checkMonth(tx: Tx, context: Context, month: string): Promise<AccountingExport[]> {
  const pharmacyId = pharmacyOf(context)
  const made = await findExports(tx, pharmacyId)
  if (made.some((each) => each.month === month)) throw new AppError('accounting:monthClosed')
  if (made[0] && month !== monthAfter(made[0].month)) throw new AppError('accounting:monthOrder')
  const { timeZone } = await bookkeepingOf(tx, pharmacyId)
  const barrier = await barrierOf(tx, context, { month, timeZone })
  if (barrier) throw new AppError(`accounting:${barrier}`)
  return made
}

/** Why a month cannot be closed yet: it is not over, or a register that was opened until its end is not counted. */
export async function barrierOf(
  tx: Tx,
  context: Context,
  { month, timeZone }: { month: string; timeZone: string },
): Promise<'monthNotOver' | 'openRegister' | null> {
  const end = lastDayOf(month)
  if (end >= localDayOf(context.now, timeZone)) return 'monthNotOver'
  const isOpen = await hasOpenRegister(tx, pharmacyOf(context), startOfLocalDay(addDays(end, 1), timeZone))
  return isOpen ? 'openRegister' : null
}

function lastDayOf(month: string): string {
  return lastDayOfMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
}

const idForm = /[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The ids of payers, clients, suppliers and disbursement reasons that a piece names. */
function idsOf({ lines }: Piece): string[] {
  return lines.flatMap(({ account, third }) => [third ?? '', account].flatMap((text) => idForm.exec(text)?.[0] ?? []))
}

export function monthAfter(month: string): string {
  return `${addDays(month, 31).slice(0, 7)}-01`
}

export function monthBefore(day: string): string {
  return `${addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
}
