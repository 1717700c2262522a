import * as z from 'zod'
import { madeAtTill, TillAmount } from '#shared/contract/made-at-till.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { picture } from '#shared/contract/photos.ts'
import { Grant } from '#shared/contract/tokens.ts'
import {
  ById,
  Comment,
  Day,
  Id,
  Instant,
  Money,
  Note,
  PageQuery,
  pageOf,
  Search,
  severalOf,
  sortedBy,
} from '#shared/contract/values.ts'

const what = {
  registerId: Id,
  reasonId: Id,
  amount: TillAmount.positive(),
  beneficiary: Note.default(null),
  note: Comment.default(null),
  spentAt: Instant,
}
/** Money taken from the drawer for an expense. `exceeding`: the lent right to take more than the drawer holds. */
export const NewDisbursement = z.object({
  ...madeAtTill,
  ...what,
  grant: Grant.optional(),
  exceeding: Grant.optional(),
})
export type NewDisbursement = z.infer<typeof NewDisbursement>

export const Disbursement = z.object({
  id: Id,
  number: z.int().positive(),
  ...what,
  reason: z.string(),
  userId: Id,
  userName: z.string(),
})
export type Disbursement = z.infer<typeof Disbursement>

/** A disbursement that pays nothing else yet. */
export const UnusedDisbursement = z.object({
  id: Id,
  number: z.int(),
  amount: Money,
  spentAt: Instant,
  reason: z.string(),
  beneficiary: z.string().nullable(),
})
export type UnusedDisbursement = z.infer<typeof UnusedDisbursement>

/** Photo of the expense's receipt: JPEG or WebP, shrunk by the terminal. */
const photo = { ...picture, takenAt: Instant }
export const NewDisbursementPhoto = z.object({ ...madeAtTill, ...photo, disbursementId: Id })
export type NewDisbursementPhoto = z.infer<typeof NewDisbursementPhoto>
const DisbursementPhoto = z.object(photo)
export type DisbursementPhoto = z.infer<typeof DisbursementPhoto>

export const disbursements = {
  create: endpoint({
    method: 'POST',
    path: '/disbursements',
    summary: 'Pay out of a register, exactly once',
    permission: 'disbursement.create',
    touches: ['cash-registers'],
    deferred: true,
    body: NewDisbursement,
    reply: Disbursement,
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/disbursements',
    summary: 'List disbursements, newest first unless sorted, with their sum',
    permission: 'register.use',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      search: Search.optional(),
      reasonId: severalOf(Id).optional(),
      userId: Id.optional(),
      registerId: Id.optional(),
      sort: sortedBy('number', 'spentAt', 'hour', 'reason', 'beneficiary', 'note', 'user', 'amount').optional(),
    }),
    reply: pageOf(Disbursement).extend({ amount: Money }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/disbursements/{id}',
    summary: 'Read a disbursement',
    permission: 'register.use',
    params: ById,
    reply: Disbursement,
  }),
  addPhoto: endpoint({
    method: 'POST',
    path: '/disbursements/photos',
    summary: 'Attach the photo of a receipt to a disbursement, exactly once',
    permission: 'disbursement.create',
    touches: ['cash-registers'],
    deferred: true,
    body: NewDisbursementPhoto,
    reply: z.object({ id: Id }),
    status: 201,
  }),
  photos: endpoint({
    method: 'GET',
    path: '/disbursements/{id}/photos',
    summary: 'The photos of a disbursement',
    permission: 'register.use',
    params: ById,
    reply: z.array(DisbursementPhoto),
  }),
}
