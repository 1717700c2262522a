import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type {
  MoneyLine as ShownLine,
  MoneyStatement,
  MoneyStatementDetail,
  moneyStatements,
  RecordedMoney,
} from '#shared/contract/money-statements.ts'
import { addDays } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { moneyLineState } from '#shared/domain/reconciliation/line-state.ts'
import { matchStatement, moneyWindows, withoutReversals } from '#shared/domain/reconciliation/match-money.ts'
import type { MoneyLine, MoneyProfile } from '#shared/domain/reconciliation/money-file.ts'
import { fold } from '#shared/domain/search/fold.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { fileProfile, keepFileProfile } from '#server/file-profiles/file-profile.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import {
  deleteStatement,
  findStatement,
  findStatements,
  insertStatement,
  linesOf,
  linesOfAccount,
  writeExplanation,
  writeMatches,
  type By,
  type StatementQuery,
  type StoredLine,
} from '#server/money-statements/money-statement.repo.ts'
import { moneyOf, openMoney, type Account } from '#server/money-statements/recorded-money.repo.ts'

type Body<Call extends keyof typeof moneyStatements> =
  HandlerInput<(typeof moneyStatements)[Call]> extends { body: infer B } ? B : never

export function listMoneyStatements(
  context: Context,
  query: StatementQuery,
): Promise<CallReply<typeof moneyStatements.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findStatements(tx, pharmacyId, query))
}

/** Throws `requests:notFound`. */
export function readMoneyStatement(context: Context, id: string): Promise<MoneyStatementDetail> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => shown(tx, pharmacyId, id))
}

export function readMoneyProfile(
  context: Context,
  account: Account,
): Promise<CallReply<typeof moneyStatements.profile>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => ({
    profile: await fileProfile<MoneyProfile>(tx, pharmacyId, originOf(account)),
  }))
}

/**
 * Enters a statement and matches its lines; a repeated call returns the same one. Lines that another statement of the
 * account has already are left out. Throws `moneyStatements:nothingNew` when none is left, `requests:conflict` when the id
 * is that of another account.
 */
export function createMoneyStatement(context: Context, body: Body<'create'>): Promise<MoneyStatementDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const stored = await findStatement(tx, pharmacyId, body.id)
    if (stored && (stored.kind !== body.kind || stored.account !== body.account))
      throw new AppError('requests:conflict')
    context.changes.made = !stored
    if (stored) return shown(tx, pharmacyId, body.id)
    const days = body.lines.map(({ day }) => day).toSorted((a, b) => (a < b ? -1 : 1))
    const statement = { ...body, from: days[0]!, to: days.at(-1)! }
    const lines = withoutKnown(body.lines, await linesOfAccount(tx, pharmacyId, statement))
    if (lines.length === 0) throw new AppError('moneyStatements:nothingNew', { lines: body.lines.length })
    await insertStatement(tx, pharmacyId, statement, lines, byOf(context))
    await matchLines(tx, pharmacyId, statement)
    if (body.profile) await keepFileProfile(tx, pharmacyId, originOf(body), body.profile)
    return { ...(await shown(tx, pharmacyId, body.id)), known: body.lines.length - lines.length }
  })
}

/** Throws `requests:notFound`. */
export function matchAgain(context: Context, id: string): Promise<MoneyStatementDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const statement = requireRow(await findStatement(tx, pharmacyId, id))
    await matchLines(tx, pharmacyId, statement)
    return shown(tx, pharmacyId, id)
  })
}

/**
 * Throws `requests:notFound`, `requests:invalid` for a line or a record that is unknown, and
 * `moneyStatements:alreadyMatched` for a record that another line has.
 */
export function decideLine(context: Context, id: string, body: Body<'decide'>): Promise<MoneyStatementDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const statement = requireRow(await findStatement(tx, pharmacyId, id))
    const { position } = body
    const line = (await linesOf(tx, pharmacyId, id)).find((one) => one.position === position)
    if (!line) refuseFields([{ path: 'body.position', message: 'unknown' }])
    if (body.decision !== 'match') {
      const reason = body.decision === 'explain' ? body.reason : null
      await writeExplanation(tx, pharmacyId, id, { position, reason }, byOf(context))
      return shown(tx, pharmacyId, id)
    }
    const { kind, recordId } = body
    const isSame = recordId === (kind === 'movement' ? line!.movementId : line!.billPaymentId)
    if (!isSame) {
      const timeZone = await timeZoneOf(tx, pharmacyId)
      const ids = { movements: kind === 'movement' ? [recordId] : [], payments: kind === 'movement' ? [] : [recordId] }
      const [record] = await moneyOf(tx, pharmacyId, timeZone, ids)
      if (!record || Math.sign(record.amount) !== Math.sign(line!.amount))
        refuseFields([{ path: 'body.recordId', message: 'unknown' }])
      const open = await openMoney(tx, pharmacyId, { ...statement, from: record!.day, to: record!.day, timeZone })
      if (!open.some((one) => one.id === recordId)) throw new AppError('moneyStatements:alreadyMatched')
    }
    await writeMatches(tx, pharmacyId, id, [{ position, kind, id: recordId, way: 'hand' }], byOf(context))
    return shown(tx, pharmacyId, id)
  })
}

/** Throws `requests:notFound`. */
export function removeMoneyStatement(context: Context, id: string): Promise<{ id: string }> {
  return changing(context, async (tx, pharmacyId) => {
    requireRow(await findStatement(tx, pharmacyId, id))
    await deleteStatement(tx, pharmacyId, id)
    return { id }
  })
}

async function matchLines(
  tx: Tx,
  pharmacyId: string,
  { id, kind, account, from, to }: Pick<MoneyStatement, 'id' | 'kind' | 'account' | 'from' | 'to'>,
): Promise<void> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const window = moneyWindows[kind]
  const period = { from: addDays(from, -window.after), to: addDays(to, window.before) }
  const records = await openMoney(tx, pharmacyId, { kind, account, ...period, timeZone })
  const open = (await linesOf(tx, pharmacyId, id)).filter(({ way, explained }) => way === null && explained === null)
  const kindOf = new Map(records.map((record) => [record.id, record.kind]))
  const matches = matchStatement(open, records.map(withSource), window).map(({ line, id: recordId, way }) => ({
    position: open[line]!.position,
    kind: kindOf.get(recordId)!,
    id: recordId,
    way,
  }))
  await writeMatches(tx, pharmacyId, id, matches, null)
}

function withSource(record: RecordedMoney) {
  return { ...record, source: record.saleId && `${record.saleId} ${record.type}` }
}

/** Of lines that are alike, as many are new as the file has more than the other statements. */
function withoutKnown(lines: readonly MoneyLine[], stored: readonly MoneyLine[]): MoneyLine[] {
  const counts = new Map<string, number>()
  for (const line of stored) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1)
  return lines.filter((line) => {
    const count = counts.get(keyOf(line)) ?? 0
    counts.set(keyOf(line), count - 1)
    return count <= 0
  })
}

function keyOf({ day, minutes, reference, phone, label, amount }: MoneyLine): string {
  return JSON.stringify([day, minutes, reference, phone, label, amount])
}

function originOf({ kind, account }: Account): string {
  return `${kind} ${fold(account)}`
}

function byOf({ actor, now }: Pick<Context, 'actor' | 'now'>): By {
  return { userId: actor.userId, at: now }
}

async function shown(tx: Tx, pharmacyId: string, id: string): Promise<MoneyStatementDetail> {
  const { lines: _, ...statement } = requireRow(await findStatement(tx, pharmacyId, id))
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const stored = await linesOf(tx, pharmacyId, id)
  const records = await moneyOf(tx, pharmacyId, timeZone, {
    movements: stored.flatMap(({ movementId }) => movementId ?? []),
    payments: stored.flatMap(({ billPaymentId }) => billPaymentId ?? []),
  })
  const recordOf = new Map(records.map((record) => [record.id, record]))
  const open = await openMoney(tx, pharmacyId, { ...statement, timeZone })
  const missing = withoutReversals(open.map(withSource)).map(({ source: __, ...record }) => record)
  return { ...statement, missing, known: 0, lines: stored.map((line) => lineOf(line, recordOf)) }
}

function lineOf({ movementId, billPaymentId, ...line }: StoredLine, recordOf: Map<string, RecordedMoney>): ShownLine {
  const recorded = recordOf.get(movementId ?? billPaymentId ?? '') ?? null
  const { amount, explained } = line
  return {
    ...line,
    recorded,
    state: moneyLineState({ amount, recorded: recorded && recorded.amount, isExplained: explained !== null }),
  }
}
