import { randomUUID } from 'node:crypto'
import type { CallFixture } from '#tests/server/support/call-fixtures.ts'
import { aDeliveryAct, aSupplierReturn } from '#tests/server/support/delivering.ts'
import { aMail } from '#tests/server/support/mailing.ts'
import { idOf, type Shop, type TestMember } from '#tests/server/support/shop.ts'

/** Valid requests of the calls about deliveries and their files (`callFixtures`). */
export function deliveryFixtures(shop: Shop): Record<string, (actor?: TestMember) => CallFixture> {
  const own = (name: string): string => idOf(shop.id, name)
  const period = { from: '2026-01-01', to: '2026-12-31' }
  const delivery = { id: own('delivery') }
  return {
    'deliveries.list': () => ({
      query: {
        ...period,
        search: 'doli',
        state: 'open,closed',
        supplierId: own('delivering supplier'),
        sort: '-total',
      },
    }),
    'deliveries.read': () => ({ params: delivery }),
    'deliveries.create': () => ({
      body: {
        id: randomUUID(),
        supplierId: own('delivering supplier'),
        bl: `BL ${randomUUID().slice(0, 8)}`,
        noteDay: '2026-02-01',
        receivedOn: '2026-02-01',
        noteTotal: 7000,
        aib: 70,
        note: null,
      },
    }),
    'deliveries.patch': () => ({ params: delivery, body: { noteTotal: 6500, aib: 65, note: 'Livreur en retard' } }),
    'deliveries.act': (seller) => ({
      body: aDeliveryAct(shop, {
        deliveryId: own('delivery'),
        lineId: own('delivery line'),
        line: { code: '2000017', label: 'DOLIPRANE', productId: shop.products[0], packagingId: null },
        add: 1,
        set: { free: 1, lot: 'L9' },
        fill: { expiresOn: '2028-06-30' },
        ...(seller ? { seller } : {}),
      }),
    }),
    'deliveries.close': () => ({
      params: delivery,
      body: { rest: 'given-up', uncontrolled: 99, acceptsBelowCost: false, withoutLot: 99 },
    }),
    'deliveries.cancel': () => ({ params: delivery, body: { reason: 'Colis refusé' } }),
    'deliveries.report': () => ({ query: { ...period, by: 'product' } }),
    'deliveries.reportCsv': () => ({ query: { ...period, supplierId: own('delivering supplier') } }),
    'orders.list': () => ({
      query: { search: 'doli', state: 'draft,sent', supplierId: own('delivering supplier'), sort: '-amount' },
    }),
    'orders.service': () => ({ query: period }),
    'orders.prices': () => ({ params: { id: shop.products[0] } }),
    'orders.read': () => ({ params: { id: own('order') } }),
    'orders.create': () => ({ body: { id: randomUUID(), supplierId: own('delivering supplier'), note: null } }),
    'orders.patch': () => ({ params: { id: own('order') }, body: { note: 'Livrer avant midi' } }),
    'orders.putLine': () => ({ params: { id: own('order'), productId: shop.products[1] }, body: { quantity: 3 } }),
    'orders.mail': () => ({ params: { id: own('order') }, body: { ...aMail(), layout: 'detailed' } }),
    'orders.mails': () => ({ params: { id: own('order') } }),
    'orders.send': () => ({ params: { id: own('order') } }),
    'orders.confirm': () => ({ params: { id: own('sent order') } }),
    'orders.cancel': () => ({ params: { id: own('order') }, body: { reason: 'Doublon' } }),
    'orders.giveUp': () => ({ params: { id: own('sent order') } }),
    'orders.deliver': () => ({
      params: { id: own('sent order') },
      body: { deliveryId: randomUUID(), bl: `BL ${randomUUID().slice(0, 8)}`, receivedOn: '2026-02-01' },
    }),
    'orders.csv': () => ({ params: { type: 'detailed' }, query: { id: own('order') } }),
    'orders.exportData': () => ({ params: { id: own('order') } }),
    'orderPreparations.records': () => ({ query: { search: 'doli', budget: 50_000, sort: '-loss' } }),
    'orderPreparations.recordsStat': () => ({ body: { productIds: [...shop.products] } }),
    'orderPreparations.spread': () => ({ params: { id: own('delivering supplier') } }),
    'orderPreparations.limits': () => ({
      query: { search: 'doli', supplierId: own('delivering supplier'), reason: 'none,too-low' },
    }),
    'orderPreparations.acceptLimits': () => ({
      body: { items: [{ id: shop.products[0], minimum: 4, maximum: 20, known: { minimum: 0, maximum: 0 } }] },
    }),
    'orderPreparations.close': () => ({ body: { id: randomUUID(), supplierIds: [own('delivering supplier')] } }),
    'orderRecords.patch': () => ({
      params: { id: shop.products[0] },
      body: { quantity: 4, supplierId: own('delivering supplier'), excludedUntil: null },
    }),
    'orderRecords.remove': () => ({ params: { id: shop.products[0] } }),
    'supplierReturns.list': () => ({
      query: { from: '2026-01-01', to: '2026-12-31', search: 'doli', state: 'sent', sort: '-value' },
    }),
    'supplierReturns.candidates': () => ({
      query: { supplierId: own('delivering supplier'), deliveryId: own('delivery'), productIds: shop.products[0] },
    }),
    'supplierReturns.read': () => ({ params: { id: own('supplier return') } }),
    'supplierReturns.create': () => ({ body: aSupplierReturn(shop, { supplierId: own('delivering supplier') }) }),
    'supplierReturns.credit': () => ({
      params: { id: own('supplier return') },
      body: { id: randomUUID(), number: 'AV-7', amount: 600, giveUp: 'Boîtes abîmées' },
    }),
    'supplierReturns.giveUp': () => ({ params: { id: own('supplier return') }, body: { reason: 'Trop peu' } }),
    'supplierReturns.cancel': () => ({ params: { id: own('supplier return') }, body: { reason: 'Erreur' } }),
    'deliveryImports.create': () => ({ body: { supplierId: own('delivering supplier') } }),
    'deliveryImports.read': () => ({ params: { id: own('delivery import') } }),
    'deliveryImports.enter': () => ({ params: { id: own('opening import') }, body: { makesProducts: true } }),
    'deliveryImports.patch': () => ({
      params: { id: own('delivery import') },
      body: {
        sheet: 0,
        profile: { columns: { code: 'Code', delivered: 'Qté' }, decimals: 'comma' },
        decisions: [{ line: 2, productId: shop.products[0] }],
      },
    }),
    'deliveryImports.book': () => ({
      params: { id: own('delivery import') },
      body: { receivedOn: '2026-02-01', bl: `BL ${randomUUID().slice(0, 8)}` },
    }),
  }
}
