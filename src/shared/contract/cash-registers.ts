import * as z from 'zod'
import { movementTypes } from '#shared/domain/payment.ts'
import { movementKinds } from '#shared/domain/register/movements.ts'
import { countedTypes } from '#shared/domain/register/totals.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Day, Id, Instant, Money, Note, PageQuery, pageOf } from '#shared/contract/values.ts'

/** What a terminal makes at the till carries: an id and a revision of its own, and who did it, with the roles of that moment. */
export const madeAtTill = {
  id: Id,
  revision: z.int().positive(),
  terminalId: Id,
  sessionId: Id,
  sellerId: Id,
  sellerRoles: z.array(z.string()).max(20),
}
/** What a till holds or somebody hands over, in minor units; never below zero: what is done says which way it goes. */
export const TillAmount = Money.nonnegative().max(1_000_000_000_000)
export const Operator = z.string().trim().min(1).max(100).nullable()
const means = { type: z.enum(countedTypes), operator: Operator }

export const CashRegister = z.object({
  id: Id,
  openedBy: Id,
  openedByName: z.string(),
  openedAt: Instant,
  float: Money,
  /** Whether somebody said what was in it at its opening, or counted it since; where nobody did, the float may still be declared. A server of yesterday does not say. */
  isFloatDeclared: z.boolean().default(true),
  /** Who has it now: who opened it, or who took it over last. */
  heldBy: Id,
  heldByName: z.string(),
  /** WAITING: closed at the till, and a sale that it counts has not come yet. */
  state: z.enum(['OPEN', 'WAITING', 'CLOSED']),
  closedAt: Instant.nullable(),
  closedByName: z.string().nullable(),
  sales: z.int(),
  /** Of its last closing; the gap (counted − expected) null too for who may not see what was expected. */
  number: z.int().nullable(),
  gap: Money.nullable(),
})
export type CashRegister = z.infer<typeof CashRegister>

/** The register's id is the terminal's, so that it can be opened without a network. */
export const NewCashRegister = z.object({ ...madeAtTill, openedAt: Instant, float: TillAmount })
export type NewCashRegister = z.infer<typeof NewCashRegister>

const Named = z.object({ id: Id, identifier: z.string().max(40), total: Money })
/** `revision`: the attempt that waits; a refusal of one before it is no answer to this one. A terminal of yesterday does not say. */
const Awaited = Named.extend({ revision: z.int().positive().optional() })
const Denomination = z.object({
  form: z.enum(['note', 'coin']),
  value: Money.positive().max(1_000_000_000),
  count: z.int().nonnegative().max(999_999),
})
const counting = {
  ...madeAtTill,
  countedAt: Instant,
  /** The drawer by notes and coins, every other means by its own total. */
  denominations: z.array(Denomination).max(40),
  others: z
    .array(z.object({ ...means, counted: TillAmount }))
    .max(50)
    .default([]),
  comment: Note.default(null),
}
/** A count that is put down before anybody is shown what was expected: whoever counts again leaves both. */
export const NewCounting = z.object(counting)
export type NewCounting = z.infer<typeof NewCounting>
export const NewHandOver = z.object({ ...counting, receivedBy: Id })
export type NewHandOver = z.infer<typeof NewHandOver>
export const NewClosing = z.object({
  ...counting,
  /** What the terminal made in this register and nobody answered yet: the closing waits for each of them. More than a busy till sells in a week without a network. */
  awaits: z.array(Awaited).max(20_000).default([]),
  /** What stands open or refused on the terminal: it blocks, unless a right passes it over, and says why. */
  unfinished: z
    .array(Named.extend({ state: z.enum(['open', 'refused']) }))
    .max(500)
    .default([]),
})
export type NewClosing = z.infer<typeof NewClosing>
export const NewReopening = z.object({ ...madeAtTill, reason: z.string().trim().min(1).max(200) })
export type NewReopening = z.infer<typeof NewReopening>

const Total = z.object({
  kind: z.enum(movementKinds),
  type: z.enum(movementTypes),
  operator: Operator,
  amount: Money,
  count: z.int(),
})
const hidden = Money.nullable()

/** A counted drawer as it was written down. Sums are null or left out for who may not see what was expected. */
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
  differences: z.array(z.object({ ...means, counted: Money, expected: hidden, gap: hidden })),
  gap: hidden,
  totals: z.array(Total),
  /** It was done by a right that had been taken away from its member while it waited to be sent. */
  usedRevoked: z.boolean().optional(),
  awaits: z.array(Named),
  unfinished: z.array(Named.extend({ state: z.enum(['open', 'refused']) })),
})
export type RegisterCount = z.infer<typeof RegisterCount>

export const RegisterReport = z.object({
  register: CashRegister,
  /** Without the drawer for who may not see what is expected of it. */
  totals: z.array(Total),
  /** What should be there by now: what earlier counts found is counted in. */
  expected: z.array(z.object({ ...means, expected: Money })).nullable(),
  counts: z.array(RegisterCount),
  /** Ids that a waiting closing still waits for. */
  awaited: z.array(Id),
  events: z.array(
    z.object({
      kind: z.enum(['counted', 'reopened', 'closed-over', 'refused-later']),
      at: Instant,
      byName: z.string(),
      details: z.unknown(),
    }),
  ),
})
export type RegisterReport = z.infer<typeof RegisterReport>

/** Line by line what a register holds, and what else a difference may be explained by. */
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
  /** Its sales; of their payments what was handed over in cash. */
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
  /** Differences that earlier counts of it found: since then it is as if that money had come or gone. */
  found: z.array(z.object({ ...means, amount: Money })),
  /** Ids of those counts, the even ones too. */
  counts: z.array(Id),
  pastDisbursements: z.array(z.object({ reason: z.string(), amount: Money })),
  /** How the drawer was counted the last time, in whatever register; null: never. */
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
    largeBody: true,
    params: ById,
    body: NewClosing,
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
