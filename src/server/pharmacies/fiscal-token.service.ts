import type { FiscalTokenTest } from '#shared/contract/mecef.ts'
import type { Pharmacy } from '#shared/contract/users.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { judgeToken, type TokenOwner } from '#shared/domain/fiscal/fiscal-token.ts'
import { platformDifferences } from '#shared/domain/fiscal/platform-differences.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'
import type { FiscalSimulators } from '#server/base/config.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { storeCheck, wakeQueue } from '#server/fiscal-life/fiscal-queue.repo.ts'
import { openAsk } from '#server/fiscal/fiscal-http.ts'
import { addressesOf, openFiscalPort } from '#server/fiscal/fiscal-port.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Database, Tx } from '#server/db/database.ts'
import {
  findPharmacy,
  isMachineOfAnother,
  resealToken,
  sealedToken,
  sealedTokens,
  writeFiscalToken,
} from '#server/pharmacies/pharmacy.repo.ts'

/** The place to which a sealed token is bound. */
export function fiscalTokenPlace(pharmacyId: string): string {
  return `${pharmacyId}/fiscal-token`
}

/**
 * Sets the token of the fiscal platform, sealed; null takes it away. No answer shows it again. Throws
 * `financing:invalidMCFTokenProvided` with its reason for a token that the platform could not accept.
 */
export async function setFiscalToken(context: Context, token: string | null, secrets: Secrets): Promise<Pharmacy> {
  const pharmacyId = pharmacyOf(context)
  const owner = token === null ? null : await ownerOf(context, pharmacyId, token)
  const sealed = token === null ? null : secrets.seal(token, fiscalTokenPlace(pharmacyId))
  return context.database.write(pharmacyId, async (tx) => {
    await writeFiscalToken(tx, pharmacyId, { sealed, owner }, context.now)
    await wakeQueue(tx, pharmacyId, context.now)
    return (await findPharmacy(tx, pharmacyId))!
  })
}

/**
 * Says whose a token is and until when, and what the platform answers to it. `token`: null for the one that is set.
 * Throws `financing:invalidMCFTokenProvided` with its reason when the token or the platform refuses it.
 */
export async function testFiscalToken(
  context: Context,
  typed: string | null,
  { secrets, simulators }: { secrets: Secrets; simulators: FiscalSimulators },
): Promise<FiscalTokenTest> {
  const pharmacyId = pharmacyOf(context)
  const { pharmacy, sealed } = await context.database.read(pharmacyId, async (tx) => ({
    pharmacy: (await findPharmacy(tx, pharmacyId))!,
    sealed: await sealedToken(tx, pharmacyId),
  }))
  if (typed === null && sealed === null) throw invalid({ reason: 'missing' })
  const token = typed ?? secrets.open(sealed!, fiscalTokenPlace(pharmacyId))
  const owner = await ownerOf(context, pharmacyId, token)
  const profile = fiscalProfile(pharmacy.country.fiscalPlatform)
  const port = openFiscalPort(
    profile,
    {
      taxId: pharmacy.taxId ?? '',
      token,
      addresses: addressesOf(profile, { nim: owner?.nim ?? null, simulators }),
      account: null,
    },
    openAsk(() => Promise.resolve()),
  )
  if (!port) throw invalid({ reason: 'no-platform' })
  const status = await port.status()
  if (status.kind === 'refused') throw invalid({ reason: 'refused', answer: status.message })
  if (status.kind === 'known' && owner && status.nim !== null && status.nim !== owner.nim)
    throw invalid({ reason: 'other-machine', nim: status.nim })
  const known = status.kind === 'known' ? status : null
  const facts = known && (await port.facts())
  const differences = facts && platformDifferences(profile, ratesOf(pharmacy, context.now), facts)
  if (differences)
    await context.database.write(pharmacyId, (tx) => storeCheck(tx, pharmacyId, differences, context.now))
  return {
    taxId: owner?.taxId ?? known?.taxId ?? null,
    nim: owner?.nim ?? known?.nim ?? null,
    expiresAt: owner?.expiresAt ?? known?.expiresAt ?? null,
    hasAnswered: known !== null,
    platformAt: known?.serverAt ?? null,
    differences,
  }
}

/** The rates of the groups in the country of the pharmacy, on its day. */
export function ratesOf({ country, timeZone }: Pharmacy, now: Date): (group: TaxGroup) => number | null {
  return (group) => taxRateOf(country.code, group, localDayOf(now, timeZone))
}

/** The pharmacy as its platform knows it. `token` null: none is set, or this server has no keys. */
export async function fiscalSeller(
  tx: Tx,
  pharmacyId: string,
  secrets: Secrets | undefined,
): Promise<{ pharmacy: Pharmacy; token: string | null }> {
  const sealed = await sealedToken(tx, pharmacyId)
  return {
    pharmacy: (await findPharmacy(tx, pharmacyId))!,
    token: sealed === null || !secrets ? null : secrets.open(sealed, fiscalTokenPlace(pharmacyId)),
  }
}

/** Whose the token says that it is; null where tokens say nothing. */
async function ownerOf(context: Context, pharmacyId: string, token: string): Promise<TokenOwner | null> {
  const { country, taxId } = (await context.database.read(pharmacyId, (tx) => findPharmacy(tx, pharmacyId)))!
  const profile = fiscalProfile(country.fiscalPlatform)
  if (profile.family === 'none' || profile.credential !== 'jwt') return null
  const verdict = judgeToken(token, { taxId, nowMs: context.now.getTime() })
  if (!verdict.ok) throw invalid({ reason: verdict.reason, ...verdict.owner })
  const isTaken = await context.database.platform((tx) => isMachineOfAnother(tx, pharmacyId, verdict.owner.nim))
  if (isTaken) throw invalid({ reason: 'other-pharmacy', ...verdict.owner })
  return verdict.owner
}

function invalid(details: Record<string, unknown>): AppError {
  return new AppError('financing:invalidMCFTokenProvided', details)
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
