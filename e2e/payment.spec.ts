import { expect, test } from './journey.ts'
import { francs } from './money.ts'

test('one part by phone, the rest in cash: the remainder stands in sight, and what is missing is named before anything is sent', async ({ till, shop }) => {
  const sent: string[] = []
  till.page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/api/sales') && sent.push(request.postData() ?? ''))
  await till.open()
  await till.add('augmentin 1 g')
  const identifier = await till.identifier()
  const total = await till.total()
  await till.pay.click()
  await expect(till.payment.end).toBeDisabled()
  await expect(till.payment.end).toContainText('Il reste une somme à payer')

  await till.payment.add('Mobile')
  await till.payment.type(1000)
  await expect(till.payment.due).toContainText(francs(total - 1000))
  await expect(till.payment.rows.first()).toContainText('Opérateur manquant')
  await till.payment.reference.fill('MP261121.1034.A77')
  await till.payment.add('Espèces')
  await till.payment.type(20_000)
  await expect(till.payment.change).toContainText(francs(20_000 - (total - 1000)))

  await till.payment.end.click()
  await expect(till.refusal).toContainText('Il manque 1 information')
  await expect(till.refusal).toContainText(/Mobile · 1\s000\sF\sCFA/)
  await expect(till.refusal.getByRole('button', { name: /^Terminer la vente/ })).toBeDisabled()
  expect(sent).toEqual([])

  await till.refusal.getByRole('radio', { name: 'Celtiis Cash' }).click()
  await till.refusal.getByRole('button', { name: /^Terminer la vente/ }).click()
  await till.finalNumber()
  await expect(till.done.getByRole('status', { name: 'À rendre' })).toContainText(francs(20_000 - (total - 1000)))
  expect(sent).toHaveLength(1)
  const payments = (JSON.parse(sent[0]!) as { payments: unknown[] }).payments
  expect(payments).toMatchObject([
    { type: 'MOBILE_MONEY', amount: 1000, phoneOperator: 'Celtiis Cash', transactionReference: 'MP261121.1034.A77' },
    { type: 'CASH', amount: total - 1000, tendered: 20_000 },
  ])
  expect(await shop.sales(identifier)).toMatchObject([{ total, paymentTypes: ['MOBILE_MONEY', 'CASH'] }])
})

test('a payment that is taken away leaves the sum to pay again; a note touched twice is taken back', async ({ till }) => {
  await till.open()
  await till.add('coartem 20/120')
  const total = await till.total()
  await till.notes.last().click()
  await expect(till.change).toBeVisible()
  await till.notes.last().click()
  await expect(till.toPay).toContainText(francs(total))

  await till.pay.click()
  await till.payment.add('Carte')
  await expect(till.payment.end).toBeEnabled()
  await till.page.getByRole('button', { name: 'Retirer le paiement Carte' }).click()
  await expect(till.payment.due).toContainText(francs(total))
  await expect(till.payment.rows).toHaveCount(0)
})
