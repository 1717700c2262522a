import { sql, type RawBuilder } from 'kysely'
import { notWithheld } from '#server/register-ledger/withheld.repo.ts'
import type { SaleTerm } from '#server/sales/sale-search.ts'

/**
 * `isShort`: few sales are left by the other filters, and the rows of each are looked at. Otherwise all lines and
 * payments are read once: a condition « this or that row matches » would be asked for each sale of the years.
 * `hidesTakings`, `withheld`: see `SeenQuery`.
 */
type Reach = { pharmacyId: string; isShort: boolean; hidesTakings: boolean; withheld: readonly string[] }
/** SQL: a condition on the sale `s`, or with `!isShort` a query of the ids of such sales. */
type Clue = RawBuilder<unknown>

/** SQL conditions on the sale `s`, one for each term of a search. */
export function searched(terms: readonly SaleTerm[], reach: Reach): RawBuilder<unknown>[] {
  return terms.map(({ number, amount, words }) => {
    const { sale, any } = cluesOf(reach)
    const meanings = [
      ...(number === undefined ? [] : [sql`s.number = ${number}`]),
      // A match would reveal the total.
      ...(amount === undefined || reach.hidesTakings
        ? []
        : [sql`(${notWithheld(sql`s.register_id`, reach.withheld)} and ${costs(reach, amount)})`]),
      ...(words.length > 0
        ? [
            sql.join(
              words.map((word) => mentions(reach, word)),
              sql` and `,
            ),
          ]
        : []),
    ]
    return meanings.length === 1 ? meanings[0]! : any(meanings.map(sale))
  })
}

function cluesOf({ pharmacyId, isShort }: Pick<Reach, 'pharmacyId' | 'isShort'>) {
  return {
    /** The sale `s` itself is like this. */
    sale: (is: RawBuilder<unknown>): Clue =>
      isShort ? sql`(${is})` : sql`select s.id from sales s where s.pharmacy_id = ${pharmacyId} and ${is}`,
    /** A row `x` of the table, a line or a payment of the sale, is like this. */
    row: (table: 'sale_records' | 'sale_payments', is: RawBuilder<unknown>): Clue =>
      isShort
        ? sql`exists (select from ${sql.table(table)} x where x.pharmacy_id = s.pharmacy_id and x.sale_id = s.id and ${is})`
        : sql`select x.sale_id from ${sql.table(table)} x where x.pharmacy_id = ${pharmacyId} and ${is}`,
    /** The id of a user, person or organization has this word in the name. */
    named: (table: 'users' | 'persons' | 'organizations', id: RawBuilder<unknown>, word: string) => {
      const name = table === 'organizations' ? sql`n.name` : sql`n.last_name || ' ' || n.first_name`
      const has = sql`n.pharmacy_id = ${pharmacyId} and strpos(folded(${name}), ${word}) > 0`
      return isShort
        ? sql`exists (select from ${sql.table(table)} n where n.id = ${id} and ${has})`
        : sql`${id} in (select n.id from ${sql.table(table)} n where ${has})`
    },
    any: (clues: readonly Clue[]): RawBuilder<unknown> =>
      isShort ? sql`(${sql.join(clues, sql` or `)})` : sql`s.id in (${sql.join(clues, sql` union all `)})`,
  }
}

/** The sale or one of its payments has this amount. */
function costs(reach: Reach, amount: number): RawBuilder<unknown> {
  const { sale, row, any } = cluesOf(reach)
  return any([sale(sql`s.total = ${amount}`), row('sale_payments', sql`x.amount = ${amount}`)])
}

/** Shorter words would match most lots. */
const shortestLot = 3

/**
 * The word occurs in the identifier of the sale, in a name (seller, preparer, patient, debtor, buyer), in the tax number
 * of the buyer, in a sold product, or in the details of a payment (insurer, voucher, operator, reference, bank, cheque),
 * or a sold lot begins with it.
 */
function mentions(reach: Reach, word: string): RawBuilder<unknown> {
  const { sale, row, named, any } = cluesOf(reach)
  return any([
    sale(
      sql`(strpos(lower(s.identifier), ${word}) > 0 or ${named('users', sql`s.seller_id`, word)}
        or ${named('users', sql`s.prepared_by`, word)}
        or s.buyer is not null and strpos(folded(concat_ws(' ', s.buyer ->> 'name', s.buyer ->> 'taxId')), ${word}) > 0)`,
    ),
    sale(named('persons', sql`s.patient_id`, word)),
    row('sale_records', sql`strpos(x.searched, ${word}) > 0`),
    ...(word.length < shortestLot
      ? []
      : [
          row(
            'sale_records',
            sql`x.stock_item_id = any(array(select i.id from stock_items i where i.pharmacy_id = ${reach.pharmacyId}
              and starts_with(folded(i.lot), ${word})))`,
          ),
        ]),
    row('sale_payments', sql`strpos(x.searched, ${word}) > 0`),
    row('sale_payments', named('persons', sql`x.client_id`, word)),
    row('sale_payments', named('organizations', sql`x.client_id`, word)),
  ])
}
