import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { Shop } from '#tests/server/support/shop.ts'

/** What is done with a note, in this order. */
export const noteSteps = ['read', 'preview', 'begin', 'open', 'close'] as const
export type NoteTimes = Record<(typeof noteSteps)[number], number>

/** A supplier that writes codes of its own for the first products of the shelf. */
export async function supplierOfCodes(database: Database, shop: Pick<Shop, 'id'>, codes: number): Promise<string> {
  const id = randomUUID()
  await database.platform(async (tx) => {
    await sql`insert into suppliers (pharmacy_id, id, name) values (${shop.id}, ${id}, 'Grossiste')`.execute(tx)
    await sql`insert into supplier_codes (pharmacy_id, supplier_id, code, pharmacy_product_id)
      select ${shop.id}, ${id}, (2000000 + right(private_label, 6)::int)::text, id from pharmacy_products
      where pharmacy_id = ${shop.id} and private_label like 'Produit %'
      order by private_label limit ${codes}`.execute(tx)
  })
  return id
}

/** A note with a product, a lot and an expiry on each line. No other note has its lots: closing makes as many. */
export function largeNote(size: number): string {
  const note = randomUUID().slice(0, 6)
  const lines = Array.from(
    { length: size },
    (_, n) =>
      `F${note};${2_000_000 + n};PRODUIT ${n};12;1;12;${100 + (n % 5000)};${150 + (n % 7000)};0;${note}${n};2099-12`,
  )
  return ['Facture;Code;Libelle;Qté cdée;UG;Qté livrée;PA;PV;TVA;Lot;Péremption', ...lines].join('\r\n')
}

/** Takes one note from its file to the stock over HTTP. `api`: the address. Times in ms. */
export async function receiveNote(
  api: string,
  shop: Shop,
  { supplierId, size }: { supplierId: string; size: number },
): Promise<NoteTimes> {
  const ask = askOf(api, shop)
  const form = new FormData()
  form.append('supplierId', supplierId)
  form.append('bl', new File([largeNote(size)], 'BL.csv', { type: 'text/csv' }))
  const read = await timed(() => ask<{ id: string }>('POST', '/delivery-imports', form))
  const path = `/delivery-imports/${read.value.id}`
  const preview = await timed(() => ask('GET', path))
  const begin = await timed(() =>
    ask<{ ids: string[] }>('POST', `${path}/deliveries`, { receivedOn: new Date().toISOString().slice(0, 10) }),
  )
  const delivery = `/deliveries/${begin.value.ids[0]}`
  const open = await timed(() => ask('GET', delivery))
  const close = await timed(() => ask('POST', `${delivery}/close`, { acceptsBelowCost: true }))
  return { read: read.ms, preview: preview.ms, begin: begin.ms, open: open.ms, close: close.ms }
}

function askOf(api: string, shop: Shop) {
  const authorization = `Bearer ${shop.titulaire.token}`
  return async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
    const isForm = body instanceof FormData
    const reply = await fetch(`${api}${path}`, {
      method,
      headers: { authorization, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${(await reply.text()).slice(0, 500)}`)
    return (await reply.json()) as Reply
  }
}

/** The limit of beginning: one statement that inserts as many lines, without any rule. In ms. */
export async function bareLines(database: Database, shop: Shop, size: number): Promise<number> {
  const { ms } = await timed(() =>
    database.platform((tx) =>
      sql`insert into delivery_lines (pharmacy_id, id, delivery_id, position, code, label, pharmacy_product_id, packaging_id,
          noted, received, free, purchase_price, lot, expires_on)
        select i.pharmacy_id, gen_random_uuid(), d.id, n, n::text, 'PRODUIT ' || n, i.pharmacy_product_id, i.packaging_id,
          12, 12, 1, 100, 'N' || n, '2099-12-31'
        from (select *, row_number() over () as n from stock_items where pharmacy_id = ${shop.id} limit ${size}) i,
          lateral (select id from deliveries where pharmacy_id = ${shop.id} limit 1) d`.execute(tx),
    ),
  )
  return ms
}

/** The limit of closing: one statement that inserts as many lots and their movements, without any rule. In ms. */
export async function bareLots(database: Database, shop: Shop, size: number): Promise<number> {
  const { ms } = await timed(() =>
    database.platform((tx) =>
      sql`with lots as (
          insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, lot, expires_on, quantity,
            purchase_price, sale_price)
          select pharmacy_id, gen_random_uuid(), pharmacy_product_id, packaging_id, 'N' || row_number() over (),
            '2099-12-31', 13, 100, 150
          from stock_items where pharmacy_id = ${shop.id} limit ${size} returning id
        )
        insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, at)
        select ${shop.id}, gen_random_uuid(), id, 'initial', 13, 0, 13, now() from lots`.execute(tx),
    ),
  )
  return ms
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const startedAt = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedAt }
}
