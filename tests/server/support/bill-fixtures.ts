import { randomUUID } from 'node:crypto'
import { usualRule } from '#server/bills/bill-rule.repo.ts'
import type { CallFixture } from '#tests/server/support/call-fixtures.ts'
import { aMail } from '#tests/server/support/mailing.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** Valid requests of the calls about bills and their payments (`callFixtures`). */
export function billFixtures(shop: Shop): Record<string, () => CallFixture> {
  const own = (name: string): string => idOf(shop.id, name)
  const bill = { id: own('bill') }
  const statement = { id: own('money statement') }
  const payer = { id: own('company') }
  const period = { from: '2026-01-01', to: '2026-12-31' }
  const lines = [{ saleId: idOf(shop.id, 'past sale'), paymentId: own('payment') }]
  return {
    'bills.list': () => ({
      query: { ...period, search: 'f', state: 'open,sent', payerId: payer.id, payerKind: 'company', sort: '-left' },
    }),
    'bills.vouchers': () => ({
      query: {
        ...period,
        payerId: payer.id,
        show: 'incomplete',
        search: 'bon',
        sort: '-left',
        deadline: 'soon',
        waiting: 'only',
      },
    }),
    'bills.proposals': () => ({ query: { ...period, earlier: 'without' } }),
    'bills.aged': () => ({}),
    'usage.billingReport': () => ({ query: period }),
    'bills.read': () => ({ params: bill }),
    'bills.create': () => ({
      body: {
        id: randomUUID(),
        ...period,
        payerIds: [shop.organizationId],
        withIncomplete: true,
        withEarlier: false,
        withAhead: true,
      },
    }),
    'bills.run': () => ({ params: { id: own('bill run') } }),
    'bills.send': () => ({ params: bill }),
    'bills.cancel': () => ({ params: { id: own('open bill') }, body: { reason: 'Mauvaise période' } }),
    'bills.refuse': () => ({
      params: bill,
      body: { id: randomUUID(), lines, outcome: 'present-again', reason: 'Illisible' },
    }),
    'bills.writeOff': () => ({ params: bill, body: { id: randomUUID(), lines, reason: 'Faillite' } }),
    'bills.writeOffs': () => ({ query: { ...period, search: 'nsia', payerId: payer.id, sort: '-amount' } }),
    'bills.rule': () => ({ params: payer }),
    'bills.putRule': () => ({ params: payer, body: { ...usualRule, mostLines: 200 } }),
    'bills.mail': () => ({ params: bill, body: aMail() }),
    'bills.mails': () => ({ params: bill }),
    'billFollowUps.collection': () => ({ params: payer }),
    'billFollowUps.create': () => ({
      body: {
        id: randomUUID(),
        payerId: payer.id,
        kind: 'reminder',
        step: 1,
        channel: 'phone',
        note: 'Rappelle lundi',
      },
    }),
    'billFollowUps.end': () => ({ params: { id: own('follow up') }, body: { note: 'Accord trouvé' } }),
    'billBatches.files': () => ({ body: { id: randomUUID(), billIds: [bill.id], kind: 'export', format: 'csv' } }),
    'billBatches.send': () => ({ body: { id: randomUUID(), billIds: [bill.id], kind: 'mark' } }),
    'billBatches.list': () => ({ query: {} }),
    'billBatches.read': () => ({ params: { id: own('bill batch') } }),
    'billBatches.file': () => ({ params: { id: own('bill batch') } }),
    'billFiles.create': () => ({ body: { id: randomUUID(), billId: bill.id, format: 'pdf' } }),
    'billFiles.list': () => ({ query: { billId: bill.id } }),
    'billFiles.read': () => ({ params: { id: own('bill file') } }),
    'moneyStatements.list': () => ({ query: { ...period, search: 'boa', kind: 'bank', sort: '-unrecorded' } }),
    'moneyStatements.read': () => ({ params: statement }),
    'moneyStatements.profile': () => ({ query: { kind: 'bank', account: 'BOA' } }),
    'moneyStatements.create': () => ({
      body: {
        id: randomUUID(),
        kind: 'mobile-money',
        account: 'MTN',
        fileName: 'momo.csv',
        lines: [{ day: '2026-03-20', minutes: 600, reference: 'T1', phone: null, label: null, amount: 1000 }],
      },
    }),
    'moneyStatements.match': () => ({ params: statement }),
    'moneyStatements.decide': () => ({
      params: statement,
      body: { decision: 'explain', position: 1, reason: 'Apport du titulaire' },
    }),
    'moneyStatements.remove': () => ({ params: statement }),
    'billPayments.list': () => ({
      query: {
        ...period,
        search: 'vir',
        payerId: payer.id,
        means: 'TRANSFER,CHEQUE',
        sort: '-amount',
        ahead: 'only',
        waiting: 'only',
      },
    }),
    'billPayments.cashOut': () => ({}),
    'billPayments.awaited': () => ({ params: payer }),
    'billPayments.profile': () => ({ params: payer }),
    'billPayments.read': () => ({ params: { id: own('bill payment') } }),
    'billPayments.create': () => ({
      body: {
        id: randomUUID(),
        payerId: payer.id,
        means: 'TRANSFER',
        amount: 200,
        paidOn: '2026-03-21',
        reference: 'VIR 2',
        note: null,
        billId: bill.id,
        unexplained: [{ voucher: 'B-2', insuredNumber: null, beneficiary: 'AHO Sika', amount: 100 }],
      },
    }),
    'billPayments.allocate': () => ({ body: { id: randomUUID(), payerId: payer.id, billId: bill.id } }),
    'billPayments.giveBack': () => ({
      params: { id: own('payment ahead') },
      body: {
        id: randomUUID(),
        amount: 10,
        means: 'CASH',
        returnedOn: '2026-03-22',
        reference: null,
        reason: 'Payé deux fois',
      },
    }),
    'billPayments.undoReturn': () => ({ params: { id: own('payment return') }, body: { reason: 'Mal saisi' } }),
    'billPayments.explain': () => ({
      params: { id: own('payment ahead') },
      body: { position: 1, reason: 'Bon d’une autre pharmacie' },
    }),
    'billPayments.cancel': () => ({ params: { id: own('bill payment') }, body: { reason: 'Rejeté' } }),
  }
}
