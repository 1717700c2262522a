import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { platformPharmacies as calls, PlatformPharmacy } from '#shared/contract/platform.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { invitationMailOf } from '#server/db/invitation-mail.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'

/** Over how many days sales are counted, and how long a version counts as in use. */
const saleDays = 30
const versionDays = 7

type Query = HandlerInput<typeof calls.list>['query']
type Row = Omit<PlatformPharmacy, 'createdAt' | 'suspendedAt' | 'owner' | 'use'> & {
  createdAt: Date
  suspendedAt: Date | null
  owner: (NonNullable<PlatformPharmacy['owner']> & { id: string }) | null
  sales: number
  lastSaleAt: Date | null
  lastContactAt: Date | null
  versions: string[]
}
export type KnownPharmacy = { shown: PlatformPharmacy; ownerId: string | null }

const since = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)
const salesSince = (now: Date): RawBuilder<number> =>
  sql<number>`(select count(*) from sales s where s.pharmacy_id = p.id and s.status = 'CLOSED' and s.sold_at > ${since(now, saleDays)})`
const lastContact = sql<Date | null>`(select max(c.at) from pharmacy_contacts c where c.pharmacy_id = p.id)`
const memberCount = sql<number>`(select count(*) from users u where u.pharmacy_id = p.id and u.kind = 'member' and u.active)`

/** The member with the role « titulaire » who may still enter, the one with an account first. */
const owner = sql<Row['owner']>`(
  select json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email,
      'hasAccount', u.firebase_uid is not null,
      'invitedUntil', (select to_char(i.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from invitations i
        where i.pharmacy_id = u.pharmacy_id and i.user_id = u.id and i.accepted_at is null and i.withdrawn_at is null),
      'invitationMail', ${invitationMailOf('u')})
    from users u join user_roles ur on ur.pharmacy_id = u.pharmacy_id and ur.user_id = u.id
      join roles r on r.pharmacy_id = ur.pharmacy_id and r.id = ur.role_id
    where u.pharmacy_id = p.id and u.active and u.kind = 'member' and r.name = 'titulaire'
    order by u.firebase_uid is null, folded(u.last_name), u.id limit 1)`

function pharmacyRows(tx: Tx, now: Date) {
  return tx
    .selectFrom('pharmacies as p')
    .innerJoin('domains as d', 'd.id', 'p.domain_id')
    .select(['p.id', 'p.name', 'p.country_code as countryCode', 'p.city', 'p.address', 'p.phone', 'p.tax_id as taxId'])
    .select(['p.time_zone as timeZone', 'p.created_at as createdAt', 'p.suspended_at as suspendedAt'])
    .select(sql<Row['domain']>`json_build_object('id', d.id, 'name', d.name)`.as('domain'))
    .select(owner.as('owner'))
    .select(memberCount.as('members'))
    .select(salesSince(now).as('sales'))
    .select(lastContact.as('lastContactAt'))
    .select(sql<Date | null>`(select max(s.sold_at) from sales s where s.pharmacy_id = p.id)`.as('lastSaleAt'))
    .select(
      sql<string[]>`array(select c.version from pharmacy_contacts c where c.pharmacy_id = p.id
        and c.at > ${since(now, versionDays)} order by c.at desc, c.version)`.as('versions'),
    )
}

function knownOf({ owner: found, sales, lastSaleAt, lastContactAt, versions, ...row }: Row): KnownPharmacy {
  const { id: ownerId, ...named } = found ?? { id: null }
  return {
    ownerId,
    shown: {
      ...row,
      createdAt: row.createdAt.toISOString(),
      suspendedAt: row.suspendedAt?.toISOString() ?? null,
      owner: found ? (named as PlatformPharmacy['owner']) : null,
      use: {
        salesPerDay: Math.round(sales / saleDays),
        lastSaleAt: lastSaleAt?.toISOString() ?? null,
        lastContactAt: lastContactAt?.toISOString() ?? null,
        versions,
      },
    },
  }
}

/** Pharmacies whose name, city, group or telephone has every word of `search`. */
export async function pageOfPharmacies(
  tx: Tx,
  { search = '', sort, only, domainId, ...page }: Query,
  now: Date,
): Promise<{ items: PlatformPharmacy[]; total: number }> {
  const searched = sql`folded(p.name || ' ' || p.city || ' ' || d.name || ' ' || p.phone)`
  const kept = sql<boolean>`${sql.join(
    [
      sql`true`,
      ...wordsOf(search).map((word) => sql`strpos(${searched}, ${word}) > 0`),
      ...(only === undefined ? [] : [sql`(p.suspended_at is null) = ${only === 'active'}`]),
      ...(domainId === undefined ? [] : [sql`p.domain_id = ${domainId}`]),
    ],
    sql` and `,
  )}`
  const columns = {
    name: sql`folded(p.name)`,
    city: sql`folded(p.city)`,
    domain: sql`folded(d.name)`,
    sales: salesSince(now),
    contact: lastContact,
    members: memberCount,
    // A pharmacy that works has no state in the list.
    state: sql`case when p.suspended_at is not null then 'suspendue' end`,
  }
  const { items, total } = await pagedRows(tx, page, {
    from: sql`pharmacies p join domains d on d.id = p.domain_id where ${kept}`,
    items: (limit) =>
      pharmacyRows(tx, now)
        .where(kept)
        .modifyEnd(sql`order by ${sortOrder(sort, columns, sql`folded(p.name), p.id`)} ${limit}`)
        .execute(),
  })
  return { items: items.map((row) => knownOf(row).shown), total }
}

export async function findPlatformPharmacy(tx: Tx, id: string, now: Date): Promise<KnownPharmacy | undefined> {
  const row = await pharmacyRows(tx, now).where('p.id', '=', id).executeTakeFirst()
  return row && knownOf(row)
}

export async function insertPharmacy(
  tx: Tx,
  id: string,
  { domainId, ...given }: HandlerInput<typeof calls.create>['body'] & { domainId: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('pharmacies')
    .values({
      id,
      domain_id: domainId,
      country_code: given.countryCode,
      name: given.name,
      address: given.address,
      city: given.city,
      phone: given.phone,
      tax_id: given.taxId,
      time_zone: given.timeZone,
      created_at: now,
    })
    .execute()
}

type Change = Partial<Record<'name' | 'city' | 'address' | 'phone', string | undefined>> & {
  taxId?: string | null | undefined
  domainId?: string | undefined
  suspendedAt?: Date | null | undefined
}

export async function updatePharmacy(tx: Tx, id: string, change: Change): Promise<void> {
  const { taxId, domainId, suspendedAt, ...same } = change
  const values = {
    ...Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined)),
    ...(taxId === undefined ? {} : { tax_id: taxId }),
    ...(domainId === undefined ? {} : { domain_id: domainId }),
    ...(suspendedAt === undefined ? {} : { suspended_at: suspendedAt }),
  }
  if (Object.keys(values).length > 0) await tx.updateTable('pharmacies').set(values).where('id', '=', id).execute()
}

/** The reasons that every pharmacy begins with; it renames and adds its own. */
export async function insertReasons(tx: Tx, pharmacyId: string, labels: readonly string[]): Promise<void> {
  await sql`insert into disbursement_reasons (pharmacy_id, id, label)
    select ${pharmacyId}, gen_random_uuid(), l.label from unnest(${labels}::text[]) l (label)`.execute(tx)
}

export async function isCountryKnown(tx: Tx, code: string): Promise<boolean> {
  return (await tx.selectFrom('countries').select('code').where('code', '=', code).executeTakeFirst()) !== undefined
}
