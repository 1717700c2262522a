import * as z from 'zod'
import { movementTypes } from '#shared/domain/payment.ts'
import { movementKinds } from '#shared/domain/register/movements.ts'
import { openingPurposes } from '#shared/contract/sale-history.ts'
import { Denomination, means } from '#shared/contract/counted-money.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { madeAtTill, Operator, TillAmount } from '#shared/contract/made-at-till.ts'
import { NewClosing, NewCounting, NewHandOver, RegisterCount, Total } from '#shared/contract/register-counts.ts'
import { ById, Day, Id, Instant, Money, PageQuery, pageOf, Reason } from '#shared/contract/values.ts'

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
  /** Sales of the register; `amount` of a cash payment is what stayed in the drawer, with its stamp duty. */
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
