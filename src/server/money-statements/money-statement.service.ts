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
import {
  feeAccountOf,
  type GroupRule,
  isCommission,
  labelWords,
  type ProposedGroup,
  proposedGroup,
  withRule,
} from '#shared/domain/reconciliation/group-money.ts'
import {
  matchStatement,
  type MoneyWindow,
  moneyWindows,
  withoutReversals,
} from '#shared/domain/reconciliation/match-money.ts'
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
  linesWith,
  writeExplanation,
  writeMatches,
  type By,
  type StatementQuery,
  type StoredLine,
} from '#server/money-statements/money-statement.repo.ts'
import { moneyOf, openMoney, type Account } from '#server/money-statements/recorded-money.repo.ts'
import { withheldFrom } from '#server/register-ledger/sight.ts'

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
  return context.database.read(pharmacyId, (tx) => shown(tx, context, id))
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
 * is that of another account or file.
 */
export function createMoneyStatement(context: Context, body: Body<'create'>): Promise<MoneyStatementDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const stored = await findStatement(tx, pharmacyId, body.id)
    if (stored && (stored.kind !== body.kind || stored.account !== body.account))
      throw new AppError('requests:conflict')
    const days = body.lines.map(({ day }) => day).toSorted((a, b) => (a < b ? -1 : 1))
    const statement = { ...body, from: days[0]!, to: days.at(-1)! }
    const lines = withoutKnown(body.lines, await linesOfAccount(tx, pharmacyId, statement))
    context.changes.made = !stored
    if (stored) {
      const isSame = lines.length === 0 && withoutKnown(await linesOf(tx, pharmacyId, body.id), body.lines).length === 0
      if (!isSame) throw new AppError('requests:conflict')
      return shown(tx, context, body.id)
    }
    if (lines.length === 0) throw new AppError('moneyStatements:nothingNew', { lines: body.lines.length })
    await insertStatement(tx, pharmacyId, statement, lines, byOf(context))
    await matchLines(tx, pharmacyId, statement)
    if (body.profile) await keepFileProfile(tx, pharmacyId, originOf(body), body.profile)
    return { ...(await shown(tx, context, body.id)), known: body.lines.length - lines.length }
  })
}

/** Throws `requests:notFound`. */
export function matchAgain(context: Context, id: string): Promise<MoneyStatementDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const statement = requireRow(await findStatement(tx, pharmacyId, id))
    await matchLines(tx, pharmacyId, statement)
    return shown(tx, context, id)
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
      return shown(tx, context, id)
    }
    await matchByHand(tx, context, { statement, line: line!, body })
    return shown(tx, context, id)
  })
}

/** Matches a line with all of these records; what it answered teaches how lines with its words are proposed next time. */
async function matchByHand(
  tx: Tx,
  context: Context,
  {
    statement,
    line,
    body: { records, commission, account },
  }: { statement: MoneyStatement; line: StoredLine; body: Extract<Body<'decide'>, { decision: 'match' }> },
): Promise<void> {
  const pharmacyId = pharmacyOf(context)
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const withheld = await withheldFrom(tx, context)
  const known = await moneyOf(tx, pharmacyId, timeZone, { ...idsOf(records), withheld })
  const refusedAt = records.findIndex(({ id }, at) => {
    const record = known.find((one) => one.id === id)
    const isTwice = records.findIndex((other) => other.id === id) < at
    return !record || isTwice || Math.sign(record.amount) !== Math.sign(line.amount)
  })
  if (refusedAt >= 0) refuseFields([{ path: `body.records.${refusedAt}.id`, message: 'unknown' }])
  const days = known.map(({ day }) => day).toSorted((a, b) => (a < b ? -1 : 1))
  const open = await openMoney(tx, pharmacyId, { ...statement, from: days[0]!, to: days.at(-1)!, timeZone })
  const free = new Set([...open, ...line.records].map((record) => record.id))
  if (records.some(({ id }) => !free.has(id))) throw new AppError('moneyStatements:alreadyMatched')
  const recorded = known.reduce((sum, { amount }) => sum + amount, 0)
  // One record may differ, and say so. Several are said to be this money only when they add up.
  if ((records.length > 1 || commission > 0) && recorded - commission !== line.amount)
    refuseFields([{ path: 'body.commission', message: 'does not add up' }])
  if (commission > 0 && !isCommission(commission, recorded))
    refuseFields([{ path: 'body.commission', message: 'too much' }])
  const types = [...new Set(known.map(({ type }) => type))]
  const booked = account ?? (commission > 0 ? feeAccountOf(types) : null)
  await writeMatches(
    tx,
    pharmacyId,
    statement.id,
    [{ position: line.position, records, way: 'hand', commission, account: booked }],
    byOf(context),
  )
  if (records.length > 1 || commission > 0) {
    const rule = { words: labelWords(line.label), types, account: booked ?? feeAccountOf(types) }
    await keepFileProfile(tx, pharmacyId, rulesOf(statement), {
      rules: withRule(await rulesFor(tx, pharmacyId, statement), rule),
    })
  }
}

async function rulesFor(tx: Tx, pharmacyId: string, account: Account): Promise<GroupRule[]> {
  return (await fileProfile<{ rules: GroupRule[] }>(tx, pharmacyId, rulesOf(account)))?.rules ?? []
}

function rulesOf(account: Account): string {
  return `rules of ${originOf(account)}`
}

function idsOf(records: readonly Pick<RecordedMoney, 'kind' | 'id'>[]) {
  const of = (kind: RecordedMoney['kind']) => records.flatMap((record) => (record.kind === kind ? [record.id] : []))
  return { movements: of('movement'), payments: of('bill-payment'), returns: of('bill-return') }
}

/** Throws `requests:notFound`. */
export function removeMoneyStatement(context: Context, id: string): Promise<{ id: string }> {
  return changing(context, async (tx, pharmacyId) => {
    requireRow(await findStatement(tx, pharmacyId, id))
    await deleteStatement(tx, pharmacyId, id)
    return { id }
  })
}

/**
 * Opens the line of a statement that was matched with money that is canceled or undone now, within the transaction that
 * does it: the money of the line is no recorded money any more. What it was matched with besides is open again too.
 */
export async function freeMoney(
  tx: Tx,
  pharmacyId: string,
  money: Pick<RecordedMoney, 'kind' | 'id'>,
  by: By,
): Promise<void> {
  for (const { statementId, position } of await linesWith(tx, pharmacyId, money))
    await writeExplanation(tx, pharmacyId, statementId, { position, reason: null }, by)
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
    records: [{ kind: kindOf.get(recordId)!, id: recordId }],
    way,
    commission: 0,
    account: null,
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

/** Without the fee: a file may be read once with its column and once without. */
function keyOf({ day, minutes, reference, phone, label, amount }: MoneyLine): string {
  return JSON.stringify([day, minutes, reference, phone, label, amount])
}

function originOf({ kind, account }: Account): string {
  return `${kind} ${fold(account)}`
}

function byOf({ actor, now }: Pick<Context, 'actor' | 'now'>): By {
  return { userId: actor.userId, at: now }
}

/** Without what was recorded in drawers that are withheld from the member. */
async function shown(tx: Tx, context: Context, id: string): Promise<MoneyStatementDetail> {
  const pharmacyId = pharmacyOf(context)
  const { lines: _, ...statement } = requireRow(await findStatement(tx, pharmacyId, id))
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const stored = await linesOf(tx, pharmacyId, id)
  const withheld = await withheldFrom(tx, context)
  const ids = idsOf(stored.flatMap((line) => line.records))
  const records = await moneyOf(tx, pharmacyId, timeZone, { ...ids, withheld })
  const recordOf = new Map(records.map((record) => [record.id, record]))
  const window = moneyWindows[statement.kind]
  const { from, to } = statement
  const period = { from: addDays(from, -window.after), to: addDays(to, window.before) }
  const open = await openMoney(tx, pharmacyId, { ...statement, ...period, timeZone, withheld })
  const free = withoutReversals(open.map(withSource)).map(({ source: __, ...record }) => record)
  const proposals = proposalsOf(stored, free, { rules: await rulesFor(tx, pharmacyId, statement), window })
  const proposed = new Set([...proposals.values()].flatMap(({ ids }) => ids))
  const missing = free.filter(({ id: recordId, day }) => (day >= from && day <= to) || proposed.has(recordId))
  return {
    ...statement,
    missing,
    known: 0,
    lines: stored.map((line) => ({ ...lineOf(line, recordOf), proposal: proposals.get(line.position) ?? null })),
  }
}

/** By the position of the line. Each record is proposed once. */
function proposalsOf(
  lines: readonly StoredLine[],
  records: readonly RecordedMoney[],
  { rules, window }: { rules: readonly GroupRule[]; window: MoneyWindow },
): Map<number, ProposedGroup> {
  const proposals = new Map<number, ProposedGroup>()
  if (rules.length === 0) return proposals
  let left = records
  for (const line of lines) {
    const group = line.way === null && line.explained === null ? proposedGroup(line, left, rules, window) : null
    if (!group) continue
    proposals.set(line.position, group)
    left = left.filter(({ id }) => !group.ids.includes(id))
  }
  return proposals
}

function lineOf(line: StoredLine, recordOf: Map<string, RecordedMoney>): Omit<ShownLine, 'proposal'> {
  const records = line.records.flatMap(({ id }) => recordOf.get(id) ?? [])
  // What is left of several would say how much the withheld ones are.
  if (records.length < line.records.length)
    return { ...line, records: [], commission: 0, feeAccount: null, state: 'matched', withheld: true }
  const recorded = records.length === 0 ? null : records.reduce((sum, { amount }) => sum + amount, 0)
  const feeAccount = line.feeAccount ?? (line.fee > 0 ? feeAccountOf(records.map(({ type }) => type)) : null)
  return {
    ...line,
    records,
    feeAccount,
    state: moneyLineState({ ...line, recorded, isExplained: line.explained !== null }),
  }
}
