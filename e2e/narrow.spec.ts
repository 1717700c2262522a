import { expect, test } from './journey.ts'
import { takePicture } from './looks.ts'
import { aurele, gilles } from './people.ts'

const phone = { width: 390, height: 844 }

/** How far the page can be pushed sideways, in pixels. */
const pushed = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

test.describe('in a hand', () => {
  test.use({ hasTouch: true })

  test('at 390 pixels a sale is made by touch, from the search to the ticket', async ({ till }) => {
    const { page } = till
    await till.open(aurele)
    await page.setViewportSize(phone)
    await takePicture(page, 'telephone comptoir')
    expect(await page.evaluate(pushed)).toBe(0)
    await till.search.fill('coartem 20/120')
    await till.hits
      .first()
      .getByRole('button', { name: /^Ajouter/ })
      .tap()
    await expect(till.line(/Coartem/)).toBeVisible()
    await takePicture(page, 'telephone ticket')
    expect(await page.evaluate(pushed)).toBe(0)
    await till.pay.tap()
    await takePicture(page, 'telephone encaissement')
    await page.getByRole('group', { name: 'Billets donnés par le client' }).getByRole('button').first().tap()
    await till.payment.end.tap()
    await till.finalNumber()
    await takePicture(page, 'telephone apres')
  })

  test('at 390 pixels the dashboard is one column, and leads where its lines say', async ({ backOffice }) => {
    await backOffice.open(gilles)
    const { page } = backOffice
    await page.setViewportSize(phone)
    await expect(page.getByRole('region', { name: 'Hier' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Hier' }).getByText('Espèces à déposer').first()).toBeVisible()
    await expect(backOffice.figures).toContainText('Boîtes vendues')
    await takePicture(page, 'telephone tableau')
    expect(await page.evaluate(pushed)).toBe(0)
    await page.getByRole('link', { name: 'Toutes' }).first().tap()
    await expect(backOffice.title).toHaveText('Ruptures')
  })
})
