import { expect, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { gilles } from './people.ts'

/** More boxes than the list would propose, and what the wholesaler asks for one. */
const ordered = 240
const price = 500

/** A JPEG of one grey point. */
const photo = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APf6/9k=',
  'base64',
)

test(
  'what is short is shared out to two wholesalers; one delivers short, its statement is claimed, credited and paid',
  {
    tag: [
      '@axe',
      '@backoffice/order-preparation',
      '@backoffice/orders',
      '@backoffice/statements',
      '@backoffice/claims',
      '@backoffice/payables',
      '@server/orders',
      '@server/bill-statements',
      '@server/wholesaler-claims',
      '@server/supplier-payments',
    ],
  },
  async ({ backOffice, shop }) => {
    const { page, panel } = backOffice
    const dialog = page.getByRole('dialog')
    const figure = (name: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: name }) })
        .locator('dd')
        .first()
    const [first, second] = ['Relais Nord', 'Relais Sud'] as const
    for (const name of [first, second]) await shop.newSupplier(name)
    await page.setViewportSize({ width: 1440, height: 900 })
    await backOffice.open(gilles, '/ruptures')

    const short = await test.step('Two products are short.', async () => {
      const rows = backOffice.rows('Ruptures')
      await expect(rows.nth(1)).toBeVisible()
      const label = (row: number) => rows.nth(row).getByRole('gridcell').first().innerText()
      return [await label(0), await label(1)] as const
    })

    await test.step('Each is asked from one wholesaler.', async () => {
      await backOffice.goTo('À commander')
      for (const [index, supplier] of [first, second].entries()) {
        await page.getByRole('searchbox').fill(short[index]!)
        await backOffice.rows('À commander').filter({ hasText: short[index]! }).click()
        await panel.getByLabel('Boîtes').fill(String(ordered))
        await panel.getByRole('button', { name: 'Enregistrer' }).click()
        await expect(panel.getByText(/^Modifié par/)).toBeVisible()
        await panel.getByRole('combobox', { name: 'Fournisseur' }).click()
        await page.getByRole('option', { name: supplier }).click()
        await expect(panel.getByRole('combobox', { name: 'Fournisseur' })).toHaveValue(supplier)
        await page.keyboard.press('Escape')
      }
      await page.getByRole('searchbox').fill('')
    })

    await test.step('The draft order of the first one holds its product alone.', async () => {
      await backOffice.goTo('À commander')
      await page.getByRole('button', { name: 'Filtre', exact: true }).click()
      await page.getByRole('combobox', { name: 'Fournisseur' }).click()
      await page.getByRole('option', { name: first }).click()
      await page.getByRole('button', { name: 'Fermer', exact: true }).last().click()
      await expect(backOffice.rows('À commander')).toHaveCount(1)
      await page.getByRole('button', { name: 'Créer les commandes' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Créer les commandes' }).click()
      await expect(backOffice.title).toHaveText(new RegExp(`^${first}, commande n°`))
    })

    await test.step('It leaves by e-mail with its file.', async () => {
      await page.getByRole('button', { name: 'E-mail' }).click()
      await expect(dialog.getByLabel(/^À/)).toHaveValue('commandes@relais-nord.example')
      await takePicture(page, 'commande-e-mail')
      expect(await faultsOf(page), 'what axe finds at an e-mail').toEqual([])
      await dialog.getByRole('button', { name: 'Envoyer' }).click()
      await expect(page.getByText('Parti', { exact: true })).toBeVisible()
      await expect(page.getByText('Envoyée', { exact: true }).first()).toBeVisible()
      await takePicture(page, 'commande-envoyee')
    })

    await test.step('It delivers one box short.', async () => {
      await page.getByRole('button', { name: 'Recevoir' }).click()
      await page.getByLabel('N° du BL').fill('N-1')
      await page.getByRole('button', { name: 'Commencer la réception' }).click()
      await expect(backOffice.title).toHaveText(`${first}, BL N-1`)
      await page.getByRole('grid', { name: 'Lignes de la livraison' }).locator('[data-row]').first().click()
      await page.getByLabel('Reçu', { exact: true }).fill(String(ordered - 1))
      await page.getByLabel('Prix d’achat', { exact: true }).fill(String(price))
      await page.getByLabel('Lot', { exact: true }).fill('LN-1')
      await page.getByLabel('Expire', { exact: true }).fill('06/2031')
      await page.getByRole('button', { name: 'Contrôlé', exact: true }).click()
      await page.getByRole('button', { name: 'Valider la livraison' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Valider', exact: true }).click()
      await expect(page.getByText('Validée', { exact: true }).first()).toBeVisible()
    })

    await test.step('The statement bills all boxes: the missing one is claimed.', async () => {
      await backOffice.goTo('Relevés')
      await page.getByRole('button', { name: 'Nouveau relevé' }).click()
      await panel.getByRole('combobox', { name: 'Fournisseur' }).click()
      await page.getByRole('option', { name: first }).click()
      await panel.getByLabel('N° du relevé').fill('RN-1')
      await panel.getByLabel('Total TTC').fill(String(ordered * price))
      await panel.getByRole('button', { name: 'Commencer' }).click()
      await expect(backOffice.title).toHaveText(`${first}, relevé RN-1`)
      await page.getByRole('button', { name: 'Ajouter une ligne' }).click()
      await dialog.getByLabel('N° du BL').fill('N-1')
      await dialog
        .getByPlaceholder(/produit/i)
        .first()
        .fill(short[0])
      await page.getByRole('option').first().click()
      await dialog.getByLabel('Boîtes facturées').fill(String(ordered))
      await dialog.getByLabel('Prix HT').fill(String(price))
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await page.getByRole('button', { name: 'Valider et réclamer' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Valider' }).click()
      await expect(backOffice.title).toHaveText(/réclamation n°/)
      await expect(figure('Réclamé')).toHaveText(/^500/)
    })

    await test.step('A photo proves it, and leaves with the e-mail of the claim.', async () => {
      await page
        .getByLabel('Photo', { exact: true })
        .setInputFiles({ name: 'colis.jpg', mimeType: 'image/jpeg', buffer: photo })
      await expect(page.getByRole('button', { name: /^Agrandir/ })).toBeVisible()
      await page.getByRole('button', { name: 'Courrier' }).click()
      await page.getByRole('menuitem', { name: 'Envoyer un e-mail' }).click()
      await expect(dialog.getByText('La lettre est jointe en PDF, avec 1 photo.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Envoyer' }).click()
      await expect(page.getByText(/, avec reclamation-\d+\.pdf.* ligne-1-photo-1\.jpg/)).toBeVisible()
      await expect(page.getByText('Parti', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Marquer envoyée' })).toBeHidden()
      await takePicture(page, 'reclamation-photo')
      expect(await faultsOf(page), 'what axe finds at a claim with a photo').toEqual([])
    })

    await test.step('The wholesaler accepts, its credit comes, and the rest is paid.', async () => {
      await page.getByRole('button', { name: 'Réponse' }).click()
      await dialog.getByRole('button', { name: 'Tout est accepté' }).click()
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await page.getByRole('button', { name: 'Avoir reçu' }).click()
      await dialog.getByLabel('N° de l’avoir').fill('AV-1')
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(figure('Encore attendu')).toHaveText(/^0/)
      await backOffice.goTo('Échéances')
      await page
        .getByRole('grid', { name: 'Dettes par fournisseur' })
        .locator('[data-row]')
        .filter({ hasText: first })
        .click()
      await expect(figure('Solde dû')).toHaveText(/^119.500/)
      await page.getByRole('button', { name: 'Noter un paiement' }).click()
      await dialog.getByLabel('Banque et n° du chèque').fill('BOA 1')
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(figure('Solde dû')).toHaveText(/^0/)
    })
  },
)
