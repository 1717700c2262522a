import { expect, test } from './journey.ts'
import { hasReferential } from './shop.ts'
import { adminAccount, gilles } from './people.ts'

test(
  'from an address that leads nowhere to the sale behind a figure, then everything by a few letters',
  {
    tag: [
      '@shared',
      '@backoffice/dashboard',
      '@backoffice/finder',
      '@backoffice/shortages',
      '@backoffice/sales',
      '@server/usage',
      '@backoffice/reports',
      '@server/reports',
    ],
  },
  async ({ backOffice, shop }) => {
    await test.step('an address that leads nowhere has a way home, and an address asked for before the PIN is kept', async () => {
      const { page } = backOffice
      await page.goto('/backoffice/nulle-part')
      await backOffice.entry.signIn()
      await backOffice.entry.unlock(gilles)
      await expect(page.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible()
      await page.getByRole('link', { name: 'Retour à l’accueil' }).click()
      await expect(backOffice.figures).toBeVisible()
    })

    await test.step('from a figure of the dashboard to the product that is missing, its movements and the sale that took it', async () => {
      const missing = await backOffice.shortages.getByRole('link').nth(1).innerText()
      await backOffice.todo.getByRole('link', { name: /en rupture/ }).click()
      await expect(backOffice.title).toHaveText('Ruptures')
      const count = /^\d+/.exec(await backOffice.page.getByText(/^\d+\sruptures?,/).innerText())?.[0]
      // The figure and the list behind it count the same.
      await backOffice.page.goBack()
      await expect(backOffice.todo).toContainText(new RegExp(`${count}\\sproduits? en rupture`))
      await backOffice.page.goForward()
      await backOffice.rows('Ruptures').filter({ hasText: missing }).click()
      await expect(backOffice.panel).toContainText(missing)

      const sale = backOffice.panel.getByRole('link', { name: /^Vente n°/ }).first()
      const number = Number(/n°\s(\d+)/.exec(await sale.innerText())?.[1])
      await sale.click()
      await expect(backOffice.panel.getByRole('heading', { level: 2 })).toHaveText(new RegExp(`^Vente n°\\s${number}$`))
      await expect(backOffice.panel).toContainText(missing)
    })

    await test.step('a product with a typo, a screen, a sale by its number; the keys are shown', async () => {
      const { number } = await shop.lastSale()
      await backOffice.find('paracetmol')
      await expect(backOffice.finds.first()).toContainText(/paracétamol|paracetamol/i)
      await backOffice.page.keyboard.press('Enter')
      await expect(backOffice.panel).toContainText(/paracétamol|paracetamol/i)
      await expect(backOffice.title).toHaveText('Stock')

      await backOffice.find(String(number))
      await expect(backOffice.finds.filter({ hasText: new RegExp(`n°\\s${number}\\b`) })).toBeVisible()
      await backOffice.finds.filter({ hasText: new RegExp(`n°\\s${number}\\b`) }).click()
      await expect(backOffice.panel.getByRole('heading', { level: 2 })).toHaveText(new RegExp(`n°\\s${number}$`))

      await backOffice.find('tableau')
      await backOffice.page.keyboard.press('Enter')
      await expect(backOffice.figures).toBeVisible()
      await expect(backOffice.finder).toHaveCount(0)

      await backOffice.page.keyboard.press('?')
      await expect(backOffice.shortcuts).toContainText('Aller à')
      await backOffice.page.keyboard.press('Escape')
      await expect(backOffice.shortcuts).toHaveCount(0)
      // Both at once: the second key counts within a second of the first, whose answer a busy machine may give later.
      await Promise.all(['g', 'v'].map((key) => backOffice.page.keyboard.press(key)))
      await expect(backOffice.title).toHaveText('Ventes')

      // The list by keyboard: walk, open, close.
      const count = backOffice.page.getByText(/^\d+\srésultats?$/)
      const today = await count.innerText()
      await backOffice.lastWeek()
      // The rows are other ones once the week has come.
      await expect(count).not.toHaveText(today)
      await expect(backOffice.rows('Ventes').nth(1)).toBeVisible()
      await backOffice.rows('Ventes').first().focus()
      await backOffice.page.keyboard.press('ArrowDown')
      await expect(backOffice.rows('Ventes').nth(1)).toBeFocused()
      await backOffice.page.keyboard.press('Enter')
      await expect(backOffice.panel).toContainText('Paiements')
      await backOffice.page.keyboard.press('Escape')
      await expect(backOffice.panel).toHaveCount(0)
    })

    await test.step('a report: a question, a member whose row filters every view, and back', async () => {
      await backOffice.openAgain('/rapports?question=equipe')
      const team = backOffice.rows('L’équipe')
      await expect(team.nth(1)).toBeVisible()
      const hours = await backOffice.rows('Les heures').first().innerText()
      await team.first().click()
      await expect(backOffice.page.getByRole('button', { name: /^Retirer le filtre Membre/ })).toBeVisible()
      await expect(team).toHaveCount(1)
      await expect(backOffice.rows('Les heures').first()).not.toHaveText(hours)
      await backOffice.page.goBack()
      await expect(team.nth(1)).toBeVisible()
    })
  },
)

test(
  'the administrator sees the referential without a PIN, and no counter',
  { tag: ['@deep', '@backoffice/referential', '@server/products'] },
  async ({ backOffice, till }) => {
    await backOffice.openAs(adminAccount)
    await expect(backOffice.title).toHaveText('Produits')
    await expect(
      backOffice.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Ventes' }),
    ).toHaveCount(0)
    await expect(backOffice.rows('Produits').first()).toBeVisible()
    await backOffice.page
      .getByRole('searchbox', { name: 'Filtrer les produits' })
      .fill(hasReferential ? 'augmentin nourrissons' : 'augmentin')
    await expect(backOffice.rows('Produits').first()).toContainText(/augmentin/i)
    await backOffice.rows('Produits').first().click()
    await expect(backOffice.panel).toContainText('Codes')

    await till.page.goto('/kiosk/')
    await expect(till.page.getByRole('heading', { name: 'Ce compte n’ouvre pas le comptoir' })).toBeVisible()
    await till.page.getByRole('link', { name: 'Ouvrir la gestion' }).click()
    await expect(till.page.getByRole('heading', { name: 'Produits' })).toBeVisible()
  },
)
