import { minor } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { cashDue } from '#shared/domain/sale.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { Random } from '#server/demo/seeded-random.ts'

const notes = [500, 1000, 2000, 5000, 10_000] as const
const smallestCheque = 15_000

/** The smallest coin given back. */
const cashStep = 5

/**
 * The payments of the patient's share: mostly cash, some mobile money, few cards and cheques. They add up to `total`,
 * cash being rounded to the nearest coin.
 */
export function pastPayments(
  saleId: string,
  total: number,
  { operators, banks }: { operators: readonly string[]; banks: readonly string[] },
  random: Random,
): Payment[] {
  const id = (position: number): string => demoId('payment', saleId, String(position))
  const chance = random.next()
  if (chance < 0.02 && total >= smallestCheque)
    return [
      {
        id: id(0),
        amount: total,
        type: 'CHEQUE',
        chequeNumber: String(random.int(1_000_000, 9_999_999)),
        bank: random.pick(banks),
      },
    ]
  if (chance < 0.06) return [{ id: id(0), amount: total, type: 'CREDIT_CARD' }]
  if (chance < 0.23) return [mobileMoney(id(0), total, operators, random)]
  if (chance < 0.25 && total > 2000) {
    const sent = Math.floor(total / 2000) * 1000
    return [mobileMoney(id(0), sent, operators, random), cash(id(1), total - sent, random)]
  }
  return [cash(id(0), total, random)]
}

function mobileMoney(id: string, amount: number, operators: readonly string[], random: Random): Payment {
  // the first operator of a country is the most common one
  const phoneOperator = random.next() < 0.6 ? (operators[0] ?? null) : random.pick(operators)
  return {
    id,
    amount,
    type: 'MOBILE_MONEY',
    phoneOperator,
    transactionReference: String(random.int(1_000_000_000, 9_999_999_999)),
  }
}

/** A cash payment: the amount rounded to the nearest coin, or the next round sum that a customer would give. */
function cash(id: string, due: number, random: Random): Payment {
  const amount = cashDue(minor(due), cashStep)
  const note = random.pick(notes)
  return { id, amount, type: 'CASH', tendered: random.next() < 0.35 ? amount : Math.ceil(amount / note) * note }
}
