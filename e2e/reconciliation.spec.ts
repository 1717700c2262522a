import { expect, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { figureOf, signedFigureOf } from './money.ts'
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
    const statements = backOffice.rows('Rapprochements').filter({ hasText: 'MTN MoMo' })
    // The shop has one of its own; a list that is still on its way has none.
    await expect(statements).not.toHaveCount(0)
    const former = await statements.count()

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
      await expect(statements).toHaveCount(former + 2)
      await takePicture(page, 'rapprochements')
      expect(await faultsOf(page), 'what axe finds at the reconciliations').toEqual([])
    })
  },
)

test(
  'a bank statement with grouped cards: one line for the cards of a day, its commission, and the next one proposed',
  { tag: ['@deep', '@backoffice/reconciliation', '@server/money-statements'] },
  async ({ backOffice }) => {
    const { page } = backOffice
    const dialog = page.getByRole('dialog')
    const lines = page.getByRole('grid', { name: 'Lignes du relevé' }).locator('[data-row]')
    const cardsOfDays = dialog.getByRole('button', { name: /^Carte.* du \d/ })
    const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    await page.setViewportSize({ width: 1440, height: 900 })
    await backOffice.open(gilles, '/rapprochements')

    /** Imports these rows (day, label, debit, credit) as the statement of the first bank. */
    const importing = async (...rows: string[]) => {
      await backOffice.goTo('Rapprochements')
      await page.getByRole('link', { name: 'Importer un relevé' }).click()
      await page.getByText('Banque', { exact: true }).click()
      await page.getByRole('combobox', { name: 'Banque' }).click()
      await page.getByRole('option').first().click()
      const buffer = Buffer.from(['Date;Libellé;Débit;Crédit', ...rows].join('\r\n'))
      await page
        .getByLabel('Fichier', { exact: true })
        .setInputFiles({ name: 'banque.csv', mimeType: 'text/csv', buffer })
    }
    const reconcile = async () => {
      await page.getByRole('button', { name: 'Rapprocher', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Enregistré, jamais reçu' })).toBeVisible()
    }
    /** The day and the sum of the cards of the button at this place. */
    const takeCards = async (place: number) => {
      await cardsOfDays.nth(place).click()
      const [, day, month, year] = /(\d\d)\/(\d\d)\/(\d{4})/.exec(await cardsOfDays.nth(place).innerText())!
      return { day: `${year}-${month}-${day}`, sum: figureOf(await dialog.getByRole('status').innerText()) }
    }
    const onePercentOf = (sum: number) => Math.ceil(sum / 100)

    const [first, second] =
      await test.step('What does not read is set aside by hand, a final balance by itself.', async () => {
        await importing(
          `${dayBefore(12)};VERSEMENT;;1`,
          `${dayBefore(0)};VERSEMENT;;2`,
          'SOLDE FINAL;;;1250000',
          'Edité par la banque;;;5',
        )
        await expect(page.getByText('1 ligne ne se lit pas')).toBeVisible()
        await page.getByRole('button', { name: 'Écarter 1 ligne illisible' }).click()
        await takePicture(page, 'rapprochement-ecartee')
        await reconcile()
        await lines.first().click()
        const cards = [await takeCards(0), await takeCards(1)] as const
        await takePicture(page, 'rapprochement-cartes')
        await page.keyboard.press('Escape')
        return cards
      })

    await test.step('The cards of a day less the commission are one line, which adds up.', async () => {
      const commission = onePercentOf(first.sum)
      await importing(`${first.day};REMISE TPE 001;;${first.sum - commission}`)
      await reconcile()
      await lines.first().click()
      await takeCards(0)
      await expect(dialog.getByLabel(/^Commission de/)).toHaveValue('6315 Commissions sur cartes')
      await dialog.getByRole('button', { name: 'Rapprocher' }).click()
      await expect(dialog).toBeHidden()
      await page.getByText(/^Toutes \(/).click()
      await expect(lines).toContainText('Rapproché')
      const fees = page.getByRole('grid', { name: 'Frais et commissions' }).locator('[data-row]')
      await expect(fees).toContainText('6315')
      expect(signedFigureOf(await fees.getByRole('gridcell').last().innerText())).toBe(commission)
      await takePicture(page, 'rapprochement-commission')
    })

    await test.step('The next line of the same words is proposed, and accepted.', async () => {
      await importing(`${second.day};REMISE TPE 002;;${second.sum - onePercentOf(second.sum)}`)
      await reconcile()
      await expect(page.getByRole('radio', { name: 'Proposés (1)' })).toBeChecked()
      await lines.first().click()
      await expect(dialog.getByText('Proposé, comme les fois d’avant')).toBeVisible()
      await takePicture(page, 'rapprochement-propose')
      await dialog.getByRole('button', { name: 'Rapprocher' }).click()
      await expect(dialog).toBeHidden()
      await backOffice.goTo('Rapprochements')
      const search = page.getByRole('searchbox', { name: 'Filtrer les relevés' })
      for (const own of ['remise tpe 001', 'remise tpe 002']) {
        await search.fill(own)
        await expect(backOffice.rows('Rapprochements')).toHaveCount(1)
      }
    })
  },
)
