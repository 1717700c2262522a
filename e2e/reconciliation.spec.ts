import { expect, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { gilles } from './people.ts'

test(
  'a statement of mobile money tells what was paid and not recorded, and what was recorded and never paid',
  { tag: ['@axe', '@backoffice/reconciliation', '@server/money-statements'] },
  async ({ backOffice }) => {
    const { page } = backOffice
    const dialog = page.getByRole('dialog')
    const lines = page.getByRole('grid', { name: 'Lignes du relevé' }).locator('[data-row]')
    await page.setViewportSize({ width: 1440, height: 900 })
    await backOffice.open(gilles, '/rapprochements')

    const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const today = dayBefore(0)
    const importing = async (...rows: string[]) => {
      await backOffice.goTo('Rapprochements')
      await page.getByRole('link', { name: 'Importer un relevé' }).click()
      await page.getByRole('combobox', { name: 'Opérateur' }).click()
      await page.getByRole('option').first().click()
      const file = ['Id transaction;Date;Statut;Numéro client;Montant;Libellé', ...rows].join('\r\n')
      const buffer = Buffer.from(file)
      await page
        .getByLabel('Fichier', { exact: true })
        .setInputFiles({ name: 'momo.csv', mimeType: 'text/csv', buffer })
      await expect(lines).toHaveCount(rows.length)
    }

    await test.step('The file is read by its titles, failed payments are left out.', async () => {
      await importing(
        `990001;${today} 08:15;Réussi;22901970000;12345;Paiement marchand`,
        `990002;${today} 08:20;Échec;22901970000;500;Paiement marchand`,
        // A week of sales, so that some were paid by mobile money at whatever hour this runs.
        `990003;${dayBefore(7)} 08:30;Réussi;;-150;Frais`,
      )
      await takePicture(page, 'rapprochement-import')
      expect(await faultsOf(page), 'what axe finds at the import of a statement').toEqual([])
      await page.getByRole('button', { name: 'Rapprocher', exact: true }).click()
    })

    await test.step('What is not recorded is said in francs, and explained.', async () => {
      await expect(backOffice.title).toHaveText(/^MTN/)
      await expect(lines).toHaveCount(1)
      await takePicture(page, 'rapprochement')
      expect(await faultsOf(page), 'what axe finds at a reconciliation').toEqual([])
      await lines.first().click()
      await takePicture(page, 'rapprochement-ligne')
      expect(await faultsOf(page), 'what axe finds at a line').toEqual([])
      await dialog.getByLabel('Explication').fill('Apport du titulaire')
      await dialog.getByRole('button', { name: 'Expliquer' }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText('Aucune ligne de cette sorte.')).toBeVisible()
    })

    await test.step('What a till recorded is found by its reference.', async () => {
      const missing = page.getByRole('grid', { name: 'Enregistré, jamais reçu' }).locator('[data-row]').first()
      await expect(missing).toBeVisible()
      const [day, , , reference, , , amount] = await missing.getByRole('gridcell').allInnerTexts()
      await importing(`mp ${reference};${day};Réussi;;${amount!.replaceAll(/\D/g, '')};Paiement marchand`)
      await page.getByRole('button', { name: 'Rapprocher', exact: true }).click()
      await expect(lines).toHaveCount(1)
      await expect(lines).toContainText('Rapproché')
      await backOffice.goTo('Rapprochements')
      await expect(backOffice.rows('Rapprochements')).toHaveCount(2)
      await takePicture(page, 'rapprochements')
      expect(await faultsOf(page), 'what axe finds at the reconciliations').toEqual([])
    })
  },
)
