import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { campGuezo } from '#server/demo/demo-pharmacies.ts'
import { inKioskOf } from './kiosk-of.ts'
import { unlockAsOwner } from './kiosk-page.ts'
import { supplierOfCodes } from './large-note.ts'
import { fillShelf } from './large-shelf.ts'
import { compareFrames } from './scrolled-frames.ts'

const slowMs = 120_000
const lines = 1_500
/** In pixels: six seconds of turns go through all lines. */
const step = 270

/** Frames while the lines of a large delivery are scrolled in the back-office, in Chromium. */
export async function measureDeliveryLines(): Promise<void> {
  const id = randomUUID()
  await inKioskOf(
    (database) => fillDelivery(database, id),
    async ({ page: till, newPage, url }) => {
      // The windows of a terminal have one member: the seller leaves for the owner.
      await till.getByRole('button', { name: 'Verrouiller' }).click()
      const page = await newPage()
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${url}/backoffice/stock`)
      await unlockAsOwner(page)
      // The first visit reads and indexes the whole shelf.
      await page
        .getByText(/5\d\s\d{3}\sproduits/)
        .first()
        .waitFor({ timeout: slowMs })
      await page.goto(`${url}/backoffice/livraisons/${id}`)
      await page
        .getByRole('grid', { name: 'Lignes de la livraison' })
        .locator('[data-row]')
        .first()
        .waitFor({ timeout: slowMs })
      await compareFrames(page, { list: `delivery of ${lines.toLocaleString('en')} lines`, step })
    },
  )
}

async function fillDelivery(database: Database, id: string): Promise<void> {
  await fillShelf(database, campGuezo)
  const supplierId = await supplierOfCodes(database, campGuezo, lines)
  const { id: pharmacyId } = campGuezo
  await database.platform(async (tx) => {
    await sql`
      with counted as (
        update pharmacy_counters set delivery_number = delivery_number + 1 where pharmacy_id = ${pharmacyId}
        returning delivery_number
      )
      insert into deliveries (pharmacy_id, id, number, supplier_id, bl, received_on, created_by, created_at)
      select ${pharmacyId}, ${id}, delivery_number, ${supplierId}, 'BENCH', current_date, ${campGuezo.members[0]!.id}, now()
      from counted`.execute(tx)
    await sql`
      insert into delivery_lines (pharmacy_id, id, delivery_id, position, code, label, pharmacy_product_id, packaging_id,
        ordered, noted, received, free, purchase_price, note_price, lot, expires_on)
      select c.pharmacy_id, gen_random_uuid(), ${id}, row_number() over (order by c.code), c.code, 'PRODUIT ' || c.code,
        c.pharmacy_product_id, i.packaging_id, 12, 12, 12, 1, 100, 150, 'N' || c.code, '2099-12-31'
      from supplier_codes c, lateral (select packaging_id from stock_items i where i.pharmacy_id = c.pharmacy_id
        and i.pharmacy_product_id = c.pharmacy_product_id limit 1) i
      where c.pharmacy_id = ${pharmacyId} and c.supplier_id = ${supplierId}`.execute(tx)
  })
}
