import { expect, test } from './journey.ts'
import { aurele, rachelle, Till } from './pages/till.ts'

test('from a post that was never signed in to the first closed sale', async ({ page }) => {
  const till = new Till(page)
  await page.goto('/kiosk/')
  await expect(page.getByRole('heading', { name: 'Connectez ce poste' })).toBeVisible()
  await till.open(aurele)
  await expect(page.getByText('DOSSOU A.')).toBeVisible()

  await till.add('coartem 20/120')
  await expect(till.lines).toHaveCount(1)
  await till.payExactly()
  const number = await till.finalNumber()

  await page.getByRole('link', { name: 'Ventes' }).click()
  await expect(page.getByText(new RegExp(`n°\\s${number}`))).toBeVisible()
})

test('a wrong code is counted; another seller finds the sale that was left', async ({ page, expectRefusals }) => {
  expectRefusals(/422/)
  const till = new Till(page)
  await till.open(aurele)
  await till.add('doliprane 1000')
  await till.lock()

  await page.getByRole('button', { name: rachelle.name }).click()
  await page.keyboard.type('0000')
  await expect(page.getByText(/Code incorrect, encore \d essais?/)).toBeVisible()
  await page.keyboard.type(rachelle.pin)
  await expect(page.getByText('HOUNKPATIN R.')).toBeVisible()
  await expect(till.tabs.filter({ hasText: /1 ligne|\d{3}$/ }).first()).toBeVisible()
})

test('one scanned box paid in cash takes three gestures', async ({ page }) => {
  const till = new Till(page)
  await till.open(aurele)
  await till.scan('3400935955838')
  await expect(till.lines).toHaveCount(1)
  await till.notes.nth(1).click()
  await expect(till.change).toBeVisible()
  await till.end.click()
  await expect(till.done).toContainText('À rendre')
  await till.finalNumber()
})
