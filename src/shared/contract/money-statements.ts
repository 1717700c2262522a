import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { decimalMarks } from '#shared/domain/files/decimals.ts'
import { movementTypes } from '#shared/domain/payment.ts'
import { moneyLineStates } from '#shared/domain/reconciliation/line-state.ts'
import { feeAccounts } from '#shared/domain/reconciliation/group-money.ts'
import { matchWays } from '#shared/domain/reconciliation/match-money.ts'
import { paymentOutcomes } from '#shared/domain/reconciliation/payment-state.ts'
import { moneyFields } from '#shared/domain/reconciliation/money-file.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Day,
  Id,
  Instant,
  Money,
  multilineTexts,
  Note,
  PageQuery,
  pageOf,
  Reason,
  Search,
  sortedBy,
  Text,
} from '#shared/contract/values.ts'

/** Whose statement it is: an operator of mobile money, or a bank. */
export const moneyAccountKinds = ['mobile-money', 'bank'] as const

const MoneyProfile = z.object({
  columns: z.partialRecord(z.enum(moneyFields), z.string().max(200).register(multilineTexts).optional()),
  decimals: z.enum(decimalMarks),
  /** What the words of this operator say of a payment, as a member told them. */
  states: z.record(z.string().max(100), z.enum(paymentOutcomes)).optional(),
})
const Minutes = z.int().min(0).max(1439).nullable()

const NewMoneyLine = z.object({
  day: Day,
  /** Of the day. */
  minutes: Minutes.default(null),
  reference: Note.default(null),
  phone: Note.default(null),
  label: Note.default(null),
  /** Negative: money that went out. */
  amount: z
    .int()
    .min(0 - caps.saleTotal)
    .max(caps.saleTotal),
  /** What the operator kept of it. */
  fee: z.int().min(0).max(caps.saleTotal).default(0),
})

const head = {
  id: Id,
  kind: z.enum(moneyAccountKinds),
  /** The operator or the bank. */
  account: z.string(),
  from: Day,
  to: Day,
  fileName: z.string().nullable(),
}
const MoneyStatement = z.object({
  ...head,
  lines: z.int(),
  /** What came in, of all lines. */
  received: Money,
  /** Of what came in, what is not recorded and not explained. */
  unrecorded: Money,
  /** What the operator or bank kept: fees of the file and commissions. */
  fees: Money,
  createdAt: Instant,
  createdByName: z.string(),
})
export type MoneyStatement = z.infer<typeof MoneyStatement>

const moneyKinds = ['movement', 'bill-payment', 'bill-return'] as const
/** Money that the pharmacy recorded: at a till, as a payment of bills, or as given back to a payer. */
const RecordedMoney = z.object({
  kind: z.enum(moneyKinds),
  id: Id,
  day: Day,
  minutes: Minutes,
  type: z.enum(movementTypes),
  references: z.array(z.string()),
  phone: z.string().nullable(),
  amount: Money,
  saleId: Id.nullable(),
  saleNumber: z.int().nullable(),
  clientName: z.string().nullable(),
  /** Who took it. */
  userName: z.string(),
})
export type RecordedMoney = z.infer<typeof RecordedMoney>

const MoneyLine = z.object({
  position: z.int(),
  day: Day,
  minutes: Minutes,
  reference: z.string().nullable(),
  phone: z.string().nullable(),
  label: z.string().nullable(),
  amount: Money,
  /** What the operator kept, by its file. */
  fee: Money,
  state: z.enum(moneyLineStates),
  way: z.enum(matchWays).nullable(),
  /** What it is matched with: several for the cards of a day or a batch of cheques. */
  records: z.array(RecordedMoney),
  /** Some of it is in a drawer that is withheld until its count: no record and no difference is told (decision 0054). */
  withheld: z.literal(true).optional(),
  /** What the bank kept of these. */
  commission: Money,
  /** The account of the fee and the commission. */
  feeAccount: z.enum(feeAccounts).nullable(),
  /** What lines with these words answered before; a member accepts it. */
  proposal: z.object({ ids: z.array(Id), recorded: Money, commission: Money, account: z.enum(feeAccounts) }).nullable(),
  explained: z.string().nullable(),
  decidedByName: z.string().nullable(),
})
export type MoneyLine = z.infer<typeof MoneyLine>

const MoneyStatementDetail = MoneyStatement.omit({ lines: true }).extend({
  lines: z.array(MoneyLine),
  /** Recorded for this account in these days or proposed for a line, and on no line of any statement. */
  missing: z.array(RecordedMoney),
  /** Lines of the file that another statement has already; they were left out. Only after `create`. */
  known: z.int(),
})
export type MoneyStatementDetail = z.infer<typeof MoneyStatementDetail>

const reading = { permission: 'report.see', method: 'GET' } as const
const writing = { permission: 'bill.manage', touches: ['money-statements'] } as const
const ofStatement = { ...writing, method: 'POST', params: ById, reply: MoneyStatementDetail, status: 200 } as const

export const moneyStatements = {
  list: endpoint({
    ...reading,
    path: '/money-statements',
    summary: 'List the statements of operators and banks, newest first unless sorted',
    query: PageQuery.extend({
      search: Search.optional(),
      kind: z.enum(moneyAccountKinds).optional(),
      from: Day.optional(),
      to: Day.optional(),
      /** Those with money received that is not recorded. */
      unrecorded: z.literal('only').optional(),
      sort: sortedBy(
        'account',
        'from',
        'to',
        'lines',
        'received',
        'unrecorded',
        'fees',
        'createdAt',
        'user',
      ).optional(),
    }),
    reply: pageOf(MoneyStatement).extend({ unrecorded: Money }),
  }),
  read: endpoint({
    ...reading,
    path: '/money-statements/{id}',
    summary: 'Read a statement: its lines, what each is, and what was recorded and never paid',
    params: ById,
    reply: MoneyStatementDetail,
  }),
  profile: endpoint({
    ...reading,
    path: '/money-statements/profile',
    summary: 'How the last file of an account was read',
    query: z.object({ kind: z.enum(moneyAccountKinds), account: Text }),
    reply: z.object({ profile: MoneyProfile.nullable() }),
  }),
  create: endpoint({
    ...writing,
    method: 'POST',
    path: '/money-statements',
    summary: 'Enter the lines of a statement, once, and match them with what was recorded',
    largeBody: { megabytes: 8, values: 150_000 },
    body: z.object({
      id: Id,
      kind: z.enum(moneyAccountKinds),
      account: Text,
      fileName: Note.default(null),
      lines: z.array(NewMoneyLine).min(1).max(20_000),
      profile: MoneyProfile.optional(),
    }),
    unreplayed: 'file',
    reply: MoneyStatementDetail,
    status: 201,
  }),
  match: endpoint({
    ...ofStatement,
    path: '/money-statements/{id}/match',
    summary: 'Match the lines without a record once more, with what was recorded since',
  }),
  decide: endpoint({
    ...ofStatement,
    path: '/money-statements/{id}/decisions',
    summary: 'Match a line by hand, explain it, or take back what was decided',
    body: z.discriminatedUnion('decision', [
      z.object({
        decision: z.literal('match'),
        position: z.int().min(1),
        records: z
          .array(z.object({ kind: z.enum(moneyKinds), id: Id }))
          .min(1)
          .max(500),
        commission: z.int().min(0).max(caps.saleTotal).default(0),
        account: z.enum(feeAccounts).nullable().default(null),
      }),
      z.object({ decision: z.literal('explain'), position: z.int().min(1), reason: Reason }),
      z.object({ decision: z.literal('clear'), position: z.int().min(1) }),
    ]),
  }),
  remove: endpoint({
    ...writing,
    method: 'DELETE',
    path: '/money-statements/{id}',
    summary: 'Take a statement away; what it matched is open again',
    params: ById,
    reply: z.object({ id: Id }),
  }),
}
