import { randomUUID } from 'node:crypto'
import type { Payment } from '#shared/contract/payment.ts'
import type { NewSale, Prescription, ReadSale, Sale } from '#shared/contract/sales.ts'
import { cashDue, saleBalance } from '#shared/domain/sale.ts'
import type { Database } from '#server/db/database.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'

export type Line = { lot: string; price: number; quantity?: number }
type Wanted = Partial<Omit<NewSale, 'records' | 'payments'>> & {
  seller?: TestMember
  lines?: Line[]
  payments?: Payment[]
}

/** Enough for a medicine of list I. */
export const aPrescription: Prescription = {
  prescriber: 'Dr Kpadé',
  prescriberAddress: null,
  prescribedOn: '2026-10-31',
  patientName: null,
  patientAddress: null,
}

const prices = [1000, 1500, 2003]

/** A line of one of the shop's three lots, at its price. */
export function lineOf(shop: Shop, index: 0 | 1 | 2, quantity = 1): Line {
  return { lot: shop.lots[index], price: prices[index]!, quantity }
}

/** A sale as a terminal sends it; by default one box, paid in cash to the coin. Total and rounding are computed. */
export function aSale(
  shop: Shop,
  { seller = shop.vendeur, lines = [lineOf(shop, 0)], payments, vouchers = [], ...rest }: Wanted = {},
): NewSale {
  const records = lines.map(({ lot, price, quantity = 1 }) => ({
    id: randomUUID(),
    stockItemId: lot,
    label: 'Doliprane 1 g',
    quantity,
    price,
  }))
  const { total } = saleBalance({ records, vouchers, payments: [] }, 5)
  const paid = payments ?? (total === 0 ? [] : [cash(cashDue(total, 5))])
  const { rounding } = saleBalance({ records, vouchers, payments: paid }, 5)
  return {
    id: randomUUID(),
    revision: 1,
    identifier: 'K1-1',
    terminalId: shop.terminal.id,
    sessionId: seller.sessionId,
    sellerId: seller.id,
    sellerRoles: seller.roles,
    soldAt: new Date().toISOString(),
    registerId: shop.registerId,
    patientId: null,
    records,
    vouchers,
    payments: paid,
    total,
    rounding,
    ...rest,
  }
}

export function cash(amount: number, tendered = amount): Payment {
  return { id: randomUUID(), type: 'CASH', amount, tendered }
}

export async function quantityOf(database: Database, shop: Shop, lot: string): Promise<number> {
  return database.read(
    shop.id,
    async (tx) =>
      (await tx.selectFrom('stock_items').select('quantity').where('id', '=', lot).executeTakeFirstOrThrow()).quantity,
  )
}

export async function salesCount(database: Database, shop: Shop): Promise<number> {
  return database.read(
    shop.id,
    async (tx) =>
      (
        await tx
          .selectFrom('sales')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
  )
}

/** A sale as it was read, of a shop that does not count blindly. */
export function whole(sale: ReadSale): Sale {
  if ('withheld' in sale) throw new Error('the amounts of this sale are withheld')
  return sale
}
