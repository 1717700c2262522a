import { sql } from 'kysely'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { persons } from '#shared/contract/persons.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { actingAs, type Database, type Tx } from '#server/db/database.ts'
import type { DemoPharmacy, RoleName } from '#server/demo/demo-pharmacies.ts'
import { seedNewPrices } from '#server/demo/seed-new-prices.ts'
import { touchRows } from '#server/lists/revision.repo.ts'

/**
 * What members changed since the pharmacy was opened, for « Qui a changé quoi »: the audit writes changes of a call alone,
 * when their transaction ends. Each act is one, at the instant of the seeding.
 */
export async function seedChanges(database: Database, pharmacy: DemoPharmacy, now: Date): Promise<void> {
  const { id: pharmacyId, members } = pharmacy
  const memberId = (role: RoleName) => members.find((member) => member.role === role)!.id
  const as = (userId: string, { method, path }: Endpoint, work: (tx: Tx) => Promise<unknown>) =>
    actingAs({ userId, unlockId: null, terminalId: null, call: `${method} ${path}` }, () =>
      database.write(pharmacyId, work),
    )
  const [titulaire, pharmacien] = [memberId('titulaire'), memberId('pharmacien')]

  await as(titulaire, pharmacies.changeSettings, (tx) =>
    sql`update pharmacies set settings = settings || '{"officeLockMinutes": 30}' where id = ${pharmacyId}`.execute(tx),
  )
  await as(titulaire, suppliers.patch, (tx) =>
    sql`update suppliers set credit_limit = 3000000, payment_days = 30
      where pharmacy_id = ${pharmacyId} and name = 'Dépôt Saint-Luc'`.execute(tx),
  )
  await as(titulaire, persons.patch, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update persons set credit_limit = credit_limit + 10000 where pharmacy_id = ${pharmacyId} and id = (
        select id from persons where pharmacy_id = ${pharmacyId} and credit_limit > 0 and not archived
        order by last_name, first_name, id limit 1)
      returning id`.execute(tx)
    await touchRows(
      tx,
      pharmacyId,
      'persons',
      rows.map(({ id }) => id),
    )
  })
  await as(pharmacien, pharmacyProducts.setPrice, async (tx) => {
    // Never sold: no past sale has another price. It still brings what a medicine brings.
    const { rows } = await sql<{ productId: string; packagingId: string; salePrice: number }>`
      select i.pharmacy_product_id as "productId", i.packaging_id as "packagingId", max(i.sale_price) + 25 as "salePrice"
      from stock_items i
        join pharmacy_products pp on pp.pharmacy_id = i.pharmacy_id and pp.id = i.pharmacy_product_id
        join products p on p.id = pp.product_id
      where i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id <> all (array(
        select s.pharmacy_product_id from stock_items s join sale_records r on r.pharmacy_id = s.pharmacy_id
          and r.stock_item_id = s.id where s.pharmacy_id = ${pharmacyId} group by 1))
      group by 1, 2, p.label
      having min(i.sale_price) = max(i.sale_price) and min(i.purchase_price) > 0.66 * (max(i.sale_price) + 25)
      order by p.label limit 1`.execute(tx)
    await seedNewPrices(tx, pharmacy, rows, { userId: pharmacien, at: now, reason: 'Prix du nouveau tarif' })
    await touchRows(
      tx,
      pharmacyId,
      'pharmacy-products',
      rows.map(({ productId }) => productId),
    )
  })
}
