import * as z from 'zod'
import { CappedAmount, Id, RoleNames } from '#shared/contract/values.ts'

/**
 * Fields of every record made at the till: an id and a revision from the terminal, and the author with his roles at
 * that moment.
 */
export const madeAtTill = {
  id: Id,
  revision: z.int().positive(),
  terminalId: Id,
  sessionId: Id,
  sellerId: Id,
  sellerRoles: RoleNames,
}
/** An amount in a drawer or handed over, in minor units. Never negative: the kind of the act gives the direction. */
export const TillAmount = CappedAmount
export const Operator = z.string().trim().min(1).max(100).nullable()
