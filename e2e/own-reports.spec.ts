import { expect, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { gilles } from './people.ts'

test(
  'a report of one’s own is built, pinned to the dashboard and sent by e-mail',
  { tag: ['@axe', '@backoffice/reports', '@server/own-reports', '@server/mails'] },
  async ({ backOffice }) => {
    const { page } = backOffice
    const name = 'Ventes par laboratoire'
    await page.setViewportSize({ width: 1440, height: 900 })

    await test.step('It is built from a measure, a grouping and a period, and kept by its name.', async () => {
      await backOffice.open(gilles, '/rapports/nos-rapports/nouveau')
      await page.getByRole('combobox', { name: 'Groupé par' }).click()
      await page.getByRole('option', { name: 'Laboratoire' }).click()
      await page.getByRole('combobox', { name: 'Période' }).click()
      await page.getByRole('option', { name: 'les 30 derniers jours' }).click()
      await page.getByRole('textbox', { name: 'Nom' }).fill(name)
      await page.getByRole('checkbox', { name: 'Épinglé au tableau de bord' }).check()
      await takePicture(page, 'nouveau-rapport')
      expect(await faultsOf(page), 'what axe finds at the builder').toEqual([])
      await page.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(page.getByRole('region', { name }).getByText(/Chiffre d’affaires\s: [\d\s]+F\sCFA/)).toBeVisible()
    })

    await test.step('It is scheduled, and leaves now.', async () => {
      await page.getByRole('button', { name: 'Par e-mail' }).click()
      await page.getByRole('combobox', { name: 'Quand' }).click()
      await page.getByRole('option', { name: 'Chaque jour' }).click()
      await page
        .getByLabel(/Destinataires/)
        .and(page.locator('input'))
        .fill('titulaire@camp-guezo.example')
      await page.getByRole('button', { name: 'Programmer' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByText('Chaque jour à 7\u00a0h à titulaire@camp-guezo.example')).toBeVisible()
      await page.getByRole('button', { name: 'Par e-mail' }).click()
      await page.getByRole('button', { name: 'Envoyer maintenant' }).click()
      await expect(page.getByText(/^Dernier envoi par e-mail/)).toBeVisible({ timeout: 30_000 })
    })

    await test.step('Its first figures stand on the dashboard, and lead to it.', async () => {
      await page.getByRole('link', { name: 'Tableau de bord' }).click()
      const box = page.getByRole('region', { name })
      await expect(box.getByText('les 30 derniers jours')).toBeVisible()
      await box.getByRole('link', { name: 'Ouvrir' }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    })
  },
)
