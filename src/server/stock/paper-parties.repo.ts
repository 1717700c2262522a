import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** How a paper names the two parties. */
export async function partiesOf(tx: Tx, pharmacyId: string, supplierId: string) {
  const { rows } = await sql<{
    supplier: {
      name: string
      customerNumber: string | null
      address: string | null
      phone: string | null
      email: string | null
    }
    pharmacy: { name: string; address: string | null; phone: string | null }
  }>`select json_build_object('name', s.name, 'customerNumber', s.customer_number, 'address', s.address,
      'phone', s.phone, 'email', s.email) as supplier,
      json_build_object('name', h.name, 'address', h.address, 'phone', h.phone) as pharmacy
    from suppliers s join pharmacies h on h.id = s.pharmacy_id
    where s.pharmacy_id = ${pharmacyId} and s.id = ${supplierId}`.execute(tx)
  return rows[0]!
}
