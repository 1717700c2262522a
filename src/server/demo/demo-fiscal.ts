import { sql } from 'kysely'
import type { FiscalSimulators } from '#server/base/config.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { campGuezo, demoPharmacies } from '#server/demo/demo-pharmacies.ts'
import { freezeSale } from '#server/fiscal-life/freeze-document.repo.ts'
import { fiscalTokenPlace } from '#server/pharmacies/fiscal-token.service.ts'
import { wholeSale } from '#server/sales/sale.service.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { openFneSimulator } from '#simulators/fne.ts'

export type DemoFiscal = {
  urls: FiscalSimulators
  /** Gives the pharmacies of the demo their platforms, and at the first start the documents of their last sales. */
  equip: (database: Database, secrets: Secrets, now: Date) => Promise<void>
  close: () => Promise<void>
}

/** How many of the last sales have a document, and how many of each of the drawers that were closed last. */
const [documentedSales, closedDrawers, salesOfDrawer] = [40, 2, 10]
/** How many of the last sales were made to a company with its tax number; not the latest, which has no tax group. */
const buyers = 2
const nim = 'TS01000001'

/** The client of the refused document: his number has the right form and nobody has it. */
const unknownClient = {
  'e-mecef': {
    client: { name: 'Port de Cotonou', taxId: '3201900099999', contact: null, address: null },
    field: 'client.ifu',
    message: 'L’IFU du client n’est pas connu',
  },
  fne: {
    client: { name: 'Port d’Abidjan', taxId: '9999999X', contact: null, address: null },
    field: 'clientNcc',
    message: 'Le NCC du client n’est pas connu',
  },
}

/** The simulators of the fiscal platforms beside the demo: what they certify has no fiscal value. */
export async function openDemoFiscal(): Promise<DemoFiscal> {
  const [emecef, fne] = await Promise.all([openEmecefSimulator(), openFneSimulator()])

  async function equip(database: Database, secrets: Secrets, now: Date): Promise<void> {
    const expiresAt = new Date(now.getTime() + 200 * 86_400_000)
    const seller = { taxId: campGuezo.taxId, nim, name: campGuezo.name }
    const token = await emecef.token(seller, expiresAt)
    for (const { id, slug, countryCode } of demoPharmacies)
      await database.platform(async (tx) => {
        const isBenin = countryCode === 'BJ'
        await sql`update countries set fiscal_platform = ${isBenin ? 'e-mecef' : 'fne'}
          where code = ${countryCode}`.execute(tx)
        // The keys of simulators end with them.
        const sealed = secrets.seal(isBenin ? token : fne.key, fiscalTokenPlace(id))
        const account = {
          establishment: 'Pharmacie',
          pointOfSale: 'Caisse 1',
          email: `comptoir@${slug}.example`,
          name: 'Client comptoir',
          phone: null,
          tills: [{ terminalCode: terminalCode(demoId('terminal', slug, 'C2')), pointOfSale: 'Caisse 2' }],
        }
        await sql`update pharmacies set fiscal_token = ${sealed}, fiscal_token_set_at = ${now},
          fiscal_nim = ${isBenin ? nim : null}, fiscal_token_expires_at = ${isBenin ? expiresAt : null},
          settings = settings || ${JSON.stringify({ fiscalAccount: isBenin ? null : account })}::jsonb
          where id = ${id}`.execute(tx)
        await documentSales(tx, id, { platform: isBenin ? 'e-mecef' : 'fne', now })
      })
  }

  return {
    urls: { emcf: emecef.url, sign: fne.url },
    equip,
    close: async () => {
      await Promise.all([emecef.close(), fne.close()])
    },
  }
}

/**
 * The documents of the last sales: most are certified as soon as the server runs, some wait, one is refused, one is to
 * verify, and the latest one has a line without a tax group. Those of closed drawers are counted by a Z.
 */
async function documentSales(
  tx: Tx,
  pharmacyId: string,
  { platform, now }: { platform: 'e-mecef' | 'fne'; now: Date },
): Promise<void> {
  const refused = unknownClient[platform]
  const { rows } = await sql<{ id: string }>`
    with sold as (
      select id, sold_at, register_id from sales where pharmacy_id = ${pharmacyId} and status = 'CLOSED'
        and not exists (select from fiscal_documents d where d.pharmacy_id = ${pharmacyId})
    ), closed as (
      select id from cash_registers where pharmacy_id = ${pharmacyId} and closed_at is not null
        and exists (select from sold where sold.register_id = cash_registers.id)
      order by closed_at desc limit ${closedDrawers}
    )
    (select id from sold order by sold_at desc limit ${documentedSales})
    union
    select s.id from closed, lateral (select id from sold where register_id = closed.id
      order by sold_at desc limit ${salesOfDrawer}) s`.execute(tx)
  if (rows.length === 0) return
  await sql`
    with organization as (
      select *, row_number() over (order by name) as place from organizations where pharmacy_id = ${pharmacyId}
    ), latest as (
      select id, row_number() over (order by sold_at desc, id) as place from sales
      where pharmacy_id = ${pharmacyId} and id = any(${rows.map(({ id }) => id)}::uuid[])
    )
    update sales s set buyer = jsonb_build_object('organizationId', o.id, 'name', o.name, 'taxId', o.tax_id,
      'contact', o.phone, 'address', o.address)
    from latest l join organization o on o.place = l.place - 1
    where s.pharmacy_id = ${pharmacyId} and s.id = l.id and l.place between 2 and ${buyers} + 1`.execute(tx)
  for (const { id } of rows) {
    await freezeSale(tx, pharmacyId, { sale: await wholeSale(tx, pharmacyId, id), platform, now })
  }
  await sql`
    with numbered as (
      insert into fiscal_z_reports (pharmacy_id, number, register_id, closed_at)
      select pharmacy_id, row_number() over (order by closed_at, id), id, closed_at from cash_registers r
      where pharmacy_id = ${pharmacyId} and closed_at is not null
        and exists (select from fiscal_documents d where d.pharmacy_id = r.pharmacy_id and d.register_id = r.id)
      returning number, register_id
    )
    update fiscal_documents d set z_number = n.number from numbered n
    where d.pharmacy_id = ${pharmacyId} and d.register_id = n.register_id`.execute(tx)
  await sql`
    with oldest as (
      select id, row_number() over (order by z_number is not null, sold_at, id) as place from fiscal_documents
      where pharmacy_id = ${pharmacyId} and state = 'waiting' and created_at = ${now}
    )
    update fiscal_documents d set
      content = case when o.place = 2 then jsonb_set(d.content, '{client}', ${JSON.stringify(refused.client)}::jsonb)
        else d.content end,
      state = case when o.place = 1 then 'uncertain' when o.place = 2 then 'rejected' else d.state end,
      attempts = case when o.place = 1 then 2 else 1 end,
      next_at = case when o.place > 2 then ${now}::timestamptz + interval '1 day' end,
      trouble = case when o.place = 2 then ${refused.message}
        when o.place > 2 then 'La plateforme est occupée' end,
      fields = case when o.place = 2 then ${JSON.stringify([{ field: refused.field, message: refused.message }])}::jsonb end,
      evidence = case when o.place = 1 then jsonb_build_object('uid', d.id, 'draftedAt', d.sold_at, 'total', d.total,
        'confirmations', 2, 'answer', 'Facture inconnue (20)') end
    from oldest o where d.pharmacy_id = ${pharmacyId} and d.id = o.id and o.place <= 4`.execute(tx)
  await sql`
    update sales s set buyer = d.content -> 'client' || '{"organizationId": null}' from fiscal_documents d
    where s.pharmacy_id = ${pharmacyId} and d.pharmacy_id = s.pharmacy_id and d.sale_id = s.id
      and d.state = 'rejected'`.execute(tx)
}
