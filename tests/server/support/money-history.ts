import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { movements } from '#shared/contract/movements.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { minor } from '#shared/domain/money.ts'
import {
  collectionTypes,
  movementOfGesture,
  movementsOfReturn,
  movementsOfReversal,
  movementsOfSale,
  type RegisterMovement,
} from '#shared/domain/register/movements.ts'
import type { EndedSale } from '#shared/domain/register/till-ledger.ts'
import { cashDue } from '#shared/domain/sale.ts'
import { insurance } from '#tests/server/support/insured.ts'
import {
  aClosing,
  aDisbursement,
  aHandOver,
  aMovement,
  anOpening,
  aReopening,
} from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import type { TestApp } from '#tests/server/support/test-app.ts'
import { aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'

/** The days of a history, in a pharmacy whose day begins at 23:00 UTC. */
export const historyDays = ['2026-11-16', '2026-11-17', '2026-11-18'] as const
/** After the last act of every history. */
export const historyEnd = new Date('2026-11-18T20:00:00Z')
const day = fc.nat(historyDays.length - 1)
const register = fc.nat(2)
const amount = fc.integer({ min: 1, max: 9999 })
const means = fc.constantFrom(
  'cash',
  'stamped cash',
  'mobile',
  'card and cash',
  'cheque',
  'credit',
  'organization',
  'insurer',
  'security',
  'discount',
)
const { stampDuty } = fiscalProfile('fne')
const quantity = fc.integer({ min: 1, max: 4 })
const lot = fc.constantFrom(0 as const, 1 as const, 2 as const)

/** One act; places are taken modulo what there is. A sale of the third lot is not payable in coins. */
const anyAct = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('sell' as const), register, day, lot, quantity, means }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('cancel' as const, 'replace' as const),
      register,
      day,
      sale: fc.nat(9),
      lot,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('give-back' as const),
      register,
      day,
      sale: fc.nat(9),
      quantity,
      inCash: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('disbursement' as const, 'cash-in' as const, 'deposit' as const),
      register,
      day,
      amount,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('collection' as const),
      register,
      day,
      amount,
      type: fc.constantFrom(...collectionTypes),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('hand-over' as const, 'close' as const),
      register,
      day,
      counted: fc.nat(30_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reopen' as const), register }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('open' as const), day, float: fc.nat(50_000) }) },
)
export type MoneyAct = typeof anyAct extends fc.Arbitrary<infer Act> ? Act : never
export const anyMoneyHistory = fc.array(anyAct, { minLength: 3, maxLength: 18 })

export type MoneyLine = RegisterMovement & { registerId: string; day: string }
/** `left`: boxes that were not brought back. */
type Sold = { sale: NewSale; left: number; isGone: boolean }

/** What was done, by the rules of the domain and never by what the server says. */
export type MoneyHistory = {
  lines: MoneyLine[]
  registers: { id: string; isOpen: boolean }[]
  sold: (EndedSale & { registerId: string })[]
}

/** Sends these acts to the server, and notes the lines that the definitions give for them. */
export async function makeHistory(
  { as, database }: TestApp,
  { shop, policyId }: { shop: Shop; policyId: string },
  acts: readonly MoneyAct[],
): Promise<MoneyHistory> {
  // Its platform has a stamp duty.
  await database.platform((tx) => sql`update countries set fiscal_platform = 'fne' where code = 'BJ'`.execute(tx))
  const owner = as(shop.titulaire.token)
  const [lines, registers, sold]: [MoneyLine[], MoneyHistory['registers'], Sold[]] = [[], [], []]
  const note = (moved: readonly RegisterMovement[], registerId: string, at: number) =>
    lines.push(...moved.map((line) => ({ ...line, registerId, day: historyDays[at]! })))

  const open = async (at: number, float: number) => {
    const body = anOpening(shop, { float, openedAt: momentOf(at, 7) })
    await owner.call(cashRegisters.open, { body })
    registers.push({ id: body.id, isOpen: true })
    if (float > 0) note([movementOfGesture({ kind: 'float', amount: float })], body.id, at)
  }
  const sell = async (sale: NewSale, at: number) => {
    await owner.call(sales.close, { body: sale })
    sold.push({ sale, left: sale.records[0]!.quantity, isGone: false })
    note(movementsOfSale(sale), sale.registerId, at)
  }
  const undo = async (act: Extract<MoneyAct, { sale: number }>, registerId: string) => {
    const standing = sold.filter(
      ({ sale, left, isGone }) => !isGone && (act.does === 'give-back' ? left > 0 : left === sale.records[0]!.quantity),
    )
    const chosen = standing[act.sale % Math.max(1, standing.length)]
    if (!chosen) return
    const { sale } = chosen
    // Nothing is undone before it was done.
    const at = Math.max(act.day, historyDays.indexOf(dayOf(sale.soldAt)))
    if (act.does === 'give-back') {
      const back = Math.min(act.quantity, chosen.left)
      const made = await owner.call(sales.giveBack, {
        params: { id: sale.id },
        body: aReturn(shop, sale, [{ line: 0, quantity: back }], {
          registerId,
          inCash: act.inCash,
          returnedAt: momentOf(at, 12),
        }),
      })
      chosen.left -= back
      return void note(movementsOfReturn(sale, made), registerId, at)
    }
    chosen.isGone = true
    if (act.does === 'replace') {
      const wanted = { registerId, seller: shop.titulaire, soldAt: momentOf(at, 11), lines: [lineOf(shop, act.lot)] }
      await sell(aVersionOf(shop, sale, wanted), at)
      note(movementsOfReversal(sale), registerId, at)
    } else {
      await owner.call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop, { registerId }) })
      // A cancellation is dated by the server.
      note(movementsOfReversal(sale), registerId, historyDays.length - 1)
    }
  }
  const run = async (act: MoneyAct): Promise<void> => {
    if (act.does === 'open') return open(act.day, act.float)
    const among = registers.filter(({ isOpen }) => isOpen === (act.does !== 'reopen'))
    const chosen = among[act.register % Math.max(1, among.length)]
    if (!chosen) return
    const [registerId, params] = [chosen.id, { id: chosen.id }]
    switch (act.does) {
      case 'sell':
        return sell(aSaleBy(shop, act, { registerId, policyId }), act.day)
      case 'cancel':
      case 'replace':
      case 'give-back':
        return undo(act, registerId)
      case 'disbursement': {
        const body = aDisbursement(shop, { registerId, amount: act.amount, spentAt: momentOf(act.day, 13) })
        await owner.call(disbursements.create, { body })
        return void note([movementOfGesture({ kind: act.does, amount: act.amount })], registerId, act.day)
      }
      case 'cash-in':
      case 'deposit':
      case 'collection': {
        const gesture =
          act.does === 'collection'
            ? { kind: act.does, type: act.type, operator: null, clientId: shop.patientId }
            : { kind: act.does }
        const given = { registerId, amount: act.amount, gesture, occurredAt: momentOf(act.day, 14) }
        await owner.call(movements.create, { body: aMovement(shop, given) })
        return void note([movementOfGesture({ ...gesture, amount: act.amount })], registerId, act.day)
      }
      case 'hand-over':
      case 'close': {
        const counted = { cash: act.counted, countedAt: momentOf(act.day, 18) }
        if (act.does === 'hand-over')
          await owner.call(cashRegisters.handOver, { params, body: aHandOver(shop, counted) })
        else await owner.call(cashRegisters.close, { params, body: aClosing(shop, counted) })
        chosen.isOpen = act.does === 'hand-over'
        return
      }
      case 'reopen':
        await owner.call(cashRegisters.reopen, { params, body: aReopening(shop) })
        chosen.isOpen = true
    }
  }
  for (const act of [{ does: 'open', day: 0, float: 20_000 } as const, ...acts]) await run(act)
  return { lines, registers, sold: sold.map(({ sale }) => ({ replaces: null, ...sale })) }
}

function momentOf(day: number, hour: number): string {
  return `${historyDays[day]}T${String(hour).padStart(2, '0')}:00:00.000Z`
}

const dayOf = (instant: string) => instant.slice(0, 10) as (typeof historyDays)[number]

function aSaleBy(
  shop: Shop,
  { day: at, lot: index, quantity: boxes, means: by }: Extract<MoneyAct, { does: 'sell' }>,
  { registerId, policyId }: { registerId: string; policyId: string },
): NewSale {
  const lines = [lineOf(shop, index, boxes)]
  const given = { registerId, seller: shop.titulaire, soldAt: momentOf(at, 9), lines, patientId: shop.patientId }
  const { total } = aSale(shop, { lines })
  const id = randomUUID()
  const inCash = (rest: number) => cash(cashDue(minor(rest), 5), cashDue(minor(rest), 5) + 500)
  const paidBy = (): Payment[] => {
    switch (by) {
      case 'cash':
        return [inCash(total)]
      case 'stamped cash':
        return [
          {
            ...inCash(total),
            type: 'CASH',
            stampDuty: minor(stampDuty),
            tendered: minor(cashDue(minor(total), 5) + stampDuty),
          },
        ]
      case 'mobile':
        return [{ id, type: 'MOBILE_MONEY', amount: total, phoneOperator: 'MTN', transactionReference: id }]
      case 'card and cash':
        return [{ id, type: 'CREDIT_CARD', amount: 700 }, inCash(total - 700)]
      case 'cheque':
        return [{ id, type: 'CHEQUE', amount: total, bank: 'Bank of Africa', chequeNumber: null }]
      case 'credit':
        return [{ id, type: 'CREDIT', amount: 500, creditMetadata: { person: shop.patientId } }, inCash(total - 500)]
      case 'organization':
        return [
          { id, type: 'CREDIT_ORG', amount: 100, creditMetadata: { organization: shop.organizationId } },
          inCash(total - 100),
        ]
      case 'insurer':
        return [insurance(Math.round(total * 0.8), policyId), inCash(total - Math.round(total * 0.8))]
      case 'security':
        return [
          { id, type: 'SOCIAL_SECURITY', amount: 300, socialSecurityMetadata: { body: 'ARCH', identifier: null } },
          inCash(total - 300),
        ]
      case 'discount':
        return [{ id, type: 'DISCOUNT', amount: 50 }, inCash(total - 50)]
    }
  }
  return aSale(shop, { ...given, payments: paidBy() })
}
