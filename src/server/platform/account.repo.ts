import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { PlatformAccount, platformAccounts as calls } from '#shared/contract/platform.ts'
import { displayName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { invitationMailOf } from '#server/db/invitation-mail.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'

type Row = Omit<PlatformAccount, 'name' | 'invitedUntil'> & {
  firstName: string
  lastName: string
  invitedUntil: Date | null
}

const open = sql`(select i.expires_at from invitations i where i.pharmacy_id = u.pharmacy_id and i.user_id = u.id
  and i.accepted_at is null and i.withdrawn_at is null)`
/** Members sign in with an account only once they were invited. */
const isAccount = sql<boolean>`(u.kind <> 'member' or u.firebase_uid is not null)`

function accountRows(tx: Tx) {
  return tx
    .selectFrom('users as u')
    .leftJoin('pharmacies as p', 'p.id', 'u.pharmacy_id')
    .select(['u.id', 'u.kind', 'u.first_name as firstName', 'u.last_name as lastName', 'u.email', 'u.active'])
    .select(
      sql<Row['pharmacy']>`case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end`.as(
        'pharmacy',
      ),
    )
    .select(sql<boolean>`u.firebase_uid is not null`.as('hasAccount'))
    .select(sql<Date | null>`${open}`.as('invitedUntil'))
    .select(invitationMailOf('u').as('invitationMail'))
    .where(isAccount)
}

function accountOf({ firstName, lastName, invitedUntil, ...row }: Row): PlatformAccount {
  return {
    ...row,
    // The account of a till has one name, in `last_name`.
    name: row.kind === 'terminal' ? `${lastName} ${firstName}`.trim() : displayName({ firstName, lastName }),
    invitedUntil: invitedUntil?.toISOString() ?? null,
  }
}

export async function pageOfAccounts(
  tx: Tx,
  { search = '', sort, kind, pharmacyId, ...page }: HandlerInput<typeof calls.list>['query'],
): Promise<{ items: PlatformAccount[]; total: number }> {
  const searched = sql`folded(u.last_name || ' ' || u.first_name || ' ' || coalesce(u.email, '') || ' ' || coalesce(p.name, ''))`
  const kept = sql<boolean>`${sql.join(
    [
      isAccount,
      ...wordsOf(search).map((word) => sql`strpos(${searched}, ${word}) > 0`),
      ...(kind === undefined ? [] : [sql`u.kind = ${kind}`]),
      ...(pharmacyId === undefined ? [] : [sql`u.pharmacy_id = ${pharmacyId}`]),
    ],
    sql` and `,
  )}`
  const columns = {
    name: sql`folded(u.last_name || ' ' || u.first_name)`,
    // As the list words it.
    kind: sql`case u.kind when 'terminal' then 'poste' when 'member' then 'membre' else 'plateforme' end`,
    pharmacy: sql`folded(p.name)`,
    email: sql`folded(u.email)`,
    state: sql`case when not u.active then 'desactive' when u.firebase_uid is not null then null
      when ${open} is not null then 'invite' else 'sans compte' end`,
  }
  const { items, total } = await pagedRows(tx, page, {
    from: sql`users u left join pharmacies p on p.id = u.pharmacy_id where ${kept}`,
    items: (limit) =>
      accountRows(tx)
        .where(kept)
        .modifyEnd(
          sql`order by ${sortOrder(sort, columns, sql`folded(u.last_name || ' ' || u.first_name), u.id`)} ${limit}`,
        )
        .execute(),
  })
  return { items: items.map(accountOf), total }
}

export async function findAccount(tx: Tx, id: string): Promise<PlatformAccount | undefined> {
  const row = await accountRows(tx).where('u.id', '=', id).executeTakeFirst()
  return row && accountOf(row)
}

/** The account of a till, to be invited. */
export async function insertTillAccount(
  tx: Tx,
  id: string,
  { pharmacyId, name, email }: { pharmacyId: string; name: string; email: string },
): Promise<void> {
  await tx
    .insertInto('users')
    .values({ pharmacy_id: pharmacyId, id, kind: 'terminal', first_name: '', last_name: name, email })
    .execute()
}

export async function setActive(tx: Tx, id: string, active: boolean): Promise<void> {
  await tx.updateTable('users').set({ active }).where('id', '=', id).execute()
}

export async function isPharmacyKnown(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('pharmacies').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
