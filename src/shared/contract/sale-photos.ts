import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { picture } from '#shared/contract/photos.ts'
import { ById, Id, Instant, RoleNames } from '#shared/contract/values.ts'

/** A photo, usually of a voucher: JPEG or WebP, shrunk by the terminal. */
const photo = { ...picture, paymentId: Id.nullable(), takenAt: Instant }
export const NewSalePhoto = z.object({
  ...photo,
  revision: z.int().positive(),
  saleId: Id,
  terminalId: Id,
  sessionId: Id,
  sellerId: Id,
  sellerRoles: RoleNames,
})
export type NewSalePhoto = z.infer<typeof NewSalePhoto>
export const SalePhoto = z.object(photo)
export type SalePhoto = z.infer<typeof SalePhoto>

export const salePhotos = {
  addPhoto: endpoint({
    method: 'POST',
    path: '/sales/photos',
    summary: 'Attach the photo of a voucher to a sale, exactly once',
    permission: 'sale.sell',
    touches: ['sales'],
    deferred: true,
    body: NewSalePhoto,
    reply: z.object({ id: Id }),
    status: 201,
  }),
  photos: endpoint({
    method: 'GET',
    path: '/sales/{id}/photos',
    summary: 'The photos of a sale',
    permission: 'member',
    params: ById,
    reply: z.array(SalePhoto),
  }),
}
