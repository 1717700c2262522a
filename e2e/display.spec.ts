import type { Page } from '@playwright/test'
import { expect, noNetwork, test } from './journey.ts'
import { faultsOf } from './looks.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 600 },
]

/** Nothing that axe finds, nothing that would have to be scrolled: nobody touches this screen. */
async function look(page: Page, face: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    const held = await page.evaluate(() => ({
      width: document.scrollingElement!.scrollWidth,
      height: document.scrollingElement!.scrollHeight,
    }))
    expect.soft(held, `${face} at ${size.width}×${size.height}`).toEqual(size)
    expect.soft(await faultsOf(page), `${face}: what axe finds`).toEqual([])
  }
}

test(
  'the customer’s screen follows the sale, gives thanks with the change, and goes on without a network and under the lock',
  { tag: ['@axe', '@kiosk/display', '@kiosk/terminal'] },
  async ({ till, context, expectErrors }) => {
    expectErrors(noNetwork)
    await till.open()
    await till.goTo('Poste')
    const opening = context.waitForEvent('page')
    await till.page.getByRole('button', { name: 'Ouvrir l’afficheur' }).click()
    const display = await opening
    const toPay = display.getByRole('status', { name: 'À payer' })
    await expect(display.getByRole('heading', { name: /Pharmacie Camp Guézo/ })).toBeVisible()
    await expect(display.locator('main')).toContainText(/8\sh–20\sh/)
    await look(display, 'idle')

    await till.goTo('Vente')
    await till.isReady()
    await till.scan('3400935955838')
    await expect(display.getByRole('listitem')).toHaveCount(1)
    await expect(toPay).toHaveText(/^À payer/)
    await till.add('coartem 20/120')
    await expect(display.getByRole('listitem')).toHaveCount(2)
    await look(display, 'selling')

    await context.setOffline(true)
    await till.notes.last().click()
    await expect(display.locator('main')).toContainText('Espèces reçues')
    await till.end.click()
    await expect(display.locator('main')).toContainText('Merci')
    await expect(display.getByRole('status', { name: 'Votre monnaie' })).toBeVisible()
    await look(display, 'thanks')
    await context.setOffline(false)

    await till.lock()
    await expect(display.getByRole('heading', { name: /Pharmacie Camp Guézo/ })).toBeVisible()
    await expect(display.locator('main')).not.toContainText('Merci')
    await display.reload()
    await expect(display.getByRole('heading', { name: /Pharmacie Camp Guézo/ })).toBeVisible()
  },
)
