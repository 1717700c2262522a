import * as z from 'zod'
import { movementTypes } from '#shared/domain/payment.ts'
import { movementKinds } from '#shared/domain/register/movements.ts'
import { countedTypes } from '#shared/domain/register/totals.ts'
import { openingPurposes } from '#shared/contract/sale-history.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Grant } from '#shared/contract/tokens.ts'
import {
  ById,
  CappedAmount,
  Comment,
  Day,
  Id,
  Instant,
  Money,
  PageQuery,
  pageOf,
  Reason,
  RoleNames,
} from '#shared/contract/values.ts'

/**
 * Fields of every record made at the till: an id and a revision from the terminal, and the author with his roles at
 * that moment.
 */
export const madeAtTill = {
  id: Id,
  revision: z.int().positive(),
  terminalId: Id,
  sessionId: Id,
  sellerId: Id,
  sellerRoles: RoleNames,
}
/** An amount in a drawer or handed over, in minor units. Never negative: the kind of the act gives the direction. */
export const TillAmount = CappedAmount
export const Operator = z.string().trim().min(1).max(100).nullable()
const means = { type: z.enum(countedTypes), operator: Operator }

export const CashRegister = z.object({
  id: Id,
  openedBy: Id,
  openedByName: z.string(),
  openedAt: Instant,
  float: Money,
  /**
   * True when the float was entered at the opening or counted since. While false, the float may still be declared.
   * Earlier servers do not send it.
   */
  isFloatDeclared: z.boolean().default(true),
  /** The current holder: the member who opened the register, or who took it over last. */
  heldBy: Id,
  heldByName: z.string(),
  /** WAITING: closed at the till, but the server has not received every sale that the closing counts. */
  state: z.enum(['OPEN', 'WAITING', 'CLOSED']),
  closedAt: Instant.nullable(),
  closedByName: z.string().nullable(),
  /** Its sales that stand, without canceled and replaced ones. */
  sales: z.int(),
  /** Of the last closing. The gap (counted − expected) is also null for members who may not see expected amounts. */
  number: z.int().nullable(),
  gap: Money.nullable(),
  /**
   * The gap of the first count before the last closing, the one that is judged; null as `gap` is, and when the closing is
   * that count. Earlier servers do not send it.
   */
  firstGap: Money.nullable().default(null),
})
export type CashRegister = z.infer<typeof CashRegister>

/** The terminal makes the register's id, so that a register can be opened offline. */
export const NewCashRegister = z.object({ ...madeAtTill, openedAt: Instant, float: TillAmount })
export type NewCashRegister = z.infer<typeof NewCashRegister>

const Named = z.object({ id: Id, identifier: z.string().max(40), total: Money })
/**
 * `revision`: the attempt that waits. A refusal of an earlier attempt does not answer it. Earlier terminals do not send
 * it.
 */
const Awaited = Named.extend({ revision: z.int().positive().optional() })
const Denomination = z.object({
  form: z.enum(['note', 'coin']),
  value: Money.positive().max(1_000_000_000),
  count: z.int().nonnegative().max(999_999),
})
const counted = {
  countedAt: Instant,
  /** The drawer by notes and coins; each other means by its total. */
  denominations: z.array(Denomination).max(40),
  others: z
    .array(z.object({ ...means, counted: TillAmount }))
    .max(50)
    .default([]),
}
const counting = {
  ...madeAtTill,
  ...counted,
  comment: Comment.default(null),
  /** The right that another member lent to count, hand over or close this register. */
  grant: Grant.optional(),
}
/** A count, recorded before expected amounts are shown. A second count keeps the first. */
export const NewCounting = z.object({
  ...counting,
  /** Why the drawer is counted again after its amounts were shown. Earlier terminals do not send it. */
  reason: Reason.nullable().default(null),
})
export type NewCounting = z.infer<typeof NewCounting>
/**
 * How a colleague took a register over. `given`: the count of who gave it, when the receiver counted himself: the count of
 * the hand-over is then his. Null: he accepted the giver's count. `remark`: why the two counts differ.
 */
const taking = { given: z.object(counted).nullable(), remark: Reason.nullable() }
export const NewHandOver = z.object({
  ...counting,
  receivedBy: Id,
  /** `grant`: the code of the receiver, his right to use a register. Earlier terminals do not send it. */
  taking: z.object({ ...taking, grant: Grant }).optional(),
})
export type NewHandOver = z.infer<typeof NewHandOver>
export const NewClosing = z.object({
  ...counting,
  /**
   * Sales and acts of this terminal in this register without an answer yet: the closing waits for each of them. The
   * maximum is more than a busy till sells in a week offline.
   */
  awaits: z.array(Awaited).max(20_000).default([]),
  /**
   * Open or refused items on the terminal. They block the closing, unless a member with the right overrides it and
   * gives a reason.
   */
  unfinished: z
    .array(Named.extend({ state: z.enum(['open', 'refused']) }))
    .max(500)
    .default([]),
  /** The right to override them (`register.reopen`), lent by another member. */
  passingOver: Grant.optional(),
})
export type NewClosing = z.infer<typeof NewClosing>
/** A sale that a member opens while its drawer is not counted. */
export const NewSaleOpening = z.object({
  ...madeAtTill,
  registerId: Id,
  purpose: z.enum(openingPurposes),
  openedAt: Instant,
})
export type NewSaleOpening = z.infer<typeof NewSaleOpening>
/** A try to take more than the drawer holds, refused at the terminal; the amount is what was asked for. */
export const NewOverdraw = z.object({ ...madeAtTill, amount: TillAmount.positive(), triedAt: Instant })
export const NewReopening = z.object({ ...madeAtTill, reason: Reason })
export type NewReopening = z.infer<typeof NewReopening>

const Total = z.object({
  kind: z.enum(movementKinds),
  type: z.enum(movementTypes),
  operator: Operator,
  amount: Money,
  count: z.int(),
})
const hidden = Money.nullable()

const Differences = z.array(z.object({ ...means, counted: Money, expected: hidden, gap: hidden }))
/** A count that was put down before the hand-over or closing, with its gap at that moment. */
const EarlierCount = z.object({
  countedAt: Instant,
  byName: z.string(),
  denominations: z.array(Denomination),
  differences: Differences,
  gap: hidden,
  /** Why it was counted again; null for the first count. */
  reason: z.string().nullable(),
})
export type EarlierCount = z.infer<typeof EarlierCount>

/** A recorded drawer count. Sums are null or omitted for members who may not see expected amounts. */
export const RegisterCount = z.object({
  id: Id,
  number: z.int().positive(),
  kind: z.enum(['hand-over', 'closing']),
  byName: z.string(),
  receivedByName: z.string().nullable(),
  countedAt: Instant,
  recordedAt: Instant,
  comment: z.string().nullable(),
  denominations: z.array(Denomination),
  differences: Differences,
  gap: hidden,
  /** The counts before this one since the last hand-over or closing, oldest first: the first is the one that is judged. */
  earlier: z.array(EarlierCount).default([]),
  /**
   * Of a hand-over. `isProven`: the receiver typed his code. Null for closings, and hand-overs of before the receiver was
   * asked.
   */
  taking: z
    .object({ ...taking, isProven: z.boolean() })
    .nullable()
    .default(null),
  /** The drawer was counted again after its amounts were shown. */
  isRecount: z.boolean().default(false),
  /** Disbursements and deposits refused since the last hand-over or closing, as more than the drawer held. */
  refusedTries: z.int().nonnegative().default(0),
  totals: z.array(Total),
  /** The author's right was revoked before the count was sent. */
  usedRevoked: z.boolean().optional(),
  awaits: z.array(Named),
  unfinished: z.array(Named.extend({ state: z.enum(['open', 'refused']) })),
})
export type RegisterCount = z.infer<typeof RegisterCount>

export const RegisterReport = z.object({
  register: CashRegister,
  /** The counted means (drawer, mobile money …) are omitted for members who may not see expected amounts. */
  totals: z.array(Total),
  /** Expected amounts, including the differences of earlier counts. */
  expected: z.array(z.object({ ...means, expected: Money })).nullable(),
  counts: z.array(RegisterCount),
  /** Ids of the items that a waiting closing still waits for. */
  awaited: z.array(Id),
  events: z.array(
    z.object({
      kind: z.enum([
        'counted',
        'reopened',
        'closed-over',
        'refused-later',
        'confirmed',
        'collected-beyond',
        'paid-beyond',
        'refused-beyond',
        'lent',
        'sale-opened',
      ]),
      at: Instant,
      byName: z.string(),
      details: z.unknown(),
    }),
  ),
})
export type RegisterReport = z.infer<typeof RegisterReport>

/** All lines of a register, and the other data that may explain a difference. */
export const RegisterLedger = z.object({
  lines: z.array(
    z.object({
      id: Id,
      at: Instant,
      kind: z.enum(movementKinds),
      type: z.enum(movementTypes),
      operator: Operator,
      amount: Money,
      userId: Id,
      saleId: Id.nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** Sales of the register; cash payments include the amount handed over. */
  sales: z.array(
    z.object({
      id: Id,
      number: z.int(),
      soldAt: Instant,
      sellerName: z.string(),
      isCanceled: z.boolean(),
      records: z.array(z.object({ quantity: z.int() })),
      payments: z.array(z.object({ type: z.literal('CASH'), amount: Money, tendered: Money })),
    }),
  ),
  /** Differences found by earlier counts of this register; later expected amounts include them. */
  found: z.array(z.object({ ...means, amount: Money })),
  /** Ids of those counts, including counts without a difference. */
  counts: z.array(Id),
  pastDisbursements: z.array(z.object({ reason: z.string(), amount: Money })),
  /** The previous drawer count, of any register; null: none. */
  countedBefore: z.array(Denomination).nullable(),
})
export type RegisterLedger = z.infer<typeof RegisterLedger>

const one = '/cash-registers/{id}'

export const cashRegisters = {
  current: endpoint({
    method: 'GET',
    path: '/cash-registers/current',
    summary: 'The open register of a user, or null',
    permission: 'register.use',
    query: z.object({ userId: Id }),
    reply: z.object({ cashRegister: CashRegister.nullable() }),
  }),
  byDate: endpoint({
    method: 'GET',
    path: '/cash-registers/by-date',
    summary: 'Registers that were open on these days (today), newest first',
    permission: 'register.use',
    query: PageQuery.extend({ from: Day.optional(), to: Day.optional() }),
    reply: pageOf(CashRegister),
  }),
  report: endpoint({
    method: 'GET',
    path: '/cash-registers/report',
    summary: 'A register: sums, counts and what happened to it',
    permission: 'register.use',
    query: z.object({ registerId: Id }),
    reply: RegisterReport,
  }),
  ledger: endpoint({
    method: 'GET',
    path: '/cash-registers/ledger',
    summary: 'A register line by line; for who may not see what is expected, once it was counted',
    permission: 'register.use',
    query: z.object({ registerId: Id }),
    reply: RegisterLedger,
  }),
  open: endpoint({
    method: 'POST',
    path: '/cash-registers',
    summary: 'Open a register with its float, exactly once',
    permission: 'register.use',
    touches: ['cash-registers'],
    deferred: true,
    body: NewCashRegister,
    reply: CashRegister,
    status: 201,
  }),
  handOver: endpoint({
    method: 'POST',
    path: `${one}/hand-over`,
    summary: 'Hand a register over with a count, exactly once',
    permission: 'register.use',
    touches: ['cash-registers'],
    deferred: true,
    params: ById,
    body: NewHandOver,
    reply: CashRegister,
    status: 201,
  }),
  count: endpoint({
    method: 'POST',
    path: `${one}/count`,
    summary: 'Put a count down before what is expected is shown, exactly once',
    permission: 'register.close',
    touches: ['cash-registers'],
    deferred: true,
    params: ById,
    body: NewCounting,
    reply: CashRegister,
    status: 201,
  }),
  close: endpoint({
    method: 'POST',
    path: `${one}/close`,
    summary: 'Close a register with a count, exactly once; it waits for what it names',
    permission: 'register.close',
    touches: ['cash-registers'],
    deferred: true,
    // 20,000 awaited sales have 2.5 MB.
    largeBody: { megabytes: 4, values: 150_000 },
    params: ById,
    body: NewClosing,
    reply: CashRegister,
    status: 201,
  }),
  overdraw: endpoint({
    method: 'POST',
    path: `${one}/overdraws`,
    summary: 'Note a disbursement or deposit that a terminal refused, exactly once',
    permission: 'register.use',
    touches: ['cash-registers'],
    deferred: true,
    params: ById,
    body: NewOverdraw,
    reply: CashRegister,
    status: 201,
  }),
  reopen: endpoint({
    method: 'POST',
    path: `${one}/reopen`,
    summary: 'Open a closed register again, with a trace',
    permission: 'register.reopen',
    touches: ['cash-registers'],
    deferred: true,
    params: ById,
    body: NewReopening,
    reply: CashRegister,
    status: 201,
  }),
}
