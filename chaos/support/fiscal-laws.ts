import { sql } from 'kysely'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import type { FiscalShop } from './fiscal-shop.ts'
import type { FiscalAct } from './fiscal-till.ts'
import type { Law } from './laws.ts'

type Stored = {
  id: string
  kind: 'sale' | 'credit'
  saleId: string
  returnId: string | null
  originalId: string | null
  state: string
  code: string | null
  total: number | null
  evidence: object | null
}

/** Compares the documents with what the tills did and with what the platform certified. */
export async function judgeFiscal(
  { shop, database, simulator }: FiscalShop,
  acts: readonly FiscalAct[],
): Promise<{ laws: Law[]; counts: Record<string, number> }> {
  const { rows: documents } = await database.platform((tx) =>
    sql<Stored>`select id, kind, sale_id as "saleId", return_id as "returnId", original_id as "originalId", state,
      replace(elements ->> 'code', '-', '') as code, total, evidence
      from fiscal_documents where pharmacy_id = ${shop.id}`.execute(tx),
  )
  const certified = documents.filter(({ state }) => state === 'certified')
  const uncertain = documents.filter(({ state }) => state === 'uncertain')
  const made: { code: string; total: number }[] =
    simulator.platform === 'e-mecef'
      ? simulator.of.certified().map(({ code, total }) => ({ code, total }))
      : simulator.of.signed().map(({ reference, total }) => ({ code: reference, total }))
  // The simulator of the FNE lists invoices, not refunds.
  const listed = simulator.platform === 'e-mecef' ? certified : certified.filter(({ kind }) => kind === 'sale')
  const madeByCode = new Map(made.map((invoice) => [invoice.code, invoice.total]))
  const ours = new Set(certified.map(({ code }) => code))
  const unknown = made.filter(({ code }) => !ours.has(code))
  const repeated = certified.length - ours.size
  const sums = new Map(documents.map(({ id, total }) => [id, { total: total ?? 0, credited: 0 }]))
  for (const { originalId, state, total } of documents)
    if (originalId && state === 'certified') sums.get(originalId)!.credited += total ?? 0

  const waitsForOriginal = new Set(
    documents.flatMap(({ id, originalId, state }) => {
      const original = documents.find((each) => each.id === originalId)
      return state === 'waiting' && original && original.state !== 'certified' ? [id] : []
    }),
  )
  const laws: Law[] = [
    {
      name: 'each act has its document, once',
      broken: acts.flatMap(({ kind, id, saleId }) => {
        const found = documents.filter((each) =>
          kind === 'return' ? each.returnId === id : each.saleId === saleId && each.kind === 'sale',
        )
        return found.length === 1 ? [] : [`${kind} ${id}: ${found.length}`]
      }),
    },
    {
      name: 'a canceled sale is credited, or was never sent',
      broken: acts.flatMap(({ kind, saleId }) => {
        if (kind !== 'cancellation') return []
        const of = documents.filter((each) => each.saleId === saleId)
        const isEnded = of.some(({ state }) => state === 'settled') || of.some(({ kind: own }) => own === 'credit')
        return isEnded ? [] : [saleId]
      }),
    },
    { name: 'no document is certified twice', broken: repeated > 0 ? [`${repeated} codes twice`] : [] },
    {
      name: 'what the platform made and nobody knows is to verify',
      broken: unknown.length > uncertain.length ? [`${unknown.length} unknown, ${uncertain.length} to verify`] : [],
    },
    {
      name: 'what is certified stands on the platform with its total',
      broken: listed.flatMap(({ id, code, total }) =>
        madeByCode.get(code!) === total || (simulator.platform === 'fne' && madeByCode.has(code!)) ? [] : [id],
      ),
    },
    {
      name: 'credited ≤ invoiced',
      broken: [...sums].flatMap(([id, { total, credited }]) => (credited > total ? [id] : [])),
    },
    {
      name: 'none is forgotten',
      broken: documents.flatMap(({ id, state }) =>
        state === 'incomplete' || (state === 'waiting' && !waitsForOriginal.has(id)) ? [`${id} ${state}`] : [],
      ),
    },
    {
      name: 'what is to verify has its evidence',
      broken: uncertain.flatMap(({ id, evidence }) => (evidence && Object.keys(evidence).length > 0 ? [] : [id])),
    },
    { name: 'the ledgers of the shop agree', broken: await brokenLedgers(database, shop.id) },
  ]
  const count = (state: string) => documents.filter((each) => each.state === state).length
  return {
    laws,
    counts: {
      sales: acts.filter(({ kind }) => kind === 'sale').length,
      returns: acts.filter(({ kind }) => kind === 'return').length,
      cancellations: acts.filter(({ kind }) => kind === 'cancellation').length,
      documents: documents.length,
      certified: certified.length,
      rejected: count('rejected'),
      'to verify': uncertain.length,
      'made and not known': unknown.length,
      settled: count('settled'),
      'credit notes that wait for what is to verify': waitsForOriginal.size,
    },
  }
}
