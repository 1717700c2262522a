import { expect, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { gilles } from './people.ts'

test(
  'what runs out is ordered: the list says why, becomes orders by supplier, and an order is sent and received',
  {
    tag: [
      '@deep',
      '@backoffice/order-preparation',
      '@backoffice/orders',
      '@backoffice/deliveries',
      '@server/order-preparations',
      '@server/orders',
    ],
  },
  async ({ backOffice }) => {
    await backOffice.open(gilles)
    const { page, panel } = backOffice
    await page.setViewportSize({ width: 1440, height: 900 })
    await backOffice.goTo('À commander')
    const rows = backOffice.rows('À commander')
    await expect(rows.first()).toBeVisible()
    expect(await faultsOf(page), 'what axe finds at the list to order').toEqual([])
    await takePicture(page, 'a commander')

    await test.step('A product says why, how much and from whom; other boxes are taken back by one gesture.', async () => {
      await rows.first().click()
      await expect(panel.getByText(/par jour/).first()).toBeVisible()
      await expect(panel.getByText(/^Sans commande/)).toBeVisible()
      expect(await faultsOf(page), 'what axe finds at a product of the list').toEqual([])
      await takePicture(page, 'a commander produit')
      await panel.getByLabel('Boîtes').fill('12')
      await panel.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(panel.getByText(/^Modifié par AZONHIHO/)).toBeVisible()
      await panel.getByRole('button', { name: 'Revenir à la proposition' }).click()
      await expect(panel.getByText(/^Modifié par/)).toBeHidden()
      await page.keyboard.press('Escape')
    })

    await test.step('A budget shows what the money buys best.', async () => {
      await page.getByRole('button', { name: 'Fixer un budget' }).click()
      await page.getByLabel('À ne pas dépasser, HT').fill('50000')
      await page.getByRole('button', { name: 'Appliquer' }).click()
      await expect(backOffice.chips).toHaveText([/^Budget 50.000/])
      await expect(page.getByText('Hors budget').first()).toBeVisible()
      await page.getByRole('button', { name: 'Changer le budget' }).click()
      await expect(page.getByText(/^Le budget actuel permet d’acheter/)).toBeVisible()
      await takePicture(page, 'a commander budget')
      await page.getByRole('button', { name: 'Sans budget' }).click()
      await expect(backOffice.chips).toHaveCount(0)
    })

    await test.step('The share of each supplier is shown, and may go to the next ones.', async () => {
      await page.getByRole('button', { name: /^Répartition/ }).click()
      await expect(page.getByRole('table', { name: 'Répartition' }).getByText('Golfe Répartition')).toBeVisible()
      expect(await faultsOf(page), 'what axe finds at the shares').toEqual([])
      await takePicture(page, 'a commander repartition')
      await page.keyboard.press('Escape')
    })

    await test.step('The list of one supplier becomes a draft order.', async () => {
      await page.getByRole('button', { name: 'Filtre', exact: true }).click()
      await page.getByRole('combobox', { name: 'Fournisseur' }).click()
      await page.getByRole('option', { name: 'Sahel Pharma' }).click()
      await page.getByRole('button', { name: 'Fermer', exact: true }).last().click()
      await page.getByRole('button', { name: 'Créer les commandes' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Créer les commandes' }).click()
      await expect(backOffice.title).toHaveText(/^Sahel Pharma, commande n°/)
      await expect(
        page.getByRole('grid', { name: 'Lignes de la commande' }).locator('[data-row]').first(),
      ).toBeVisible()
      expect(await faultsOf(page), 'what axe finds at an order').toEqual([])
      await takePicture(page, 'commande')
    })

    await test.step('An order by hand is sent, received one box short, and its rest is given up.', async () => {
      await backOffice.goTo('Commandes')
      await expect(backOffice.title).toHaveText('Commandes')
      await expect(backOffice.rows('Commandes').first()).toBeVisible()
      await takePicture(page, 'commandes')
      expect(await faultsOf(page), 'what axe finds at the orders').toEqual([])
      await page.getByRole('button', { name: 'Nouvelle commande' }).click()
      await panel.getByRole('combobox', { name: 'Fournisseur' }).click()
      await page.getByRole('option', { name: 'Golfe Répartition' }).click()
      await panel.getByRole('button', { name: 'Commencer' }).click()
      await expect(backOffice.title).toHaveText(/^Golfe Répartition, commande n°/)
      const order = page.url()
      await page.getByPlaceholder('Chercher un produit du stock').fill('doliprane 1000')
      await page.getByRole('option').first().click()
      await page.getByLabel('Boîtes').fill('3')
      await page.getByRole('button', { name: 'Ajouter' }).click()
      const lines = page.getByRole('grid', { name: 'Lignes de la commande' }).locator('[data-row]')
      await expect(lines).toHaveCount(1)
      await page.getByRole('button', { name: 'Marquer envoyée' }).click()
      await page.getByRole('button', { name: 'Recevoir' }).click()
      await page.getByLabel('N° du BL').fill('CDE-77')
      await page.getByRole('button', { name: 'Commencer la réception' }).click()
      await expect(backOffice.title).toHaveText('Golfe Répartition, BL CDE-77')
      await page.getByRole('grid', { name: 'Lignes de la livraison' }).locator('[data-row]').first().click()
      await page.getByLabel('Reçu', { exact: true }).fill('2')
      await page.getByLabel('Lot', { exact: true }).fill('CDE1')
      await page.getByLabel('Expire', { exact: true }).fill('06/2031')
      await page.getByRole('button', { name: 'Contrôlé', exact: true }).click()
      await page.getByRole('button', { name: 'Valider la livraison' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Valider', exact: true }).click()
      await page.goto(order)
      await expect(page.getByText('Reçue en partie')).toBeVisible()
      await takePicture(page, 'commande recue en partie')
      await page.getByRole('button', { name: 'Abandonner le reste' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Ne plus attendre' }).click()
      await expect(page.getByText('Reçue', { exact: true }).first()).toBeVisible()
      await backOffice.goTo('Commandes')
      await page.getByRole('link', { name: 'Service des fournisseurs' }).click()
      await expect(page.getByRole('grid', { name: 'Service des fournisseurs' })).toContainText('Golfe Répartition')
      expect(await faultsOf(page), 'what axe finds at the service of suppliers').toEqual([])
      await takePicture(page, 'service des fournisseurs')
    })
  },
)
