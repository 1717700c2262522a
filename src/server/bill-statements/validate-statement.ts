import type { BillStatementDetail, billStatements } from '#shared/contract/bill-statements.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import type { NewClaimLine } from '#shared/contract/wholesaler-claims.ts'
import { AppError } from '#shared/domain/errors.ts'
import { evidenceOf } from '#shared/domain/statements/evidence.ts'
import { signedAmount } from '#shared/domain/statements/statement-line.ts'
import { requireRow } from '#server/base/require-row.ts'
import { findStatement, markValidated } from '#server/bill-statements/bill-statement.repo.ts'
import { refuseUnlessDraft } from '#server/bill-statements/bill-statement.service.ts'
import { judgeStatement, type JudgedLine, type JudgedStatement } from '#server/bill-statements/judge-statement.ts'
import { detailOf } from '#server/bill-statements/show-statement.ts'
import {
  freezeLines,
  lockDeliveries,
  thawLines,
  unlockDeliveries,
} from '#server/bill-statements/statement-line.repo.ts'
import type { Tx } from '#server/db/database.ts'
import type { Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { creditByStatement } from '#server/supplier-returns/supplier-return.service.ts'
import {
  beginClaim,
  claimOfStatement,
  creditClaimByStatement,
  dropClaimOfStatement,
  dropCreditsOfStatement,
} from '#server/wholesaler-claims/wholesaler-claim.service.ts'

/**
 * Agrees to a statement, once: freezes what its lines bill, locks its deliveries, notes the credits that it contains, and
 * begins a claim with its differences. Throws `billStatements:empty`, `billStatements:sumsDiffer` while the lines do not
 * add up to the total, and `billStatements:undecided` while a line is open.
 */
export function validateStatement(context: Context, id: string): Promise<CallReply<typeof billStatements.validate>> {
  return changing(context, async (tx, pharmacyId) => {
    const statement = requireRow(await findStatement(tx, pharmacyId, id))
    context.changes.made = statement.state !== 'validated'
    if (statement.state === 'validated') return { id, claimId: statement.claimId }
    refuseUnlessDraft(statement)
    const judged = await judgeStatement(tx, pharmacyId, statement)
    refuseOpen(statement.total, judged.lines)
    await agreeTo(tx, pharmacyId, id, judged)
    await markValidated(tx, pharmacyId, id, { userId: context.actor.userId, at: context.now })
    await noteCredits(tx, context, pharmacyId, { id, day: statement.to }, judged.lines)
    const lines = judged.lines.flatMap((line) => claimLinesOf(line, judged))
    const claimId =
      lines.length === 0
        ? null
        : await beginClaim(tx, context, pharmacyId, {
            supplierId: statement.supplierId,
            statementId: id,
            note: null,
            lines,
          })
    return { id, claimId }
  })
}

/**
 * Makes a draft of a validated statement: its lines are judged anew. Throws `billStatements:claimSent` once its claim was
 * sent. Returns that it credited stay credited.
 */
export function reopenStatement(context: Context, id: string): Promise<BillStatementDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const statement = requireRow(await findStatement(tx, pharmacyId, id))
    context.changes.made = statement.state !== 'draft'
    if (statement.state === 'canceled') refuseUnlessDraft(statement)
    if (statement.state === 'validated') {
      const claim = await claimOfStatement(tx, pharmacyId, id)
      if (claim && claim.state !== 'draft') throw new AppError('billStatements:claimSent', { number: claim.number })
      await dropClaimOfStatement(tx, context, pharmacyId, id)
      await dropCreditsOfStatement(tx, pharmacyId, id)
      await thawLines(tx, pharmacyId, id)
      await unlockDeliveries(tx, pharmacyId, id)
      await markValidated(tx, pharmacyId, id, null)
    }
    return detailOf(tx, pharmacyId, requireRow(await findStatement(tx, pharmacyId, id)))
  })
}

/** Freezes what the lines of a statement bill, and locks its deliveries. */
export async function agreeTo(tx: Tx, pharmacyId: string, id: string, { lines }: JudgedStatement): Promise<void> {
  await freezeLines(tx, pharmacyId, id, lines)
  await lockDeliveries(tx, pharmacyId, id)
}

function refuseOpen(total: number, lines: readonly JudgedLine[]): void {
  if (lines.length === 0) throw new AppError('billStatements:empty')
  const sum = lines.reduce((before, { line }) => before + signedAmount(line), 0)
  if (sum !== total) throw new AppError('billStatements:sumsDiffer', { total, lines: sum })
  const undecided = lines.filter(({ line, judgement }) => line.decision === null && judgement.certainty !== 'certain')
  if (undecided.length > 0) throw new AppError('billStatements:undecided', { lines: undecided.length })
}

async function noteCredits(
  tx: Tx,
  context: Context,
  pharmacyId: string,
  { id: statementId, day }: { id: string; day: string },
  lines: readonly JudgedLine[],
): Promise<void> {
  for (const { line, judgement } of lines) {
    const { match } = judgement
    // « pay » takes the credit without what it was proposed for.
    const isTaken = line.kind === 'credit' && match !== null && line.decision !== 'pay'
    if (isTaken && line.amount > 0) {
      const credit = { id: match.id, number: line.noteNumber, amount: line.amount }
      if (match.kind === 'return') await creditByStatement(tx, context, pharmacyId, credit)
      if (match.kind === 'claim')
        await creditClaimByStatement(tx, context, pharmacyId, { ...credit, day: line.day ?? day, statementId })
    }
  }
}

/** What is claimed of a line, with its evidence. */
export function claimLinesOf(
  { line, judgement, settlement }: JudgedLine,
  { goods, names }: JudgedStatement,
): NewClaimLine[] {
  const { match } = judgement
  const delivered =
    match?.kind === 'goods'
      ? goods.find(({ deliveryId, productId }) => deliveryId === match.id && productId === match.productId)
      : undefined
  return settlement.claims.map(({ reason, amount }) => ({
    reason,
    label: line.label,
    noteNumber: line.noteNumber ?? (match ? (names.get(match.id) ?? null) : null),
    deliveryId: match?.kind === 'goods' || match?.kind === 'note' ? match.id : null,
    evidence: evidenceOf(reason, line, { delivered: delivered ?? null, statement: judgement.statement }),
    amount,
  }))
}
