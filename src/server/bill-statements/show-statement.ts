import type {
  BillStatement,
  BillStatementDetail,
  billStatements,
  Difference,
  StatementNote,
  StatementRecord,
} from '#shared/contract/bill-statements.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { compareTexts } from '#shared/domain/compare-texts.ts'
import { wordsOf, fold } from '#shared/domain/search/fold.ts'
import type { DeliveredGoods } from '#shared/domain/statements/agreed-line.ts'
import { comparePrices } from '#shared/domain/supplier-price.ts'
import { doubtsOf } from '#shared/domain/statements/settle-statement.ts'
import { computedAmount, plainNumber, signedAmount } from '#shared/domain/statements/statement-line.ts'
import { requireRow } from '#server/base/require-row.ts'
import { findStatement } from '#server/bill-statements/bill-statement.repo.ts'
import { judgeStatement, type JudgedLine, type JudgedStatement } from '#server/bill-statements/judge-statement.ts'
import { labelsOfProducts } from '#server/bill-statements/statement-facts.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { groupBy } from '#server/db/group-by.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'

type RecordQuery = HandlerInput<typeof billStatements.records>['query']

/** With what is agreed, claimed and open of it, in minor units. */
export async function detailOf(tx: Tx, pharmacyId: string, statement: BillStatement): Promise<BillStatementDetail> {
  const { lines } = await judgeStatement(tx, pharmacyId, statement)
  const total = (of: (line: JudgedLine) => number): number => lines.reduce((sum, line) => sum + of(line), 0)
  const count = (is: (line: JudgedLine) => boolean): number => lines.filter(is).length
  return {
    ...statement,
    sums: {
      lines: total(({ line }) => signedAmount(line)),
      matched: total(({ settlement }) => settlement.matched),
      claimed: total(({ settlement }) => settlement.claimed),
      open: total(({ settlement }) => settlement.open),
    },
    counts: {
      certain: count(({ judgement }) => judgement.certainty === 'certain'),
      proposed: count((line) => isUndecided(line) && line.judgement.certainty === 'proposed'),
      open: count((line) => isUndecided(line) && line.judgement.certainty === 'open'),
      decided: count(({ line }) => line.decision !== null),
      undecided: count(isUndecided),
    },
    doubts: doubtsOf(
      statement,
      lines.map(({ line }) => line),
      lines.map(({ judgement }) => judgement),
    ),
    nextPosition: Math.max(0, ...lines.map(({ line }) => line.position)) + 1,
    claims: byReason(lines.flatMap(({ settlement }) => settlement.claims)),
  }
}

/** The lines that a filter shows, in the order that is asked for. Throws `requests:notFound`. */
export function readStatementRecords(
  context: Context,
  id: string,
  { page, size, search, show, sort }: RecordQuery,
): Promise<CallReply<typeof billStatements.records>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const judged = await judgeStatement(tx, pharmacyId, requireRow(await findStatement(tx, pharmacyId, id)))
    const words = wordsOf(search ?? '')
    const kept = judged.lines.filter((line) => shows[show](line) && words.every((word) => textOf(line).includes(word)))
    const sorted = sort ? kept.toSorted(orderOf(sort)) : kept
    const shownLines = sorted.slice(page * size, (page + 1) * size)
    const labels = await labelsOfProducts(
      tx,
      pharmacyId,
      shownLines.flatMap(({ judgement }) => judgement.match?.productId ?? []),
    )
    return { items: shownLines.map((line) => recordOf(line, judged, labels)), total: kept.length }
  })
}

/** The notes of a statement, and deliveries of its period that no line of it bills. Throws `requests:notFound`. */
export function readStatementNotes(context: Context, id: string): Promise<CallReply<typeof billStatements.notes>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const statement = requireRow(await findStatement(tx, pharmacyId, id))
    const { lines, goods } = await judgeStatement(tx, pharmacyId, statement)
    const byDelivery = groupBy(goods, ({ deliveryId }) => deliveryId)
    const byNumber = new Map(goods.map((each) => [plainNumber(each.noteNumber), each.deliveryId]))
    const billed = lines.filter(({ line }) => line.kind !== 'credit')
    const deliveryOf = ({ line, judgement }: JudgedLine): string | null =>
      judgement.match?.id ?? byNumber.get(plainNumber(line.noteNumber ?? '')) ?? null
    const notes = [...groupBy(billed, (each) => deliveryOf(each) ?? plainNumber(each.line.noteNumber ?? ''))].map(
      ([, ofNote]): StatementNote => {
        const deliveryId = deliveryOf(ofNote[0]!)
        return {
          noteNumber: ofNote[0]!.line.noteNumber,
          deliveryId,
          day: ofNote[0]!.line.day,
          lines: ofNote.length,
          billed: ofNote.reduce((sum, { line }) => sum + line.amount, 0),
          delivered: deliveryId === null ? null : worthOf(byDelivery.get(deliveryId) ?? []),
        }
      },
    )
    const known = new Set(notes.flatMap(({ deliveryId }) => deliveryId ?? []))
    const notBilled = [...byDelivery]
      .filter(([deliveryId, [first]]) => !known.has(deliveryId) && isWithin(first!.day, statement))
      .filter(([, ofDelivery]) => ofDelivery.some(({ received }) => received > 0))
      .map(([deliveryId, ofDelivery]): StatementNote => ({
        noteNumber: ofDelivery[0]!.noteNumber,
        deliveryId,
        day: ofDelivery[0]!.day,
        lines: 0,
        billed: 0,
        delivered: worthOf(ofDelivery),
      }))
    return { notes, notBilled }
  })
}

const shows: Record<RecordQuery['show'], (line: JudgedLine) => boolean> = {
  all: () => true,
  undecided: isUndecided,
  claimed: ({ settlement }) => settlement.claimed > 0,
  agreed: (line) => !isUndecided(line) && line.settlement.claimed === 0,
}

function isUndecided({ line, judgement }: JudgedLine): boolean {
  return line.decision === null && judgement.certainty !== 'certain'
}

function textOf({ line }: JudgedLine): string {
  return fold([line.noteNumber, line.code, line.label, line.productLabel].filter(Boolean).join(' '))
}

const orders: Record<string, (a: JudgedLine, b: JudgedLine) => number> = {
  position: (a, b) => a.line.position - b.line.position,
  noteNumber: (a, b) => compareTexts(a.line.noteNumber ?? '', b.line.noteNumber ?? ''),
  label: (a, b) => compareTexts(a.line.label, b.line.label),
  quantity: (a, b) => a.line.quantity - b.line.quantity,
  price: (a, b) => comparePrices(a.line.price, b.line.price),
  signed: (a, b) => signedAmount(a.line) - signedAmount(b.line),
  claimed: (a, b) => a.settlement.claimed - b.settlement.claimed,
  open: (a, b) => a.settlement.open - b.settlement.open,
}

function orderOf(sort: string): (a: JudgedLine, b: JudgedLine) => number {
  const by = orders[sort.replace(/^-/, '')]!
  const sign = sort.startsWith('-') ? -1 : 1
  return (a, b) => sign * by(a, b) || a.line.position - b.line.position
}

function recordOf(
  { line: { frozen: _frozen, ...line }, judgement, settlement }: JudgedLine,
  { goods, names }: JudgedStatement,
  labels: ReadonlyMap<string, string>,
): StatementRecord {
  const { match, certainty, because, statement, differences } = judgement
  const delivered =
    match?.kind === 'goods'
      ? goods.find(({ deliveryId, productId }) => deliveryId === match.id && productId === match.productId)
      : undefined
  return {
    ...line,
    signed: signedAmount(line),
    certainty,
    because,
    match: match && {
      kind: match.kind,
      id: match.id,
      name: names.get(match.id) ?? '',
      productLabel: labels.get(match.productId ?? '') ?? null,
      received: delivered?.received ?? null,
      free: delivered?.free ?? null,
      price: delivered?.price ?? null,
      promised: delivered?.promised ?? null,
    },
    billedBy: statement,
    differences,
    matched: settlement.matched,
    claimed: settlement.claimed,
    open: settlement.open,
  }
}

function byReason(claims: readonly Difference[]): Difference[] {
  return [...groupBy(claims, ({ reason }) => reason).values()]
    .map((of) => ({ reason: of[0]!.reason, amount: of.reduce((sum, { amount }) => sum + amount, 0) }))
    .toSorted((a, b) => b.amount - a.amount)
}

/** At the prices of the note, with VAT. */
function worthOf(goods: readonly DeliveredGoods[]): number {
  return goods.reduce(
    (sum, { received, price, vat }) =>
      sum + computedAmount({ quantity: received, price: price ?? '0', rebate: 0, vat }),
    0,
  )
}

function isWithin(day: string, { from, to }: { from: string; to: string }): boolean {
  return day >= from && day <= to
}
