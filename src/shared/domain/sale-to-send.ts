import type { SaleToClose } from '#shared/domain/closing-refusals.ts'
import { WrongSaleStatus, type LocalSale } from '#shared/domain/local-sale.ts'
import type { Preparation } from '#shared/domain/preparation.ts'
import { needsRegularising } from '#shared/domain/refused-sale.ts'
import { neededGrants } from '#shared/domain/sale-grants.ts'
import { saleBalance } from '#shared/domain/sale.ts'

/** The sale in the form of the closing rules. */
export function saleToClose(sale: LocalSale): SaleToClose {
  return {
    records: sale.records,
    vouchers: sale.vouchers,
    payments: sale.payments,
    patientId: sale.patient?.id ?? null,
    prescription: sale.prescription ?? null,
    buyer: sale.buyer ?? null,
  }
}

/**
 * What the payload needs beside the sale. `soldAt`: UTC instant by the clock of the terminal; `clockSkewMs`: by how much
 * the server's clock is ahead of it, null while unknown. `cashStep`: rounding step of cash, in minor units.
 */
export type SendingFacts = {
  terminalId: string
  sellerRoles: readonly string[]
  soldAt: string
  clockSkewMs?: number | null
  registerId: string
  cashStep: number
}

/**
 * The payload of an open sale when it ends; the caller freezes it. It contains the seller, session and roles, and the
 * total and cash rounding that the customer was told. Amounts in minor units. Throws `WrongSaleStatus` unless it is
 * ONGOING.
 */
export function toNewSale(sale: LocalSale, facts: SendingFacts) {
  if (sale.status !== 'ONGOING') throw new WrongSaleStatus('send', sale.status)
  const { total, rounding } = saleBalance(sale, facts.cashStep)
  const grants = neededGrants(sale)
  return {
    id: sale.id,
    revision: sale.revision,
    identifier: sale.identifier,
    terminalId: facts.terminalId,
    // An ONGOING sale always has a holder, set by openSale or resumeSale.
    sessionId: sale.sessionId!,
    sellerId: sale.openedBy!,
    sellerRoles: [...facts.sellerRoles],
    soldAt: facts.soldAt,
    ...(typeof facts.clockSkewMs === 'number' ? { clockSkewMs: wholeSeconds(facts.clockSkewMs) } : {}),
    registerId: facts.registerId,
    patientId: sale.patient?.id ?? null,
    ...(sale.replaces ? { replaces: sale.replaces.id } : {}),
    ...(sale.prescription ? { prescription: sale.prescription } : {}),
    ...(sale.buyer ? { buyer: sale.buyer } : {}),
    ...(sale.preparation ? { preparation: preparedBy(sale.preparation) } : {}),
    ...(sale.isInvoiced === undefined ? {} : { isInvoiced: sale.isInvoiced }),
    ...(sale.regularisation && needsRegularising(sale) ? { regularisation: sale.regularisation } : {}),
    ...(grants.length > 0 ? { grants } : {}),
    records: [...sale.records],
    vouchers: [...sale.vouchers],
    payments: [...sale.payments],
    total,
    rounding,
  }
}

/** The measure is no finer, and the code of the receipt stays short. */
function wholeSeconds(ms: number): number {
  return Math.round(ms / 1000) * 1000
}

function preparedBy({ userId, sessionId, at }: Preparation) {
  return { userId, sessionId, at }
}
