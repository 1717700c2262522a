import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { RegisterCounts, registerImports } from '#shared/contract/register-imports.ts'
import { judgeRegister, type JudgedRegisterRow } from '#shared/domain/registers/judge-register.ts'
import { readRegisterRow } from '#shared/domain/registers/read-register-row.ts'
import type { Tx } from '#server/db/database.ts'
import { requireRow } from '#server/base/require-row.ts'
import {
  keptKeysOf,
  knownProducts,
  registerCountryOf,
  type RegisterCountry,
} from '#server/register-imports/known-referential.repo.ts'

type File = HandlerInput<typeof registerImports.check>['body']

/** What every row of the file would do now. */
export async function judgeFile(
  tx: Tx,
  { countryCode, decimals, rows, decisions }: File,
): Promise<{ country: RegisterCountry; rows: JudgedRegisterRow[] }> {
  const country = requireRow(await registerCountryOf(tx, countryCode))
  const readings = rows.map((row) => readRegisterRow(row, { decimals, currencyDecimals: country.decimals }))
  const judged = judgeRegister(
    readings,
    {
      products: await knownProducts(tx, countryCode),
      keys: await keptKeysOf(tx, countryCode),
      currency: country.currency,
    },
    new Map(decisions.map(({ line, productId }) => [line, productId])),
  )
  return { country, rows: judged }
}

export function countsOf(rows: readonly JudgedRegisterRow[]): RegisterCounts {
  const of = (outcome: JudgedRegisterRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length
  return { created: of('new'), changed: of('change'), same: of('same'), proposed: of('proposed'), aside: of('aside') }
}
