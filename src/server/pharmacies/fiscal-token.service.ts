import type { Pharmacy } from '#shared/contract/users.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Database } from '#server/db/database.ts'
import { findPharmacy, resealToken, sealedTokens, writeFiscalToken } from '#server/pharmacies/pharmacy.repo.ts'

/** The place to which a sealed token is bound. */
export function fiscalTokenPlace(pharmacyId: string): string {
  return `${pharmacyId}/fiscal-token`
}

/** Sets the token of the fiscal platform, sealed; null takes it away. No answer shows it again. */
export async function setFiscalToken(context: Context, token: string | null, secrets: Secrets): Promise<Pharmacy> {
  const pharmacyId = pharmacyOf(context)
  const sealed = token === null ? null : secrets.seal(token, fiscalTokenPlace(pharmacyId))
  return context.database.write(pharmacyId, async (tx) => {
    await writeFiscalToken(tx, pharmacyId, sealed, context.now)
    return (await findPharmacy(tx, pharmacyId))!
  })
}

/** Seals every token with the current key. Returns how many were sealed with another one. Throws for an unknown key. */
export function rotateFiscalTokens(database: Database, secrets: Secrets): Promise<number> {
  return database.platform(async (tx) => {
    const old = (await sealedTokens(tx)).filter(({ sealed }) => !secrets.isCurrent(sealed))
    for (const { id, sealed } of old) {
      const place = fiscalTokenPlace(id)
      await resealToken(tx, id, secrets.seal(secrets.open(sealed, place), place))
    }
    return old.length
  })
}
