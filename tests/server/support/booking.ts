import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { accounting } from '#shared/contract/accounting.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { accountRoles, type AccountRole } from '#shared/domain/accounting/chart.ts'
import type { Database } from '#server/db/database.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import type { TestApp } from '#tests/server/support/test-app.ts'

/** A number of its own for each role, so that no account adds up two ledgers. */
export const codeOf = Object.fromEntries(
  accountRoles.map((role, place) => [role, `1${String(place).padStart(3, '0')}`]),
) as Record<AccountRole, string>

/** Gives a pharmacy these numbers. */
export async function withOwnAccounts({ as }: Pick<TestApp, 'as'>, shop: Shop): Promise<void> {
  await as(shop.titulaire.token).call(pharmacies.changeSettings, { body: { accounts: codeOf } })
}

/** Closes every open register, without a count: tests of months need no drawers. */
export const closeRegisters = (database: Database, shop: Shop) =>
  database.platform((tx) =>
    sql`update cash_registers set closed_at = opened_at + interval '1 hour', closed_by = opened_by, closing_id = null
      where pharmacy_id = ${shop.id} and closed_at is null`.execute(tx),
  )

export function closeMonth({ as }: Pick<TestApp, 'as'>, shop: Shop, month: string, id = randomUUID()) {
  return as(shop.titulaire.token).call(accounting.close, { body: { id, month } })
}

/** What the books of a pharmacy hold of an account, above 0 a debit; `third`: of one payer, client, supplier or operator. */
export async function booked(
  database: Database,
  shop: Shop,
): Promise<(role: AccountRole | readonly AccountRole[], third?: string) => number> {
  const { rows } = await database.read(shop.id, (tx) =>
    sql<{ account: string; third: string; balance: number }>`
      select l ->> 'account' as account, l ->> 'third' as third,
        sum((l ->> 'debit')::bigint - (l ->> 'credit')::bigint)::bigint as balance
      from accounting_pieces p cross join lateral jsonb_array_elements(p.lines) l
      where p.pharmacy_id = ${shop.id} group by 1, 2`.execute(tx),
  )
  return (roles, third) => {
    const codes = [roles].flat().map((role) => codeOf[role])
    const own = rows.filter((row) => codes.includes(row.account) && (third === undefined || row.third === third))
    return own.reduce((sum, { balance }) => sum + balance, 0)
  }
}
