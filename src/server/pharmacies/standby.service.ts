import type { CallReply } from '#shared/contract/endpoint.ts'
import type { pharmacies } from '#shared/contract/users.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { StandbyDesk } from '#server/http/route.ts'
import { hasOthers } from '#server/pharmacies/engine.repo.ts'

/**
 * Words for a second computer. It gets everything that this server has, so nobody may ask for it on a server that is also
 * that of other owners: throws `auth:forbidden`, and `server:noStandby` where no second computer may follow.
 */
export async function pairStandby(
  context: Context,
  standby: StandbyDesk | null,
): Promise<CallReply<typeof pharmacies.pairStandby>> {
  const desk = await deskFor(context, standby)
  const { words, until } = await desk.offer()
  return { words, port: (await desk.facts()).port, until: until.toISOString() }
}

/** Ends the pairing. Throws as `pairStandby`. */
export async function forgetStandby(context: Context, standby: StandbyDesk | null): Promise<Record<string, never>> {
  await (await deskFor(context, standby)).forget()
  return {}
}

async function deskFor(context: Context, standby: StandbyDesk | null): Promise<StandbyDesk> {
  const pharmacyId = pharmacyOf(context)
  if (!standby) throw new AppError('server:noStandby')
  if (await context.database.platform((tx) => hasOthers(tx, pharmacyId))) throw new AppError('auth:forbidden')
  return standby
}
