import { randomUUID } from 'node:crypto'
import type { NewSalePhoto } from '#shared/contract/sale-photos.ts'
import { tinyJpeg } from '#tests/server/support/tiny-jpeg.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'

/** A photo of this sale as a terminal sends it, with defaults. */
export function aPhoto(
  shop: Shop,
  saleId: string,
  { seller = shop.vendeur, ...rest }: Partial<NewSalePhoto> & { seller?: TestMember } = {},
): NewSalePhoto {
  return {
    id: randomUUID(),
    revision: 1,
    saleId,
    paymentId: null,
    takenAt: '2026-03-02T10:00:00.000Z',
    mime: 'image/jpeg',
    data: Buffer.from(tinyJpeg).toString('base64'),
    terminalId: shop.terminal.id,
    sessionId: seller.sessionId,
    sellerId: seller.id,
    sellerRoles: seller.roles,
    ...rest,
  }
}
