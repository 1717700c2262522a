import { expect, test } from './journey.ts'

test(
  'from the lots that expired on the dashboard to francs saved by a return',
  { tag: ['@backoffice/expiries', '@backoffice/dashboard', '@server/expiries', '@server/expiry-tasks'] },
  async ({ backOffice }) => {
    const { page, panel } = backOffice
    const amountIn = (text: string): number => Number(/ce mois\s([\d\s]+)/.exec(text)![1]!.replaceAll(/\s/g, ''))
    const saved = page.getByRole('region', { name: 'Pertes évitées' })

    await test.step('the dashboard leads to the expired lots, and each says what to do', async () => {
      await backOffice.open()
      await backOffice.todo.getByRole('link', { name: /lots? expirés? en rayon/ }).click()
      await expect(backOffice.title).toHaveText('Péremptions')
      await expect(backOffice.chips).toHaveText(['Expirés'])
      await backOffice.rows('Péremptions').first().click()
      await expect(panel).toContainText(/Expiré depuis \d+\sjours?/)
    })

    await test.step('a lot that its supplier still takes back is returned, and its cost is saved', async () => {
      await page.goto('/backoffice/peremptions?proposition=return')
      await backOffice.rows('Péremptions').filter({ hasNotText: 'En cours' }).first().click()
      await expect(panel).toContainText(/le reprend jusqu’au/)
      const before = amountIn(await saved.innerText())
      await panel.getByRole('button', { name: /^Rendre au fournisseur/ }).click()
      await panel.getByRole('button', { name: 'Rendu' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Rendu' }).click()
      await expect(page.getByText('Action terminée')).toBeVisible()
      await expect.poll(async () => amountIn(await saved.innerText())).toBeGreaterThan(before)
    })

    await test.step('the work stands in the second view, done', async () => {
      await page.goto('/backoffice/peremptions?vue=travail&etat=fait')
      await expect(backOffice.rows('Péremptions').first()).toContainText('Rendre au fournisseur')
    })
  },
)
