import * as z from 'zod'
import { PharmacySettings } from '#shared/contract/pharmacy-settings.ts'
import { BankAccount, type Pharmacy } from '#shared/contract/users.ts'
import type { TokenOwner } from '#shared/domain/fiscal/fiscal-token.ts'
import { readCountry } from '#server/locale/country.repo.ts'
import type { Tx } from '#server/db/database.ts'

export async function readSettings(tx: Tx, id: string): Promise<PharmacySettings> {
  const { settings } = await tx
    .selectFrom('pharmacies')
    .select('settings')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return PharmacySettings.parse(settings)
}

export async function writeSettings(tx: Tx, id: string, settings: PharmacySettings): Promise<void> {
  await tx
    .updateTable('pharmacies')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute()
}

export async function findPharmacy(tx: Tx, id: string): Promise<Pharmacy | undefined> {
  const row = await tx.selectFrom('pharmacies').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row && {
      id: row.id,
      domainId: row.domain_id,
      name: row.name,
      address: row.address,
      city: row.city,
      phone: row.phone,
      taxId: row.tax_id,
      tradeRegister: row.trade_register,
      bankAccounts: z.array(BankAccount).parse(row.bank_accounts),
      timeZone: row.time_zone,
      country: await readCountry(tx, row.country_code),
      settings: PharmacySettings.parse(row.settings),
      fiscalTokenSetAt: row.fiscal_token_set_at?.toISOString() ?? null,
      fiscalNim: row.fiscal_nim,
      fiscalTokenExpiresAt: row.fiscal_token_expires_at?.toISOString() ?? null,
      copy:
        row.copy_kind && row.copy_holds_until
          ? { kind: row.copy_kind, holdsUntil: row.copy_holds_until.toISOString() }
          : null,
    }
  )
}

type Identity = Partial<Record<'name' | 'address' | 'city' | 'phone', string | undefined>> & {
  taxId?: string | null | undefined
  tradeRegister?: string | null | undefined
  bankAccounts?: readonly BankAccount[] | undefined
}

export async function writeIdentity(
  tx: Tx,
  id: string,
  { taxId, tradeRegister, bankAccounts, ...same }: Identity,
): Promise<void> {
  const values = {
    ...Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined)),
    ...(taxId === undefined ? {} : { tax_id: taxId }),
    ...(tradeRegister === undefined ? {} : { trade_register: tradeRegister }),
    ...(bankAccounts === undefined ? {} : { bank_accounts: JSON.stringify(bankAccounts) }),
  }
  if (Object.keys(values).length > 0) await tx.updateTable('pharmacies').set(values).where('id', '=', id).execute()
}

/** `sealed`: null takes it away. `owner`: null for a token that says nothing. */
export async function writeFiscalToken(
  tx: Tx,
  id: string,
  { sealed, owner }: { sealed: string | null; owner: TokenOwner | null },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('pharmacies')
    .set({
      fiscal_token: sealed,
      fiscal_token_set_at: sealed === null ? null : at,
      fiscal_nim: owner?.nim ?? null,
      fiscal_token_expires_at: owner?.expiresAt ?? null,
    })
    .where('id', '=', id)
    .execute()
}

/** The sealed token of a pharmacy; null when none is set. */
export async function sealedToken(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('pharmacies').select('fiscal_token').where('id', '=', id).executeTakeFirst()
  return row?.fiscal_token ?? null
}

/** Whether another pharmacy has the token of this machine. Needs a transaction of the platform. */
export async function isMachineOfAnother(tx: Tx, id: string, nim: string): Promise<boolean> {
  const row = await tx
    .selectFrom('pharmacies')
    .select('id')
    .where('fiscal_nim', '=', nim)
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

/** The sealed tokens of all pharmacies. Needs a transaction of the platform. */
export async function sealedTokens(tx: Tx): Promise<{ id: string; sealed: string }[]> {
  const rows = await tx
    .selectFrom('pharmacies')
    .select(['id', 'fiscal_token as sealed'])
    .where('fiscal_token', 'is not', null)
    .forUpdate()
    .execute()
  return rows.map(({ id, sealed }) => ({ id, sealed: sealed! }))
}

/** As `writeFiscalToken`, of the same token: when it was set stays. */
export async function resealToken(tx: Tx, id: string, sealed: string): Promise<void> {
  await tx.updateTable('pharmacies').set({ fiscal_token: sealed }).where('id', '=', id).execute()
}
