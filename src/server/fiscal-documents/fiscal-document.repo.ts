import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type {
  FiscalDetail,
  FiscalDocumentOfSale,
  fiscalDocuments,
  FiscalRow,
  JournalRow,
} from '#shared/contract/fiscal-documents.ts'
import { fiscalTotals, type FiscalDocument } from '#shared/domain/fiscal/fiscal-document.ts'
import { fiscalProfile, type FiscalPlatform, type Invoicing } from '#shared/domain/fiscal/profiles.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { inDays, timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type JournalQuery = HandlerInput<typeof fiscalDocuments.journal>['query']
export type FiscalQuery = HandlerInput<typeof fiscalDocuments.list>['query']

const from = sql`fiscal_documents d join sales s on s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
  join pharmacies p on p.id = d.pharmacy_id join countries c on c.code = p.country_code
  left join fiscal_documents o on o.pharmacy_id = d.pharmacy_id and o.id = d.original_id`
const clientName = sql`d.content -> 'client' ->> 'name'`
const code = sql`d.elements ->> 'code'`

const number = sql`regexp_replace(d.number, '\\D', '', 'g')::int`
const sortColumns = {
  number,
  sale: sql`s.number`,
  soldAt: sql`d.sold_at`,
  client: sql`folded(${clientName})`,
  operator: sql`folded(d.operator)`,
  code,
  nim: sql`d.elements ->> 'nim'`,
  state: sql`d.state`,
}
const shownTotal = (withheld: readonly string[]) =>
  sql`case when d.register_id = any(${withheld}::uuid[]) then null else d.total end`

const rowColumns = sql`d.id, d.number, d.kind, d.state, d.sale_id as "saleId", s.number as "saleNumber",
  d.sold_at as "soldAt", d.register_id as "registerId", ${clientName} as "clientName", d.operator, ${code} as code,
  d.elements ->> 'nim' as nim, d.trouble, d.attempts, greatest(d.next_at,
    case when d.next_at is not null then (select q.next_at from fiscal_queues q where q.pharmacy_id = d.pharmacy_id) end)
    as "nextAt"`

type StoredRow = Omit<FiscalRow, 'soldAt' | 'nextAt' | 'total'> & {
  total: number | null
  soldAt: Date
  nextAt: Date | null
  registerId: string
}

export async function findFiscalDocuments(
  tx: Tx,
  pharmacyId: string,
  query: FiscalQuery,
  withheld: readonly string[],
): Promise<{ items: FiscalRow[]; total: number }> {
  const total = shownTotal(withheld)
  const kept = sql.join(
    [
      sql`d.pharmacy_id = ${pharmacyId}`,
      ...(query.state ? [sql`d.state = any(${query.state.split(',')})`] : []),
      ...(query.kind ? [sql`d.kind = ${query.kind}`] : []),
      ...inDays(sql`d.sold_at`, query, await timeZoneOf(tx, pharmacyId)),
      ...wordsOf(query.search ?? '').map(
        (
          word,
        ) => sql`((${total})::text = ${word} or strpos(folded(concat_ws(' ', d.number, ${code}, replace(${code}, '-', ''),
          d.elements ->> 'nim', ${clientName}, d.content -> 'client' ->> 'taxId')), ${word}) > 0)`,
      ),
    ],
    sql` and `,
  )
  return pagedRows(tx, query, {
    from: sql`fiscal_documents d where ${kept}`,
    items: async (limit) => {
      const { rows } = await sql<StoredRow>`select ${rowColumns}, ${total} as total from ${from}
        where ${kept} order by ${sortOrder(query.sort, { ...sortColumns, total }, sql`d.sold_at desc, d.id`)} ${limit}`.execute(
        tx,
      )
      return rows.map(rowOf)
    },
  })
}

/** The journal of all exchanges of a period, the latest first. */
export async function findExchanges(
  tx: Tx,
  pharmacyId: string,
  query: JournalQuery,
  withheld: readonly string[],
): Promise<{ items: JournalRow[]; total: number }> {
  const conditions = [
    sql`e.pharmacy_id = ${pharmacyId}`,
    ...(withheld.length > 0 ? [sql`d.register_id <> all(${withheld}::uuid[])`] : []),
    ...inDays(sql`e.at`, query, await timeZoneOf(tx, pharmacyId)),
  ]
  const ofDocument = sql`join fiscal_documents d on d.pharmacy_id = e.pharmacy_id and d.id = e.document_id`
  const kept = sql`fiscal_exchanges e ${ofDocument}
    join sales s on s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
    where ${sql.join(conditions, sql` and `)}`
  const sorts = {
    at: sql`e.at`,
    number,
    sale: sql`s.number`,
    step: sql`e.step`,
    status: sql`e.status`,
    tookMs: sql`e.took_ms`,
  }
  return pagedRows(tx, query, {
    from: sql`fiscal_exchanges e ${withheld.length > 0 ? ofDocument : sql``} where ${sql.join(conditions, sql` and `)}`,
    items: async (limit) => {
      const { rows } = await sql<Omit<JournalRow, 'at'> & { at: Date }>`
        select e.seq::text as id, e.document_id as "documentId", d.number, d.kind, s.number as "saleNumber", e.at, e.step,
          e.method, e.url, e.status, e.took_ms as "tookMs", e.request, e.answer
        from ${kept} order by ${sortOrder(query.sort, sorts, sql`e.at desc, e.seq desc`)} ${limit}`.execute(tx)
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
    },
  })
}

type Whole = StoredRow & {
  returnId: string | null
  content: FiscalDocument | null
  elements: FiscalDocumentOfSale['elements']
  originalCode: string | null
  prints: number
  isSimulated: boolean
  platform: FiscalPlatform
  sellerId: string
  levied: number
}
/** Who reads: which drawers are not counted yet, and whose sales a member has seen anyway. */
type Reader = { withheld: readonly string[]; userId: string | null }

const wholeColumns = sql`${rowColumns}, d.total, s.seller_id as "sellerId", s.levied, d.return_id as "returnId", d.content, d.elements,
  o.elements ->> 'code' as "originalCode", d.prints, d.is_simulated as "isSimulated", c.fiscal_platform as platform`

/** The documents of a sale and of its returns, the invoice first. A member reads those of sales that he sold or opened. */
export async function documentsOfSale(
  tx: Tx,
  pharmacyId: string,
  saleId: string,
  { withheld, userId }: Reader,
): Promise<FiscalDocumentOfSale[]> {
  const { rows } = await wholeRows(
    tx,
    sql`d.pharmacy_id = ${pharmacyId} and d.sale_id = ${saleId}
    order by d.kind desc, d.sold_at, d.id`,
  )
  const { rows: openings } = await sql`select from sale_events where pharmacy_id = ${pharmacyId}
    and sale_id = ${saleId} and kind = 'opened' and user_id = ${userId} limit 1`.execute(tx)
  return rows.map((row) => {
    const hasSeenIt = row.sellerId === userId || openings.length > 0
    return withheld.includes(row.registerId) && !hasSeenIt ? withoutAmounts(documentOf(row)) : documentOf(row)
  })
}

export async function findFiscalDocument(
  tx: Tx,
  pharmacyId: string,
  id: string,
  withheld: readonly string[] = [],
): Promise<FiscalDetail | undefined> {
  const { rows } = await wholeRows(tx, sql`d.pharmacy_id = ${pharmacyId} and d.id = ${id}`)
  const [whole] = rows
  if (!whole) return undefined
  const { rows: more } = await sql<
    Pick<FiscalDetail, 'incompleteLines' | 'exchanges' | 'evidence'> & {
      fields: FiscalDetail['fields'] | null
      settlement: (Omit<NonNullable<FiscalDetail['settlement']>, 'byName'> & { by: PersonName | null }) | null
    }
  >`
    select d.fields, d.evidence,
      case when d.state = 'incomplete' then array(select l.label from sale_records l
        where l.pharmacy_id = d.pharmacy_id and l.sale_id = d.sale_id and l.tax_group is null and l.levy is null
        order by l.position)
        else '{}' end as "incompleteLines",
      case when d.settled_way is not null then json_build_object('way', d.settled_way, 'reason',
        coalesce(d.settled_reason, ''), 'creditCode', d.settled_code, 'at', d.settled_at,
        'by', (select ${personName('u')} from users u where u.id = d.settled_by)) end as settlement,
      (select coalesce(json_agg(json_build_object('at', e.at, 'step', e.step, 'method', e.method, 'url', e.url,
          'status', e.status, 'tookMs', e.took_ms, 'request', e.request, 'answer', e.answer) order by e.seq desc), '[]')
        from fiscal_exchanges e where e.pharmacy_id = d.pharmacy_id and e.document_id = d.id) as exchanges
    from fiscal_documents d where d.pharmacy_id = ${pharmacyId} and d.id = ${id}`.execute(tx)
  const { settlement, fields, exchanges, ...same } = more[0]!
  const document = documentOf(whole)
  const isPaidOtherwise = whole.kind === 'sale' && document.totals !== null && document.totals.aib !== whole.levied
  const isWithheld = withheld.includes(whole.registerId)
  const detail: FiscalDetail = {
    ...rowOf(whole),
    ...document,
    ...same,
    ...(isPaidOtherwise && !isWithheld ? { paidAib: whole.levied } : {}),
    fields: fields ?? [],
    exchanges: exchanges.map((exchange) => ({ ...exchange, at: new Date(exchange.at).toISOString() })),
    settlement: settlement && {
      way: settlement.way,
      reason: settlement.reason,
      creditCode: settlement.creditCode,
      at: new Date(settlement.at).toISOString(),
      byName: settlement.by && displayName(settlement.by),
    },
  }
  return isWithheld ? { ...withoutAmounts(detail), total: null, evidence: null, exchanges: [] } : detail
}

function withoutAmounts<Document extends FiscalDocumentOfSale>(document: Document): Document {
  return { ...document, totals: null, lines: [], payments: [], withheld: true }
}

function wholeRows(tx: Tx, which: RawBuilder<unknown>) {
  return sql<Whole>`select ${wholeColumns} from ${from} where ${which}`.execute(tx)
}

function rowOf(row: StoredRow): FiscalRow {
  const {
    id,
    number,
    kind,
    state,
    saleId,
    saleNumber,
    clientName: client,
    operator,
    total,
    nim,
    trouble,
    attempts,
  } = row
  return {
    id,
    number,
    kind,
    state,
    saleId,
    saleNumber,
    soldAt: row.soldAt.toISOString(),
    clientName: client,
    operator,
    total,
    code: row.code,
    nim,
    trouble,
    attempts,
    nextAt: row.nextAt?.toISOString() ?? null,
  }
}

function documentOf(row: Whole): FiscalDocumentOfSale {
  const { id, kind, state, returnId, content, elements, operator, originalCode, prints, isSimulated, platform } = row
  return {
    id,
    kind,
    state,
    returnId,
    elements,
    totals: content && fiscalTotals(content, fiscalProfile(platform).rounding),
    lines: (content?.lines ?? []).map(({ label, quantity, price, group, rate, originalPrice }) => ({
      label,
      quantity,
      price,
      group,
      rate,
      ...(originalPrice === undefined ? {} : { originalPrice }),
    })),
    payments: [...(content?.payments ?? [])],
    client: content?.client ?? null,
    operator,
    originalCode,
    prints,
    isSimulated,
  }
}

/** How many papers were printed before this one; undefined for a document that the pharmacy does not have. */
export async function countPrint(tx: Tx, pharmacyId: string, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ before: number }>`
    update fiscal_documents set prints = prints + 1 where pharmacy_id = ${pharmacyId} and id = ${id}
      and state = 'certified' returning prints - 1 as before`.execute(tx)
  return rows[0]?.before
}

type SellerNumbers = {
  taxId: string | null
  fiscalNim: string | null
  platform: FiscalPlatform
  timeZone: string
  invoices: Invoicing
}

/** The numbers of the seller, as the square code has them, and which sales get a document. */
export async function sellerOf(tx: Tx, pharmacyId: string): Promise<SellerNumbers> {
  const { rows } = await sql<SellerNumbers>`
    select p.tax_id as "taxId", p.fiscal_nim as "fiscalNim", c.fiscal_platform as platform, p.time_zone as "timeZone",
      coalesce(p.settings ->> 'fiscalInvoices', 'all') as invoices
    from pharmacies p join countries c on c.code = p.country_code where p.id = ${pharmacyId}`.execute(tx)
  return rows[0]!
}

export async function saleIsThere(tx: Tx, pharmacyId: string, id: string): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from sales where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows[0]
}
