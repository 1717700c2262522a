import type { CallReply } from '#shared/contract/endpoint.ts'
import type { pharmacies } from '#shared/contract/users.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import { pharmaciesOfAccount } from '#server/pharmacies/entry.repo.ts'

/** The pharmacies that the account of the caller opens. */
export async function ownPharmacies({ actor, database }: Context): Promise<CallReply<typeof pharmacies.mine>> {
  const found = await database.platform((tx) => pharmaciesOfAccount(tx, actor.userId))
  return found.map(({ id, name, city }) => ({ id, name, city }))
}

/**
 * A token with which the account of the caller signs in again, in another of its pharmacies. The claim is of this
 * sign-in: the account's other terminals stay where they are. Throws `requests:notFound` for a pharmacy that the account
 * does not open.
 */
export async function enterPharmacy({ actor, database, identity }: Context, id: string): Promise<{ token: string }> {
  const found = await database.platform((tx) => pharmaciesOfAccount(tx, actor.userId))
  const { firebaseUid } = requireRow(found.find((one) => one.id === id))
  return { token: await identity.customToken(firebaseUid, { enters: id }) }
}
