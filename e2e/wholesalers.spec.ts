import { expect, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { adminAccount } from './people.ts'

test(
  'the platform takes the price list of a wholesaler, and says once what its codes mean',
  { tag: ['@axe', '@backoffice/wholesalers', '@server/wholesalers'] },
  async ({ backOffice }) => {
    await backOffice.openAs(adminAccount)
    const { page, panel } = backOffice
    await page.setViewportSize({ width: 1440, height: 900 })
    await backOffice.goTo('Grossistes')
    await expect(backOffice.rows('Grossistes').first()).toBeVisible()
    await takePicture(page, 'grossistes')
    expect(await faultsOf(page), 'what axe finds at the wholesalers').toEqual([])
    await backOffice.rows('Grossistes').filter({ hasText: 'GAPOB' }).click()
    await panel.getByRole('link', { name: 'Son tarif' }).click()
    await expect(backOffice.title).toHaveText('Tarif de GAPOB')
    await page.getByRole('link', { name: 'Importer un tarif' }).click()
    const rows = [
      'Code;Désignation;PA HT;Prix public;UG;Remise;Dispo',
      'GP-10017;DOLIPRANE 1000 MG CPR B/8;640;1 000;10+1;2;oui',
      'GP-10024;EFFERALGAN 500 MG CPR B/16;510;800;;;rupture',
      'GP-10017;DOLIPRANE 1000 MG CPR B/8;650;1 000;;;oui',
    ]
    const give = (lines: readonly string[]) =>
      page.getByLabel('Fichier', { exact: true }).setInputFiles({
        name: 'tarif.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\r\n')),
      })
    await give(rows)
    await expect(page.getByText('Le code GP10017 est déjà à la ligne 2.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Importer le tarif' })).toBeDisabled()
    await give(rows.slice(0, 3))
    await expect(page.getByRole('button', { name: 'Importer le tarif' })).toBeEnabled()
    await takePicture(page, 'tarif import')
    expect(await faultsOf(page), 'what axe finds at the import of a price list').toEqual([])
    await page.getByRole('button', { name: 'Importer le tarif' }).click()
    const codes = page.getByRole('grid', { name: 'Tarif', exact: true }).locator('[data-row]')
    await expect(codes).toHaveCount(2)
    await codes.filter({ hasText: 'DOLIPRANE' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByPlaceholder('Nom, DCI ou code').fill('doliprane')
    await page.getByRole('option').first().click()
    await takePicture(page, 'tarif code')
    expect(await faultsOf(page), 'what axe finds at a code').toEqual([])
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(dialog).toBeHidden()
    await page.getByText('Sans produit', { exact: true }).click()
    await expect(codes).toHaveCount(1)
    await takePicture(page, 'tarif')
    expect(await faultsOf(page), 'what axe finds at a price list').toEqual([])
  },
)
