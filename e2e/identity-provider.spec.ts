import { expect, test } from './journey.ts'
import { chooseAccount, giveAccount, reachIdentityProvider } from './identity-provider.ts'
import { Entry } from './pages/entry.ts'
import { gilles, terminalAccount } from './people.ts'

test(
  'an identity provider signs a terminal in by a window, says when that is closed, and in the page where windows are blocked',
  { tag: ['@kiosk/unlock', '@server/identity', '@server/http'] },
  async ({ browser, watch }) => {
    const { email } = terminalAccount
    const button = 'Continuer avec Google'

    await test.step('A window of its own.', async () => {
      const context = watch(await browser.newContext())
      await reachIdentityProvider(context)
      const page = await context.newPage()
      const door = new Entry(page)
      await page.goto('/backoffice/')
      const [closed] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: button }).click(),
      ])
      await expect(page.getByText('Terminez dans la fenêtre qui s’est ouverte')).toBeVisible()
      await expect(closed.getByText('Sign-in with')).toBeVisible()
      expect(await closed.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
      await closed.close()
      await expect(page.getByRole('alert')).toContainText('fermée', { timeout: 30_000 })
      const [chosen] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: button }).click(),
      ])
      await giveAccount(chosen, email)
      await expect(door.member(gilles)).toBeVisible()
      await door.unlock(gilles)
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
      await context.close()
    })

    await test.step('In the page, where the browser blocks windows.', async () => {
      const context = watch(await browser.newContext())
      await reachIdentityProvider(context)
      await context.addInitScript('window.open = () => null')
      const page = await context.newPage()
      await page.goto('/kiosk/')
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('button', { name: 'Ouvrir Google dans cette page' }).click()
      await chooseAccount(page, email)
      await expect(page).toHaveURL(/\/kiosk\//)
      await expect(new Entry(page).member(gilles)).toBeVisible()
      await context.close()
    })
  },
)
