import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { SaleCancellation } from '#shared/contract/sale-cancellation.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import type { Database } from '#server/db/database.ts'
import { writeBill } from '#tests/server/support/bills.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'

/** A new version of a sale by the pharmacien, who has the right: the same sale with the wanted changes. */
export function aVersionOf(shop: Shop, sale: { id: string }, wanted: Parameters<typeof aSale>[1] = {}): NewSale {
  return aSale(shop, { seller: shop.pharmacien, replaces: sale.id, identifier: 'K1-2', ...wanted })
}

export function aCancellation(shop: Shop, wanted: Partial<SaleCancellation> = {}): SaleCancellation {
  return { id: randomUUID(), revision: 1, registerId: shop.registerId, reason: 'Erreur de produit', ...wanted }
}

/** A bill for every payment of a sale; `closed`: it is paid. */
export async function aBillFor(
  database: Database,
  shop: Shop,
  sale: NewSale,
  status: 'open' | 'closed',
): Promise<void> {
  const lines = sale.payments.map(({ id, amount }) => ({ saleId: sale.id, paymentId: id, amount }))
  await database.platform((tx) =>
    writeBill(tx, { pharmacyId: shop.id, payer: { person_id: shop.debtorId }, status, lines }),
  )
}

/** The content of a register by means of payment; cash includes the rounding. */
export async function drawerOf(database: Database, shop: Shop, registerId: string): Promise<Record<string, number>> {
  return database.read(shop.id, async (tx) => {
    const { rows } = await sql<{ type: string; amount: number }>`
      select type, sum(amount) as amount from register_movements where pharmacy_id = ${shop.id} and register_id = ${registerId} and kind <> 'rounding' group by type order by type`.execute(
      tx,
    )
    return Object.fromEntries(rows.map(({ type, amount }) => [type, amount]))
  })
}
