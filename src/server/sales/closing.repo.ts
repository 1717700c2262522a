import { type RawBuilder, sql } from 'kysely'
import type { NewSale, Sale } from '#shared/contract/sales.ts'
import type { TaxedLine } from '#shared/domain/fiscal/document-of-sale.ts'
import { clientOf, debtorOf, policyOfPayment } from '#shared/domain/payment.ts'
import { goodsOf, leviedIn } from '#shared/domain/sale.ts'
import { movedBySale } from '#shared/domain/sale-movements.ts'
import type { Sender } from '#shared/domain/standing.ts'
import { openedWith } from '#server/register-ledger/cash-register.repo.ts'
import { registerMoved } from '#server/register-ledger/register-ledger.repo.ts'
import { outgoingOf } from '#server/credit/outgoing.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { firstOf } from '#server/db/person-name.ts'
import { doneAt } from '#server/base/done-at.ts'
import { policiesNamed } from '#server/sales/closing-policies.repo.ts'
import { readGrants } from '#server/grants/grant.repo.ts'
import { judgeGrants } from '#server/grants/judge-grants.ts'
import { isLate } from '#server/base/late.ts'
import type { ListedLine } from '#server/sales/listed-lines.ts'
import { boxesNamed, formerPrices } from '#server/stock/box.repo.ts'
import { openingsOf, withUnits } from '#server/sales/openings.ts'
import { repeatsOf } from '#server/sales/repeats.repo.ts'
import { findUndoable } from '#server/sales/reverse-sale.repo.ts'
import type { KnownClient, Shop, TouchedClients } from '#server/sales/shop.ts'
import { touchedClientsParts } from '#server/sales/touched-clients.repo.ts'
import { actingOf } from '#server/sellers/acting.ts'
import { actingColumns, type ActingRows, rolesOfUsers } from '#server/sellers/seller.repo.ts'
import { stockMoved } from '#server/stock/stock-ledger.repo.ts'

/**
 * Reads all facts that judging a sale needs. One statement; more only for credit, coverage, opened boxes or a replaced
 * sale. `saidAt`: the moment by the clock of the terminal, which dated the rights that were lent there.
 */
export async function readShop(
  tx: Tx,
  pharmacyId: string,
  sale: NewSale,
  { sender, now, saidAt = sale.soldAt }: { sender: Sender; now: Date; saidAt?: string },
): Promise<Shop> {
  const counter = await readCounter(tx, pharmacyId, sale, { sender, now })
  const { persons, organizations, seller, rolesThen, senderRoles, isHisSession, sessionAt, ...shop } = counter
  const clients = [...persons, ...organizations]
  const owed =
    clients.length > 0
      ? await outgoingOf(
          tx,
          pharmacyId,
          clients.map(({ owedBy }) => owedBy),
        )
      : new Map<string, { billed: number; unbilled: number }>()
  const withOutgoing = (client: Omit<KnownClient, 'outgoing'>): KnownClient => {
    const { billed, unbilled } = owed.get(client.owedBy) ?? { billed: 0, unbilled: 0 }
    return { ...client, outgoing: billed + unbilled }
  }
  const named = sale.payments.flatMap((payment) => policyOfPayment(payment) ?? [])
  const openings = openingsOf(
    sale,
    await boxesNamed(
      tx,
      pharmacyId,
      sale.records.flatMap(({ opens }) => opens?.stockItemId ?? []),
    ),
  )
  const stockItems = withUnits(shop.stockItems, openings, shop.cashStep)
  const policies = await policiesNamed(tx, pharmacyId, named, {
    patientId: sale.patientId,
    productIds: stockItems.map(({ productId }) => productId),
    day: shop.today,
  })
  const repeats = await repeatsOf(tx, pharmacyId, sale)
  const replaced = sale.replaces ? ((await findUndoable(tx, pharmacyId, sale.replaces)) ?? null) : null
  const given = sale.grants ?? []
  const grants = judgeGrants(
    given,
    given.length > 0 ? await readGrants(tx, pharmacyId, { grants: given, terminalId: sale.terminalId }) : [],
    { subjectId: sale.id, usedFor: sale.id, at: saidAt, isLate: isLate(sale.soldAt, now), now },
  )
  return {
    ...shop,
    grants,
    stockItems,
    openings,
    repeats,
    replaced,
    acting: actingOf({ seller, rolesThen, senderRoles, isHisSession, sessionAt }, sender, sale.sellerId),
    persons: persons.map(withOutgoing),
    organizations: organizations.map(withOutgoing),
    policies,
  }
}

type Counter = Omit<
  Shop,
  'grants' | 'persons' | 'organizations' | 'policies' | 'acting' | 'openings' | 'repeats' | 'replaced'
> &
  Record<'persons' | 'organizations', Omit<KnownClient, 'outgoing'>[]> &
  ActingRows

async function readCounter(
  tx: Tx,
  pharmacyId: string,
  sale: NewSale,
  { sender, now }: { sender: Sender; now: Date },
): Promise<Counter> {
  const { organizationId = null } = sale.buyer ?? {}
  const debtors = sale.payments.flatMap((payment) => debtorOf(payment) ?? [])
  const persons = debtors.flatMap(({ kind, id }) => (kind === 'person' ? [id] : []))
  const organizations = debtors.flatMap(({ kind, id }) => (kind === 'organization' ? [id] : []))
  const { rows } = await sql<Counter>`
    /* prepared: read-shop */ select
      c.cash_rounding_step as "cashStep", c.denominations, c.code as country,
        json_build_object('platform', c.fiscal_platform, 'invoices', coalesce(p.settings ->> 'fiscalInvoices', 'all'),
          'tokenFault', case when p.fiscal_token is null then 'missing' when p.fiscal_token_expires_at <= ${now} then 'expired' end,
          'downAt', case when p.settings ->> 'fiscalOutage' = 'block' and exists (select from fiscal_queues q
            where q.pharmacy_id = p.id and q.next_at > ${now}) then coalesce((select d.progress ->> 'step'
              from fiscal_documents d where d.pharmacy_id = p.id and d.state = 'waiting' and d.progress is not null
              limit 1), 'drafting') end) as fiscal,
        coalesce(p.settings ->> 'taxRegime', p.settings ->> 'voucherTaxGroup') as "voucherTaxGroup",
        coalesce((p.settings ->> 'listOneNeedsPrescription')::boolean, true) as "listOneNeedsPrescription",
        (${doneAt(sale.soldAt, { now })}::timestamptz at time zone p.time_zone)::date as today,
        coalesce(n.sale_number, 0) as "lastNumber", coalesce(n.prescription_number, 0) as "lastEntryNumber",
        coalesce(n.rev, 0) as "lastRev",
      (select json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'active', u.active,
          'roles', ${rolesOfUsers(pharmacyId, sql`u.id, ${preparerOf(sale)}`)})
        from users u where u.pharmacy_id = p.id and u.id = ${sale.sellerId} and u.kind = 'member') as seller,
      ${actingColumns(pharmacyId, { sender, named: { ...sale, at: sale.soldAt } })},
      (select json_build_object('firstName', u.first_name, 'lastName', u.last_name) from users u
        where u.pharmacy_id = p.id and u.id = ${sale.preparation?.userId ?? null} and u.kind = 'member') as preparer,
      w.id is not null as "isAwaited",
      (select json_build_object('closed', g.closed_at is not null or g.closing_id is not null and w.id is null)
        from cash_registers g where g.pharmacy_id = p.id and g.id = ${sale.registerId}) as register,
      (select json_build_object('firstName', f.first_name, 'lastName', f.last_name) from persons f
        where f.pharmacy_id = p.id and f.id = ${sale.patientId}) as patient,
      (${organizationId}::uuid is null or exists (select from organizations o
        where o.pharmacy_id = p.id and o.id = ${organizationId})) as "knowsBuyer",
      (select coalesce(json_agg(json_build_object('id', i.id, 'productId', i.pharmacy_product_id,
        'archived', i.archived or o.archived, 'blocked', i.blocked, 'lot', i.lot, 'expiresOn', i.expires_on,
          'quantity', i.quantity,
          'salePrice', i.sale_price, 'taxGroup', tax_group_of(p.id, i.pharmacy_product_id), 'discountPercent', i.discount_percent, 'formerPrices', ${formerPrices}, 'list', coalesce(d.prescription_list, 'none'))), '[]')
        from stock_items i join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
          left join products d on d.id = o.product_id
        where i.pharmacy_id = p.id
          and i.id = any(${sale.records.map((record) => record.stockItemId)}::uuid[])) as "stockItems",
      (select coalesce(json_agg(json_build_object('id', f.id, 'owedBy', w.id, 'archived', w.archived,
          'limit', w.credit_limit)), '[]')
        from persons f join persons w on w.pharmacy_id = f.pharmacy_id and w.id = ${firstOf('f.merged_into', 'f.id')}
          where f.pharmacy_id = p.id and f.id = any(${persons}::uuid[])) as persons,
      (select coalesce(json_agg(json_build_object('id', o.id, 'owedBy', o.id, 'archived', o.archived,
          'limit', o.credit_limit)), '[]')
        from organizations o where o.pharmacy_id = p.id and o.id = any(${organizations}::uuid[])) as organizations
    from pharmacies p join countries c on c.code = p.country_code left join pharmacy_counters n on n.pharmacy_id = p.id
      left join awaited_parcels w on w.pharmacy_id = p.id and w.id = ${sale.id}
    where p.id = ${pharmacyId}`.execute(tx)
  const counter = rows[0]
  if (!counter) throw new Error(`no pharmacy ${pharmacyId}`)
  return counter
}

/**
 * The member who prepared the sale, when this member is active and had unlocked the terminal: the preparer's rights
 * count too.
 */
function preparerOf({ preparation }: NewSale): RawBuilder<unknown> {
  const { userId = null, sessionId = null } = preparation ?? {}
  return sql`(select k.user_id from unlocks k join users w on w.pharmacy_id = k.pharmacy_id and w.id = k.user_id
    where k.pharmacy_id = p.id and k.id = ${sessionId} and k.user_id = ${userId} and w.active)`
}

export type AcceptedSale = {
  pharmacyId: string
  payload: NewSale
  answer: Sale
  /** When the boxes left. */
  movedAt: string
  rev: number
  touched: TouchedClients
  listed: readonly ListedLine[]
  taxes: readonly TaxedLine[]
}

/**
 * Writes an accepted sale in one statement: its number, its register if it does not exist yet, the sale, its lines with
 * their cost, its payments, the movements of stock and money in their ledgers, the revisions of the changed products
 * and clients, and the listed medicines. The unique keys of `sales` guarantee that a sale and a number exist once,
 * whichever process writes.
 */
export async function recordSale(
  tx: Tx,
  { pharmacyId, payload, answer, movedAt, rev, touched, listed, taxes }: AcceptedSale,
): Promise<void> {
  const { id, sellerId } = payload
  const soldHere = doneAt(answer.soldAt, { now: new Date(answer.receivedAt) })
  const moved = movedBySale(answer)
  const units = goodsOf(payload).reduce((count, line) => count + line.quantity, 0)
  // The array repeats the condition of the join on purpose: the planner estimates a hundred lines for a sale, and would
  // read the whole shelf for each.
  const items = payload.records.map(({ stockItemId }) => stockItemId)
  await sql`
    /* prepared: record-sale */ with counted as (
      insert into pharmacy_counters (pharmacy_id, rev, sale_number, prescription_number)
        values (${pharmacyId}, ${rev}, ${answer.number}, ${listed.at(-1)?.number ?? 0})
      on conflict (pharmacy_id) do update set rev = excluded.rev, sale_number = excluded.sale_number,
        prescription_number = greatest(pharmacy_counters.prescription_number, excluded.prescription_number)
    ), opened as (
      ${openedWith(pharmacyId, { registerId: payload.registerId, userId: sellerId, at: soldHere })}
    ), sale as (
      insert into sales (pharmacy_id, id, number, identifier, terminal_id, session_id, seller_id, seller_roles,
        register_id, patient_id, total, levied, rounding, units, sold_at, said_at, received_at, flags, version, replaces, prescription, buyer,
        regularisation, prepared_by, prepared_at, prepared_session)
      values (${pharmacyId}, ${id}, ${answer.number}, ${payload.identifier}, ${payload.terminalId},
        ${payload.sessionId}, ${sellerId}, ${payload.sellerRoles}, ${payload.registerId},
        ${answer.patientId}, ${payload.total}, ${leviedIn(payload)}, ${payload.rounding}, ${units}, ${answer.soldAt}, ${answer.saidAt ?? null},
          ${answer.receivedAt}, ${answer.flags},
        ${answer.version}, ${payload.replaces ?? null},
          ${payload.prescription ? JSON.stringify(payload.prescription) : null},
          ${payload.buyer ? JSON.stringify(payload.buyer) : null},
          ${payload.regularisation ? JSON.stringify(payload.regularisation) : null},
        ${answer.preparation?.userId ?? null}, ${answer.preparation?.at ?? null},
          ${answer.preparation?.sessionId ?? null})
    ), line as (
      select * from json_to_recordset(${JSON.stringify(linesOf(payload, taxes))}::json) as l (id uuid, position int, item uuid,
        label text, quantity int, price bigint, levy text, posology text, opened uuid, boxes int, serials text[],
        tax_group text, tax_rate int, taxed_total bigint, tax_amount bigint)
    ), recorded as (
      insert into sale_records (pharmacy_id, sale_id, id, position, stock_item_id, label, quantity, price, levy,
        purchase_price, posology, opened_item_id, opened_boxes, serials, tax_group, tax_rate, taxed_total, tax_amount)
      select ${pharmacyId}, ${id}, l.id, l.position, l.item, l.label, l.quantity, l.price, l.levy, i.purchase_price, l.posology,
        l.opened, l.boxes, l.serials, l.tax_group, l.tax_rate, l.taxed_total, l.tax_amount
      from line l left join stock_items i on i.pharmacy_id = ${pharmacyId} and i.id = l.item
        and i.id = any(${items}::uuid[])
    ), paid as (
      insert into sale_payments (pharmacy_id, sale_id, id, position, type, amount, data, client_id, policy_id)
      select ${pharmacyId}, ${id}, y.id, y.position, y.type, y.amount, y.data, y.client, y.policy
      from json_to_recordset(${JSON.stringify(paymentsOf(payload))}::json) as y (id uuid, position int, type text,
        amount bigint, data jsonb, client uuid, policy uuid)
    ), ${stockMoved(pharmacyId, { movements: moved.stock, saleId: id, userId: sellerId, at: answer.receivedAt, occurredAt: movedAt, rev })},
      listed as (
      insert into prescription_entries (pharmacy_id, number, sale_id, line_id, entered_at, dispensed_on, list, label,
        lot, quantity, posology, prescriber, prescriber_address,
        prescribed_on, patient_name, patient_address, dispensed_by)
      select ${pharmacyId}, e.number, ${id}, e."lineId", ${answer.receivedAt}, e."dispensedOn", e.list, e.label, e.lot,
        e.quantity, e.posology, e.prescriber, e."prescriberAddress",
        e."prescribedOn", e."patientName", e."patientAddress", ${sellerId}
      from json_to_recordset(${JSON.stringify(listed)}::json) as e (number bigint, "lineId" uuid, "dispensedOn" date,
        list text, label text, lot text, quantity int, posology text,
        prescriber text, "prescriberAddress" text, "prescribedOn" date, "patientName" text, "patientAddress" text)
    ), ${touchedClientsParts(pharmacyId, touched, rev)}
    ${registerMoved(pharmacyId, { movements: moved.register, registerId: payload.registerId, userId: sellerId, saleId: id, occurredAt: soldHere, recordedAt: answer.receivedAt })}`.execute(
    tx,
  )
}

function linesOf({ records, vouchers }: NewSale, taxes: readonly TaxedLine[]) {
  const taxOf = new Map(taxes.map((line) => [line.lineId, line]))
  const lines = [
    ...records.map(({ stockItemId, opens, ...record }) => ({
      ...record,
      item: stockItemId,
      opened: opens?.stockItemId,
      boxes: opens?.boxes,
    })),
    ...vouchers.map((voucher) => ({ ...voucher, item: null })),
  ]
  return lines.map((line, position) => {
    // AIB bears no tax.
    const taxed = taxOf.get(line.id)
    return {
      ...line,
      position,
      tax_group: taxed?.tax?.group,
      tax_rate: taxed?.tax?.rate,
      taxed_total: taxed?.total,
      tax_amount: taxed?.taxAmount,
    }
  })
}

function paymentsOf({ payments }: NewSale) {
  return payments.map((payment, position) => {
    const { id, type, amount, ...data } = payment
    return { id, position, type, amount, data, client: clientOf(payment), policy: policyOfPayment(payment) }
  })
}
