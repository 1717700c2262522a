import { discountLimitOf, lowerLimit } from '#shared/domain/discount.ts'
import type { PersonName } from '#shared/domain/person.ts'
import { isProven, type Sender, type Standing, standingOf } from '#shared/domain/standing.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { sellerRights, type Rights } from '#server/sellers/seller-rights.ts'
import { type ActingRows, type Named, readActing, type RoleRights } from '#server/sellers/seller.repo.ts'

/**
 * The member who made a parcel, the proof, and the rights that count for it. `seller` null: not a member of this
 * pharmacy. `sessionAt`: when his session began.
 */
export type Acting = { seller: PersonName | null; standing: Standing; sessionAt: Date | null; rights: Rights }

/** The account of the token that the call was made with. */
export function senderOf({ actor: { userId, unlockId } }: Pick<Context, 'actor'>): Sender {
  return { userId, unlockId }
}

/**
 * Reads the member, the proof and the rights of a parcel from the sender and the named session. The roles named in the
 * parcel are ignored.
 */
export async function readActor(
  tx: Tx,
  context: Context,
  named: Named,
  sender: Sender = senderOf(context),
): Promise<Acting> {
  return actingOf(await readActing(tx, pharmacyOf(context), { sender, named }), sender, named.sellerId)
}

/**
 * The rights that count for a parcel. Proven: those of the member, today or at the moment of the act; a right that was
 * revoked while the parcel waited still counts, because the customer has left. Sent by another member: what both may
 * do. Sent by a terminal with an unknown session: those of the member today.
 */
export function actingOf(
  { seller, rolesThen, senderRoles, isHisSession, sessionAt }: ActingRows,
  sender: Sender,
  sellerId: string,
): Acting {
  const standing = standingOf(sender, sellerId, isHisSession)
  const own = union(seller?.roles ?? [])
  const present = standing === 'other-sender' ? common(own, union(senderRoles)) : own
  const then = union(isProven(standing) ? rolesThen : [])
  return {
    seller: seller && { firstName: seller.firstName, lastName: seller.lastName },
    standing,
    sessionAt,
    rights: sellerRights({ active: seller?.active ?? false, permissions: present.permissions }, then.permissions, {
      present: present.discountLimit,
      soldUnder: then.discountLimit,
    }),
  }
}

/** The refusal of an act that moves money or goods back without proof of its member; null if proven. */
export function refusalOfUnproven({ seller, standing }: Acting, sellerId: string): Refusal | null {
  if (!seller) return { message: 'sales:unknownSeller', details: { sellerId } }
  return isProven(standing) ? null : { message: 'auth:unprovenSender', details: { sellerId } }
}

/** The refusal of a parcel if its seller is not a member of this pharmacy or lacks the right; null otherwise. */
export function refusalOfActing(
  { seller, rights }: Acting,
  sellerId: string,
  permission: Parameters<Rights['may']>[0],
): Refusal | null {
  if (!seller) return { message: 'sales:unknownSeller', details: { sellerId } }
  return rights.may(permission) ? null : { message: 'auth:forbidden', details: { permission } }
}

function common(one: RoleRights, other: RoleRights): RoleRights {
  return {
    permissions: one.permissions.filter((permission) => other.permissions.includes(permission)),
    discountLimit: lowerLimit(one.discountLimit, other.discountLimit),
  }
}

function union(roles: readonly RoleRights[]): RoleRights {
  return {
    permissions: [...new Set(roles.flatMap(({ permissions }) => permissions))],
    discountLimit: discountLimitOf(roles),
  }
}
