import type { PinAlert } from '#shared/contract/pin-alerts.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { findPinAlerts, noteWrongPin, type PinAlertQuery, type WrongSeries } from '#server/pin-alerts/pin-alert.repo.ts'

/** Records a wrong PIN after which the next attempt must wait, and publishes a hint to the windows. */
export async function raisePinAlert(tx: Tx, context: Context, series: WrongSeries): Promise<void> {
  await noteWrongPin(tx, pharmacyOf(context), series, context.now)
  context.changes.made = true
}

/** The latest first unless sorted. */
export function listPinAlerts(context: Context, query: PinAlertQuery): Promise<{ items: PinAlert[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findPinAlerts(tx, pharmacyId, query))
}
