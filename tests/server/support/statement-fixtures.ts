import { randomUUID } from 'node:crypto'
import type { CallFixture } from '#tests/server/support/call-fixtures.ts'
import { aMail } from '#tests/server/support/mailing.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** Valid requests of the calls about statements, claims and payments of suppliers (`callFixtures`). */
export function statementFixtures(shop: Shop): Record<string, () => CallFixture> {
  const own = (name: string): string => idOf(shop.id, name)
  const supplierId = own('delivering supplier')
  const statement = { id: own('statement') }
  const claim = { id: own('claim') }
  const line = {
    kind: 'goods',
    noteNumber: '88412',
    day: '2026-02-01',
    code: '2000017',
    label: 'DOLIPRANE 1G CPR B/8',
    productId: null,
    quantity: 10,
    free: 0,
    price: '650.45',
    rebate: 0,
    vat: 0,
    amount: 6500,
  }
  return {
    'billStatements.list': () => ({ query: { search: 'rel', state: 'draft', supplierId, sort: '-total' } }),
    'billStatements.read': () => ({ params: statement }),
    'billStatements.records': () => ({ params: statement, query: { show: 'all', search: 'doli', sort: '-signed' } }),
    'billStatements.notes': () => ({ params: statement }),
    'billStatements.profile': () => ({ params: { id: supplierId } }),
    'billStatements.create': () => ({
      body: {
        id: randomUUID(),
        supplierId,
        reference: `R ${randomUUID().slice(0, 8)}`,
        from: '2026-02-01',
        to: '2026-02-28',
        dueOn: '2026-03-31',
        total: 6500,
        note: null,
        fileName: 'releve.csv',
        lines: [line],
        profile: { columns: { code: 'Code', amount: 'Montant' }, decimals: 'comma' },
      },
    }),
    'billStatements.patch': () => ({
      params: statement,
      body: {
        reference: 'REL-8',
        from: '2026-02-01',
        to: '2026-02-28',
        dueOn: '2026-04-15',
        total: 6500,
        note: 'Revu',
      },
    }),
    'billStatements.putRecord': () => ({ params: { ...statement, position: '2' }, body: line }),
    'billStatements.removeRecord': () => ({ params: { ...statement, position: '1' } }),
    'billStatements.decide': () => ({ params: statement, body: { positions: [1], decision: 'pay' } }),
    'billStatements.validate': () => ({ params: { id: own('decided statement') } }),
    'billStatements.reopen': () => ({ params: { id: own('validated statement') } }),
    'billStatements.cancel': () => ({ params: statement, body: { reason: 'Saisi deux fois' } }),
    'wholesalerClaims.list': () => ({ query: { search: 'ubi', state: 'draft,sent', supplierId, sort: '-claimed' } }),
    'wholesalerClaims.report': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
    'wholesalerClaims.read': () => ({ params: claim }),
    'wholesalerClaims.create': () => ({
      body: {
        id: randomUUID(),
        supplierId,
        note: null,
        lines: [
          {
            reason: 'damaged',
            label: 'DOLIPRANE 1G CPR B/8',
            noteNumber: '88412',
            deliveryId: own('delivery'),
            evidence: 'Cartons mouillés',
            amount: 1300,
          },
        ],
      },
    }),
    'wholesalerClaims.mail': () => ({ params: claim, body: aMail() }),
    'wholesalerClaims.mails': () => ({ params: claim }),
    'wholesalerClaims.photos': () => ({ params: claim }),
    'wholesalerClaims.addPhoto': () => ({
      params: claim,
      body: {
        id: randomUUID(),
        position: 1,
        mime: 'image/jpeg',
        data: Buffer.from([0xff, 0xd8, 0xff]).toString('base64'),
      },
    }),
    'wholesalerClaims.removePhoto': () => ({ params: { id: own('draft claim'), photoId: own('claim photo') } }),
    'wholesalerClaims.patch': () => ({ params: claim, body: { note: 'Vu avec le délégué' } }),
    'wholesalerClaims.patchLine': () => ({
      params: { id: own('draft claim'), position: '1' },
      body: { reason: 'short-dated', label: 'DOLIPRANE 1 G', evidence: 'Périme dans un mois' },
    }),
    'wholesalerClaims.send': () => ({ params: { id: own('draft claim') } }),
    'wholesalerClaims.remind': () => ({ params: claim, body: { after: 0 } }),
    'wholesalerClaims.answer': () => ({
      params: claim,
      body: { answer: 'Accord', lines: [{ position: 1, accepted: 400 }] },
    }),
    'wholesalerClaims.credit': () => ({
      params: claim,
      body: { id: randomUUID(), number: 'AV-12', day: '2026-02-20', amount: 400 },
    }),
    'wholesalerClaims.cancel': () => ({ params: { id: own('draft claim') }, body: { reason: 'Erreur' } }),
    'supplierPayments.list': () => ({
      query: { search: 'chq', supplierId, means: 'CHEQUE,CASH', from: '2026-01-01', to: '2026-12-31', sort: '-amount' },
    }),
    'supplierPayments.read': () => ({ params: { id: own('supplier payment') } }),
    'supplierPayments.payables': () => ({}),
    'supplierPayments.calendar': () => ({}),
    'supplierPayments.account': () => ({
      params: { id: supplierId },
      query: { from: '2026-01-01', to: '2026-12-31' },
    }),
    'supplierPayments.cashOut': () => ({}),
    'supplierPayments.create': () => ({
      body: {
        id: randomUUID(),
        supplierId,
        means: 'CHEQUE',
        amount: 5000,
        paidOn: '2026-02-20',
        reference: 'CHQ 1204',
        note: null,
        disbursementId: null,
      },
    }),
    'supplierPayments.cancel': () => ({
      params: { id: own('supplier payment') },
      body: { reason: 'Chèque non remis' },
    }),
  }
}
