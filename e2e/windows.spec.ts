import { ean13Of, hasTwoLots } from './boxes.ts'
import { expect, test } from './journey.ts'
import { BackOffice } from './pages/back-office.ts'
import { gilles, rachelle } from './people.ts'

/** What the house promises, from the moment the sale is accepted. */
const promised = { timeout: 2_000 }

test('a sale closed at the counter shows in open back-office windows within two seconds, on this post and on another', async ({ till, backOffice, browser, watch }) => {
  await till.open(gilles)
  await backOffice.openAgain('/ventes')
  const context = watch(await browser.newContext())
  const elsewhere = new BackOffice(await context.newPage())
  await elsewhere.open(gilles)
  await expect(elsewhere.figures).toContainText('Boîtes vendues')
  const soldBefore = await elsewhere.figure('Ventes')

  await till.add('coartem 20/120')
  await till.payExactly()
  const number = await till.finalNumber()
  await expect(backOffice.rows('Ventes').first().getByRole('gridcell').first()).toHaveText(String(number), promised)
  await expect(elsewhere.lastSales).toContainText(new RegExp(`n°\\s${number}(?!\\d)`), promised)
  await expect.poll(() => elsewhere.figure('Ventes')).toBe(soldBefore + 1)
  await context.close()
})

test('what a sale took is missing from the stock list of another window, without a reload', async ({ till, backOffice, shop }) => {
  const product = (await shop.products()).find(hasTwoLots)!
  const before = product.stockItems.reduce((sum, { quantity }) => sum + quantity, 0)
  const row = backOffice.rows('Stock').filter({ hasText: product.label })
  const left = (boxes: number) => row.getByRole('gridcell', { name: String(boxes), exact: true })
  await till.open(gilles)
  await backOffice.openAgain(`/stock/${product.id}`)
  await expect(left(before)).toBeVisible()
  await till.scan(ean13Of(product)!)
  await expect(till.lines).toHaveCount(1)
  await till.payExactly()
  await till.finalNumber()
  await expect(left(before - 1)).toBeVisible(promised)
})

test('one lock for all windows of a post, and one sign-out', async ({ till, backOffice }) => {
  await till.open(gilles)
  await till.add('coartem 20/120')
  await backOffice.openAgain()

  await backOffice.chooseInMenu('Verrouiller ou changer d’utilisateur')
  await expect(till.entry.question).toBeVisible()
  await till.unlock(rachelle)
  await expect(backOffice.page.getByRole('button', { name: /HOUNKPATIN/ })).toBeVisible()
  await till.lock()
  await expect(backOffice.entry.question).toBeVisible()

  await till.entry.signOut()
  await expect(till.entry.signInTitle).toBeVisible()
  await expect(backOffice.entry.signInTitle).toBeVisible()
})
