import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { decimalMarks } from '#shared/domain/files/decimals.ts'
import { differenceReasons } from '#shared/domain/statements/agreed-line.ts'
import { matchReasons } from '#shared/domain/statements/statement-facts.ts'
import { statementDecisions, statementDoubts } from '#shared/domain/statements/settle-statement.ts'
import { statementFields } from '#shared/domain/statements/statement-fields.ts'
import { statementLineKinds } from '#shared/domain/statements/statement-line.ts'
import { NoteNumber } from '#shared/contract/deliveries.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  CappedAmount,
  Comment,
  Day,
  Id,
  Instant,
  Money,
  multilineTexts,
  Note,
  PageQuery,
  pageOf,
  Quantity,
  Reason,
  Search,
  severalOf,
  sortedBy,
  SupplierPrice,
  Text,
} from '#shared/contract/values.ts'

export const statementStates = ['draft', 'validated', 'canceled'] as const
export type StatementState = (typeof statementStates)[number]

const Boxes = z.int().min(0).max(caps.quantity)
/** Negative when the credits exceed the goods. */
const Total = z
  .int()
  .min(0 - caps.saleTotal)
  .max(caps.saleTotal)
const Position = z.int().min(1).max(20_000)

/** A line as the supplier wrote it; amounts in minor units, `amount` with VAT: it is what is owed. */
const NewStatementLine = z.object({
  kind: z.enum(statementLineKinds).default('goods'),
  noteNumber: NoteNumber.nullable().default(null),
  day: Day.nullable().default(null),
  code: NoteNumber.nullable().default(null),
  label: Text,
  /** Null: found by its code. */
  productId: Id.nullable().default(null),
  quantity: Boxes.default(0),
  free: Boxes.default(0),
  price: SupplierPrice.default('0'),
  rebate: CappedAmount.default(0),
  /** Hundredths of a percent. */
  vat: z.int().min(0).max(10_000).default(0),
  amount: CappedAmount,
})
export type NewStatementLine = z.infer<typeof NewStatementLine>

/** How the statements of a supplier are read: the header of each field, and the decimal mark. */
const StatementProfile = z.object({
  columns: z.partialRecord(z.enum(statementFields), z.string().max(200).register(multilineTexts).optional()),
  decimals: z.enum(decimalMarks),
})

const head = {
  supplierId: Id,
  reference: NoteNumber,
  from: Day,
  to: Day,
  /** Null: after the supplier's days of payment, 30 without them. */
  dueOn: Day.nullable().default(null),
  total: Total,
  note: Comment.default(null),
}

export const BillStatement = z.object({
  id: Id,
  /** Without gaps. */
  number: z.int(),
  supplierId: Id,
  supplierName: z.string(),
  reference: z.string(),
  from: Day,
  to: Day,
  dueOn: Day,
  total: Money,
  state: z.enum(statementStates),
  fileName: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: Instant,
  createdByName: z.string(),
  validatedAt: Instant.nullable(),
  validatedByName: z.string().nullable(),
  canceledAt: Instant.nullable(),
  cancelReason: z.string().nullable(),
  lines: z.int(),
  /** Of a validated statement. */
  claimed: Money.nullable(),
  /** Its claim, unless canceled. */
  claimId: Id.nullable(),
})
export type BillStatement = z.infer<typeof BillStatement>

export const Difference = z.object({ reason: z.enum(differenceReasons), amount: Money })
export type Difference = z.infer<typeof Difference>

/** `matched` + `claimed` + `open` of all lines is the sum of the lines; with `sums` in `doubts` that is not the total. */
export const BillStatementDetail = BillStatement.extend({
  sums: z.object({ lines: Money, matched: Money, claimed: Money, open: Money }),
  /** `proposed` and `open` await a decision; `undecided` is both. */
  counts: z.object({ certain: z.int(), proposed: z.int(), open: z.int(), decided: z.int(), undecided: z.int() }),
  doubts: z.array(z.enum(statementDoubts)),
  /** Of a line that is added: after the last one, also when lines were taken out. */
  nextPosition: z.int(),
  /** What is claimed, by reason. */
  claims: z.array(Difference),
})
export type BillStatementDetail = z.infer<typeof BillStatementDetail>

export const StatementRecord = NewStatementLine.extend({
  position: z.int(),
  /** Negative for a credit. */
  signed: Money,
  productLabel: z.string().nullable(),
  certainty: z.enum(['certain', 'proposed', 'open']),
  because: z.enum(matchReasons),
  match: z
    .object({
      kind: z.enum(['goods', 'note', 'return', 'claim']),
      id: Id,
      /** « BL 88412 », and what it brought. */
      name: z.string(),
      productLabel: z.string().nullable(),
      received: Quantity.nullable(),
      free: Quantity.nullable(),
      price: SupplierPrice.nullable(),
      promised: z.object({ price: SupplierPrice.nullable(), rebate: z.int(), per: z.int(), free: z.int() }).nullable(),
    })
    .nullable(),
  /** The statement that billed it before. */
  billedBy: z.string().nullable(),
  differences: z.array(Difference),
  decision: z.enum(statementDecisions).nullable(),
  decidedByName: z.string().nullable(),
  matched: Money,
  claimed: Money,
  open: Money,
})
export type StatementRecord = z.infer<typeof StatementRecord>

/** A note of the statement, beside what its delivery brought; and deliveries of the period that it does not bill. */
export const StatementNote = z.object({
  noteNumber: z.string().nullable(),
  deliveryId: Id.nullable(),
  day: Day.nullable(),
  lines: z.int(),
  billed: Money,
  delivered: Money.nullable(),
})
export type StatementNote = z.infer<typeof StatementNote>

const byStatements = { permission: 'statement.manage' } as const
/** A statement tells what boxes cost. */
const byCost = { permission: 'stock.see-cost' } as const
const gesture = {
  ...byStatements,
  touches: ['bill-statements'],
  params: ById,
  reply: BillStatementDetail,
  status: 200,
} as const
const ByPosition = ById.extend({ position: z.coerce.number().pipe(Position) })

export const billStatements = {
  list: endpoint({
    ...byCost,
    method: 'GET',
    path: '/wholesaler-bill-statements',
    summary: 'List statements of suppliers, newest first unless sorted',
    query: PageQuery.extend({
      search: Search.optional(),
      state: severalOf(z.enum(statementStates)).optional(),
      supplierId: severalOf(Id).optional(),
      sort: sortedBy(
        'number',
        'supplier',
        'reference',
        'to',
        'dueOn',
        'lines',
        'total',
        'claimed',
        'state',
        'user',
      ).optional(),
    }),
    reply: pageOf(BillStatement),
  }),
  read: endpoint({
    ...byCost,
    method: 'GET',
    path: '/wholesaler-bill-statements/{id}',
    summary: 'Read a statement with what is agreed, claimed and open of it',
    params: ById,
    reply: BillStatementDetail,
  }),
  records: endpoint({
    ...byCost,
    method: 'GET',
    path: '/wholesaler-bill-statements/{id}/records',
    summary: 'The lines of a statement with what each bills, and why',
    params: ById,
    query: PageQuery.extend({
      search: Search.optional(),
      show: z.enum(['all', 'undecided', 'claimed', 'agreed']).default('all'),
      sort: sortedBy('position', 'noteNumber', 'label', 'quantity', 'price', 'signed', 'claimed', 'open').optional(),
    }),
    reply: pageOf(StatementRecord),
  }),
  notes: endpoint({
    ...byCost,
    method: 'GET',
    path: '/wholesaler-bill-statements/{id}/statements',
    summary: 'The notes of a statement beside their deliveries, and deliveries of its period that it does not bill',
    params: ById,
    reply: z.object({ notes: z.array(StatementNote), notBilled: z.array(StatementNote) }),
  }),
  profile: endpoint({
    ...byCost,
    method: 'GET',
    path: '/wholesaler-bill-statements/profiles/{id}',
    summary: 'How the last statement file of a supplier was read; null for the first one',
    params: ById,
    reply: z.object({ profile: StatementProfile.nullable() }),
  }),
  create: endpoint({
    ...byStatements,
    method: 'POST',
    path: '/wholesaler-bill-statements',
    summary: 'Enter a statement, with the lines of its file or without lines',
    touches: ['bill-statements'],
    cleansTexts: true,
    largeBody: { megabytes: 8, values: 100_000 },
    body: z.object({
      id: Id,
      ...head,
      fileName: Note.default(null),
      lines: z.array(NewStatementLine).max(5000).default([]),
      /** How the file was read: the next file of the supplier is read so. */
      profile: StatementProfile.nullable().default(null),
    }),
    unreplayed: 'file',
    reply: BillStatementDetail,
    status: 201,
  }),
  patch: endpoint({
    ...byStatements,
    method: 'PATCH',
    path: '/wholesaler-bill-statements/{id}',
    summary: 'Change the head of a draft; of a validated statement only its due day and note',
    touches: ['bill-statements'],
    params: ById,
    body: z.object({ reference: NoteNumber, from: Day, to: Day, dueOn: Day, total: Total, note: Comment }).partial(),
    reply: BillStatementDetail,
  }),
  putRecord: endpoint({
    ...gesture,
    method: 'PUT',
    path: '/wholesaler-bill-statements/{id}/records/{position}',
    summary: 'Write a line of a draft; its product is remembered for its code',
    params: ByPosition,
    body: NewStatementLine,
  }),
  removeRecord: endpoint({
    ...gesture,
    method: 'DELETE',
    path: '/wholesaler-bill-statements/{id}/records/{position}',
    summary: 'Take a line out of a draft',
    params: ByPosition,
  }),
  decide: endpoint({
    ...gesture,
    method: 'POST',
    path: '/wholesaler-bill-statements/{id}/decisions',
    summary: 'Decide about lines of a draft, or take the decision back',
    body: z.object({ positions: z.array(Position).min(1).max(5000), decision: z.enum(statementDecisions).nullable() }),
  }),
  validate: endpoint({
    ...gesture,
    touches: ['bill-statements', 'wholesaler-claims', 'deliveries', 'supplier-payments'],
    method: 'POST',
    path: '/wholesaler-bill-statements/{id}/validate',
    summary: 'Agree to a statement, once: its deliveries are locked, its differences become a claim',
    reply: z.object({ id: Id, claimId: Id.nullable() }),
  }),
  reopen: endpoint({
    ...gesture,
    touches: ['bill-statements', 'wholesaler-claims', 'deliveries', 'supplier-payments'],
    method: 'POST',
    path: '/wholesaler-bill-statements/{id}/reopen',
    summary: 'Make a draft of a validated statement again, while its claim was not sent',
  }),
  cancel: endpoint({
    ...gesture,
    method: 'POST',
    path: '/wholesaler-bill-statements/{id}/cancel',
    summary: 'Cancel a draft',
    body: z.object({ reason: Reason }),
  }),
}
