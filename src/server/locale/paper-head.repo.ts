import { sql } from 'kysely'
import type { BankAccount } from '#shared/contract/users.ts'
import type { CopyKind } from '#shared/domain/backup/copy-kind.ts'
import type { Tx } from '#server/db/database.ts'

/** What the papers of a pharmacy say of it. */
export type PaperHead = {
  name: string
  countryCode: string
  address: string
  city: string
  phone: string
  taxId: string | null
  tradeRegister: string | null
  bankAccounts: BankAccount[]
  /** It was restored from a backup: what for. */
  copyKind: CopyKind | null
  currency: { symbol: string; decimals: number }
}

export async function paperHeadOf(tx: Tx, pharmacyId: string): Promise<PaperHead> {
  const { rows } = await sql<PaperHead>`
    select p.name, p.country_code as "countryCode", p.address, p.city, p.phone, p.tax_id as "taxId",
      p.trade_register as "tradeRegister", p.bank_accounts as "bankAccounts",
      p.copy_kind as "copyKind",
      json_build_object('symbol', c.currency_symbol, 'decimals', c.currency_decimals) as currency
    from pharmacies p join countries c on c.code = p.country_code where p.id = ${pharmacyId}`.execute(tx)
  return rows[0]!
}
