import * as z from 'zod'
import { formatMoney, formatPercent, type Currency } from '#shared/ui/money-format.ts'
import type { RightRequest } from '#kiosk/counter/rights/right-request.ts'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import { goodsTotal } from '#shared/domain/sale.ts'

const Discount = z.object({ discount: z.number().positive() })
const CreditExceeded = z.object({ clientId: z.string(), excess: z.number(), limit: z.number() })
const Forbidden = z.object({ permission: z.enum(['sale.cancel', 'sale.regularise', 'contract.edit', 'sale.date']) })
const Items = z.object({ items: z.array(z.object({ stockItemId: z.string() })).min(1) })

/** The right whose lack is the refusal, for this sale; undefined if no right solves it. */
export function rightOfRefusal(
  { message, details }: SaleError,
  sale: LocalSale,
  currency: Currency,
): Omit<RightRequest, 'onGranted'> | undefined {
  const subjectId = sale.id
  switch (message) {
    case 'sales:discountNotAllowed':
    case 'sales:discountOverLimit': {
      const { data } = Discount.safeParse(details)
      const total = goodsTotal(sale)
      if (!data || total <= 0) return undefined
      const amount = Math.min(100, Math.ceil((data.discount * 100) / total))
      return {
        title: `Remise de ${formatPercent(amount)} au plus`,
        gesture: { permission: 'sale.discount', subjectId, amount },
      }
    }
    case 'sales:cannotCloseSaleWithCreditLimitExceeded': {
      const { data } = CreditExceeded.safeParse(details)
      if (!data) return undefined
      const amount = data.limit + data.excess
      return {
        title: `Crédit jusqu’à ${formatMoney(amount, currency)} pour cette vente`,
        gesture: { permission: 'client.credit', subjectId, itemId: data.clientId, amount },
      }
    }
    case 'sales:expiredStockItem': {
      const { data } = Items.safeParse(details)
      if (!data) return undefined
      const [first, second] = data.items
      // Several lots: the right for the whole sale.
      const itemId = second ? null : first!.stockItemId
      return { title: 'Vendre un produit périmé', gesture: { permission: 'sale.expired', subjectId, itemId } }
    }
    case 'sales:prescriptionNeeded':
      return { title: 'Délivrer sans cette ordonnance', gesture: { permission: 'sale.listed', subjectId } }
    case 'auth:forbidden': {
      const { data } = Forbidden.safeParse(details)
      if (!data) return undefined
      const titles = {
        'sale.cancel': `Corriger la vente n°\u00a0${sale.replaces?.number ?? ''}`,
        'sale.regularise': 'Régulariser',
        'contract.edit': 'Prise en charge au-dessus de la police',
        'sale.date': 'Vente datée d’avant l’ouverture du poste',
      }
      return { title: titles[data.permission], gesture: { permission: data.permission, subjectId } }
    }
    default:
      return undefined
  }
}
