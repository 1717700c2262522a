import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { pharmacies } from '#shared/contract/users.ts'
import { neighbourDays, type Calendar } from '#shared/domain/backup/kept-days.ts'
import { addDays, localDayOf, startOfLocalDay } from '#shared/domain/dates.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { BesideShop } from '#server/http/route.ts'
import { frenchDay } from '#server/locale/paper-words.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

/** The days that the backup can show, in the time of the pharmacy; none without a backup, or while its medium is away. */
export async function daysKept(
  context: Context,
  beside: BesideShop | null,
): Promise<CallReply<typeof pharmacies.keptDays>> {
  const days = beside ? await beside.days(await calendarOf(context)) : []
  return { days: days.map(({ day, at }) => ({ day, at: new Date(at).toISOString() })) }
}

/**
 * Begins to open a shop beside this one: as it was at the end of a day, or that of yesterday to exercise in; a young
 * shop exercises in all that the backup has. Throws `requests:invalid` for a day that is not kept, with its neighbours.
 */
export async function beginBeside(
  context: Context,
  wish: HandlerInput<typeof pharmacies.openBeside>['body'],
  beside: BesideShop | null,
): Promise<{ began: boolean }> {
  if (!beside) return { began: false }
  const calendar = await calendarOf(context)
  const days = await beside.days(calendar)
  const day = wish.kind === 'past' ? wish.day : addDays(calendar.dayOf(context.now.getTime()), -1)
  const kept = days.find((one) => one.day === day)
  if (!kept && wish.kind === 'past') {
    const near = Object.values(neighbourDays(days, day)).filter((one) => one !== null)
    const instead = near.length === 0 ? 'aucun autre ne l’est' : `gardés : ${near.map(frenchDay).join(', ')}`
    refuseFields([{ path: 'body.day', message: `ce jour n’est pas gardé ; ${instead}` }])
  }
  return { began: beside.begin({ kind: wish.kind, day: kept?.day ?? null, at: kept ? new Date(kept.at) : null }) }
}

async function calendarOf(context: Context): Promise<Calendar> {
  const pharmacyId = pharmacyOf(context)
  const zone = await context.database.read(pharmacyId, (tx) => timeZoneOf(tx, pharmacyId))
  return {
    dayOf: (ms) => localDayOf(new Date(ms), zone),
    endOf: (day) => startOfLocalDay(addDays(day, 1), zone).getTime() - 1,
  }
}
