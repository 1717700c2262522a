import type { NewSale, SaleOutcome } from '#shared/contract/sales.ts'
import type { Context } from '#server/http/context.ts'
import { answerOf, refusalOf } from '#server/http/errors.ts'
import { closeSale } from '#server/sales/close-sale.ts'

/**
 * Closes sales one after the other, each in a transaction of its own and exactly once, as `closeSale` does. What is refused, or breaks, is told of that
 * one; the others are closed all the same.
 */
export async function closeSeveral(context: Context, sales: readonly NewSale[]): Promise<SaleOutcome[]> {
  const outcomes: SaleOutcome[] = []
  // Side by side they would wait for each other's lock, each with a connection of its own.
  for (const sale of sales) outcomes.push(await outcomeOf(context, sale))
  return outcomes
}

async function outcomeOf(context: Context, sale: NewSale): Promise<SaleOutcome> {
  try {
    return { kind: 'closed', sale: await closeSale(context, sale) }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) return { kind: 'undecided' }
    const { status, body } = answerOf(refusal)
    return { kind: 'refused', status, refusal: body }
  }
}
