import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Client, clients } from '#shared/contract/clients.ts'
import { displayName } from '#shared/domain/person.ts'
import { fold, partsOf } from '#shared/domain/search/fold.ts'
import { debtorsOf } from '#server/credit/outgoing.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type ClientQuery = HandlerInput<typeof clients.list>['query']
type Kind = Client['kind']

/**
 * The ids of one page, in order, and the number of clients that match the filters. Computes what every client owes only
 * when a filter or the sort order needs it.
 */
export async function findClients(
  tx: Tx,
  pharmacyId: string,
  query: ClientQuery,
): Promise<{ ids: string[]; total: number }> {
  const kinds = (query.kind ? [query.kind] : (['person', 'organization'] as const)).map((kind) =>
    kept(pharmacyId, kind, query),
  )
  const byDebt = query.only === 'debtors' || /outgoing|state/.test(query.sort ?? '')
  const debtors = byDebt ? await debtorsOf(tx, pharmacyId) : []
  const known = byDebt
    ? sql`select f.*, coalesce(o.outgoing, 0) as outgoing from found f
        left join json_to_recordset(${JSON.stringify(debtors)}::json) as o (id uuid, outgoing bigint) on o.id = f.id`
    : sql`select *, 0 as outgoing from found`
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with found as materialized (
      ${sql.join(kinds, sql` union all `)}
    ), known as (
      ${known}
    ), filtered as (
      select * from known ${query.only === 'debtors' ? sql`where outgoing > 0` : sql``}
    )
    select (select count(*) from filtered) as total,
      array(select id from filtered order by ${sortOrder(query.sort, sortColumns, sql`name, id`)}
        limit ${query.size} offset ${query.page * query.size}) as ids`.execute(tx)
  return rows[0]!
}

const sortColumns = {
  name: sql`name`,
  kind: sql`value`,
  birthDate: sql`value`,
  phone: sql`value`,
  policies: sql`value`,
  tags: sql`value`,
  outgoing: sql`outgoing`,
  creditLimit: sql`credit_limit`,
  state: sql`case when archived then 1 when outgoing > credit_limit then 2 when to_check then 3 end`,
}

/**
 * The folded search text begins with the name, so that one column serves both search and sort order. `value` is what
 * the list is sorted by, where only this table knows it.
 */
function kept(pharmacyId: string, kind: Kind, { search, tag, only, sort }: ClientQuery): RawBuilder<unknown> {
  const conditions = [
    sql`c.pharmacy_id = ${pharmacyId}`,
    only === 'archived' ? sql`c.archived` : sql`not c.archived`,
    ...(kind === 'person' ? [sql`c.merged_into is null`] : []),
    ...(tag ? [sql`${tag}::uuid = any(c.tag_ids)`] : []),
    ...(only === 'insured' ? [sql`c.id in (${insured(pharmacyId, kind)})`] : []),
    ...(only === 'to-check' ? [kind === 'person' ? sql`c.to_check` : sql`false`] : []),
    ...searched(pharmacyId, kind, search ?? ''),
  ]
  return sql`select c.id, c.searched as name, c.credit_limit, c.archived,
    ${kind === 'person' ? sql`c.to_check` : sql`false`} as to_check,
    ${valueOf(kind, sort?.replace('-', ''))} as value from ${sql.table(tableOf[kind])} c
    where ${sql.join(conditions, sql` and `)}`
}

/** Has the same type for persons and organizations, as both tables are read in one statement. */
function valueOf(kind: Kind, column: string | undefined): RawBuilder<unknown> {
  switch (column) {
    case 'kind':
      return sql`${kind}::text`
    case 'birthDate':
      return kind === 'person' ? sql`c.birth_date` : sql`null::date`
    case 'phone':
      return sql`c.phone`
    case 'policies':
      return policyCount(kind)
    case 'tags':
      return sql`(select string_agg(folded(t.label), ', ' order by array_position(c.tag_ids, t.id)) from tags t
        where t.pharmacy_id = c.pharmacy_id and t.id = any(c.tag_ids))`
    default:
      return sql`null::text`
  }
}

/** Counts the policies in use of a person, or of the contracts in use that an organization owns. */
function policyCount(kind: Kind): RawBuilder<unknown> {
  const client = sql.ref(kind === 'person' ? 'k.beneficiary_id' : 'x.owner_organization_id')
  return sql`(select count(*) from contract_policies k join contracts x on x.pharmacy_id = k.pharmacy_id
    and x.id = k.contract_id
    where k.pharmacy_id = c.pharmacy_id and ${client} = c.id and not k.archived and not x.archived)`
}

const tableOf = { person: 'persons', organization: 'organizations' } as const

/** Words after the fourth are ignored: they would not narrow the result further. */
const searchedWords = 4

/**
 * Every word must occur in the name, the phone, the social security number or a policy number. A text of digits alone
 * is one number, whatever separators it contains.
 */
function searched(pharmacyId: string, kind: Kind, search: string): RawBuilder<unknown>[] {
  const text = search.trim()
  if (text === '') return []
  if (!/^[+\d\s().\p{Pd}]*\d[\d\s().\p{Pd}]*$/u.test(text))
    return partsOf(text)
      .slice(0, searchedWords)
      .map((part) => mentions(pharmacyId, kind, [part]))
  const digits = dialled(text.replaceAll(/\D/g, ''))
  return [mentions(pharmacyId, kind, digits === text || digits === '' ? [fold(text)] : [fold(text), digits])]
}

/** The digits that a stored phone number has too: without the prefix of calls abroad, or the 0 before a home number. */
function dialled(digits: string): string {
  return digits.length < shortestPhone ? digits : digits.replace(/^00?/, '')
}

const shortestPhone = 8

/**
 * One of the parts occurs. The ids are a union: of several conditions with « or », PostgreSQL would ask each client for
 * its policies.
 */
function mentions(pharmacyId: string, kind: Kind, parts: readonly string[]): RawBuilder<unknown> {
  const inText = (text: RawBuilder<unknown>) =>
    sql`(${sql.join(
      parts.map((part) => sql`strpos(${text}, ${part}) > 0`),
      sql` or `,
    )})`
  if (kind === 'organization') return inText(sql`c.searched`)
  return sql`c.id in (select q.id from persons q where q.pharmacy_id = ${pharmacyId} and ${inText(sql`q.searched`)}
    union all select k.beneficiary_id from contract_policies k where k.pharmacy_id = ${pharmacyId}
      and not k.archived and ${inText(sql`k.searched`)})`
}

/** Persons who have a policy; organizations with a contract under which somebody has a policy. */
function insured(pharmacyId: string, kind: Kind): RawBuilder<unknown> {
  return sql`select ${sql.ref(kind === 'person' ? 'k.beneficiary_id' : 'x.owner_organization_id')}
    from contract_policies k join contracts x on x.pharmacy_id = k.pharmacy_id and x.id = k.contract_id
    where k.pharmacy_id = ${pharmacyId} and not k.archived and not x.archived`
}

type PersonHead = Omit<Client, 'kind' | 'name' | 'outgoing'> & { firstName: string; lastName: string }

/** The list rows of these clients, in the order of the ids. */
export async function clientHeads(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
): Promise<Omit<Client, 'outgoing'>[]> {
  const { rows: persons } = await sql<PersonHead>`
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.phone, c.birth_date as "birthDate",
      c.credit_limit as "creditLimit", c.tag_ids as tags, c.archived, c.to_check as "toCheck",
      ${policyCount('person')} as policies
    from persons c where c.pharmacy_id = ${pharmacyId} and c.id = any(${ids}::uuid[])`.execute(tx)
  const { rows: organizations } = await sql<Omit<Client, 'kind' | 'outgoing'>>`
    select c.id, c.name, c.phone, null as "birthDate", c.credit_limit as "creditLimit", c.tag_ids as tags, c.archived,
      ${policyCount('organization')} as policies
    from organizations c where c.pharmacy_id = ${pharmacyId} and c.id = any(${ids}::uuid[])`.execute(tx)
  const heads = [
    ...persons.map(({ firstName, lastName, ...person }) => ({
      ...person,
      kind: 'person' as const,
      name: displayName({ firstName, lastName }),
    })),
    ...organizations.map((organization) => ({ ...organization, kind: 'organization' as const })),
  ]
  const known = new Map(heads.map((head) => [head.id, head]))
  return ids.flatMap((id) => known.get(id) ?? [])
}
