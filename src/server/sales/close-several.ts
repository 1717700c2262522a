import type { NewSale, SaleOutcome } from '#shared/contract/sales.ts'
import type { Context } from '#server/http/context.ts'
import { answerOf, refusalOf } from '#server/http/errors.ts'
import { closeSale } from '#server/sales/close-sale.ts'

/**
 * Closes sales one after the other, each in its own transaction and exactly once, as `closeSale` does. The refusal or
 * failure of one sale is reported for that sale; the others are still closed.
 */
export async function closeSeveral(context: Context, sales: readonly NewSale[]): Promise<SaleOutcome[]> {
  const outcomes: SaleOutcome[] = []
  // In parallel, they would wait for each other's lock, each with its own connection.
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
