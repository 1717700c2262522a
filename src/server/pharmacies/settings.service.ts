import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { PharmacySettings } from '#shared/contract/pharmacy-settings.ts'
import type { pharmacies, Pharmacy } from '#shared/contract/users.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { codesFor, fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { fold } from '#shared/domain/search/fold.ts'
import { applyChange } from '#server/base/apply-change.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { refuseFields, type FieldIssue } from '#server/base/field-issues.ts'
import { printerIssues, type PrinterNetwork } from '#server/base/printer-network.ts'
import { findPharmacy, readSettings, writeIdentity, writeSettings } from '#server/pharmacies/pharmacy.repo.ts'

/** The settings of the actor's pharmacy. */
export function settingsOf(context: Context): Promise<PharmacySettings> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => readSettings(tx, pharmacyId))
}

/** Changes the named settings for all terminals; the others stay. Throws `requests:invalid` at duplicates. */
export async function changeSettings(
  context: Context,
  change: HandlerInput<typeof pharmacies.changeSettings>['body'],
  network: PrinterNetwork,
): Promise<Pharmacy> {
  const pharmacyId = pharmacyOf(context)
  refuseFields([
    ...printerIssues(change.printers ?? [], network),
    ...twice(
      'printers',
      (change.printers ?? []).map(({ id, name }) => ({ id, name })),
    ),
    ...twice(
      'services',
      (change.services ?? []).map(({ id, label }) => ({ id, label })),
    ),
    ...twice(
      'fiscalAccount.tills',
      (change.fiscalAccount?.tills ?? []).map(({ terminalCode }) => ({ terminalCode })),
    ),
  ])
  return context.database.write(pharmacyId, async (tx) => {
    const { country, timeZone } = (await findPharmacy(tx, pharmacyId))!
    refuseFields(choiceIssues(change, country, localDayOf(context.now, timeZone)))
    await writeSettings(tx, pharmacyId, applyChange<PharmacySettings>(await readSettings(tx, pharmacyId), change))
    return (await findPharmacy(tx, pharmacyId))!
  })
}

/** Issues for what the law of the country does not leave to the pharmacy: a code must bear the rate of its group. */
function choiceIssues(
  { fiscalInvoices, fiscalCodes = {} }: HandlerInput<typeof pharmacies.changeSettings>['body'],
  { code: country, fiscalPlatform }: Pharmacy['country'],
  day: string,
): FieldIssue[] {
  const profile = fiscalProfile(fiscalPlatform)
  const wrong = taxGroups.filter((group) => {
    const chosen = fiscalCodes[group]
    return (
      chosen !== undefined && !codesFor(profile, taxRateOf(country, group, day)).some(({ code }) => code === chosen)
    )
  })
  return [
    ...(fiscalInvoices !== undefined && !profile.invoicing.includes(fiscalInvoices) ? ['fiscalInvoices'] : []),
    ...wrong.map((group) => `fiscalCodes.${group}`),
  ].map((path) => ({ path: `body.${path}`, message: 'unknown' }))
}

/** Changes what receipts and papers say of the pharmacy; what is not named stays. */
export function changeIdentity(
  context: Context,
  change: HandlerInput<typeof pharmacies.changeIdentity>['body'],
): Promise<Pharmacy> {
  const pharmacyId = pharmacyOf(context)
  refuseFields(
    twice(
      'bankAccounts',
      (change.bankAccounts ?? []).map(({ id, number }) => ({ id, number })),
    ),
  )
  return context.database.write(pharmacyId, async (tx) => {
    await writeIdentity(tx, pharmacyId, change)
    return (await findPharmacy(tx, pharmacyId))!
  })
}

/**
 * Issues for rows with the same id, which a terminal would take for one, or with the same name, which a user could not
 * tell apart.
 */
function twice(field: string, rows: readonly Record<string, string>[]): FieldIssue[] {
  const keys = rows.map((row) => Object.entries(row).map(([key, value]) => `${key} ${fold(value)}`))
  return rows.flatMap((row, index) => {
    const before = new Set(keys.slice(0, index).flat())
    return Object.keys(row).flatMap((key, place) =>
      before.has(keys[index]![place]!) ? [{ path: `body.${field}.${index}.${key}`, message: 'twice' }] : [],
    )
  })
}
