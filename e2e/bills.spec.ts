import { readFile } from 'node:fs/promises'
import { expect, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { gilles } from './people.ts'

test(
  'the month of an insurer is billed, sent, refused in part, paid, and what was refused is presented again',
  { tag: ['@axe', '@backoffice/bills', '@server/bills', '@server/mails', '@server/credit'] },
  async ({ backOffice }) => {
    const { page, panel } = backOffice
    const dialog = page.getByRole('dialog')
    const figure = (name: string | RegExp) =>
      page
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: name }) })
        .locator('dd')
        .first()
    await page.setViewportSize({ width: 1440, height: 900 })
    await backOffice.open(gilles, '/factures')

    await test.step('What is missing on a voucher is said before it leaves.', async () => {
      await expect(backOffice.rows('Factures').first()).toBeVisible()
      await takePicture(page, 'factures')
      expect(await faultsOf(page), 'what axe finds at the bills').toEqual([])
      await backOffice.goTo('Bons à facturer')
      await expect(page.getByRole('grid', { name: 'Bons à facturer' }).locator('[data-row]').first()).toBeVisible()
      await takePicture(page, 'bons-a-facturer')
      expect(await faultsOf(page), 'what axe finds at the vouchers').toEqual([])
    })

    const proposals = page.getByRole('grid', { name: 'Propositions' }).locator('[data-row]')
    const payer = await test.step('Each payer has its proposal for the last month, and its rules.', async () => {
      await backOffice.goTo('Factures')
      await page.getByRole('link', { name: 'Facturer', exact: true }).click()
      await expect(proposals.filter({ hasText: 'Assureur' }).first()).toBeVisible()
      await takePicture(page, 'factures-propositions')
      expect(await faultsOf(page), 'what axe finds at the proposals').toEqual([])
      const row = proposals.filter({ hasText: 'Assureur' }).first()
      const name = await row.getByRole('gridcell').nth(1).innerText()
      await row.click()
      await expect(dialog.getByLabel('Début des numéros')).toHaveValue('F-')
      await dialog.getByLabel('Début des numéros').fill('ASS-')
      await takePicture(page, 'factures-regles')
      expect(await faultsOf(page), 'what axe finds at the rules').toEqual([])
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(dialog).toBeHidden()
      return name
    })

    await test.step('The bills are made at once.', async () => {
      await page.getByLabel('Facturer aussi les bons incomplets').check()
      await page.getByLabel(/avec l’argent d’avance/).uncheck()
      await page.getByRole('button', { name: 'Créer les factures' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Créer les factures' }).click()
      await expect(backOffice.title).toHaveText('Factures')
      await expect(backOffice.rows('Factures').filter({ hasText: 'ASS-00001' })).toBeVisible()
    })

    await test.step('Ticked bills are one paper with their cover sheet.', async () => {
      const row = backOffice.rows('Factures').filter({ hasText: 'ASS-00001' })
      await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Imprimer', exact: true }).click()
      await dialog.getByRole('button', { name: 'Préparer le PDF' }).click()
      const download = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Télécharger le PDF' }).click()
      expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')
      await takePicture(page, 'factures-lot')
      expect(await faultsOf(page), 'what axe finds at a batch').toEqual([])
      await dialog.getByRole('button', { name: 'Fermer' }).last().click()
      await expect(page.getByRole('group', { name: 'Lignes cochées' })).toBeHidden()
      await row.click()
      await expect(backOffice.title).toHaveText(`${payer}, facture ASS-00001`)
    })

    const lines = page.getByRole('grid', { name: 'Bons de la facture' }).locator('[data-row]')
    await test.step('It leaves by e-mail with its file.', async () => {
      await expect(lines.nth(1)).toBeVisible()
      await takePicture(page, 'facture')
      expect(await faultsOf(page), 'what axe finds at a bill').toEqual([])
      await page.getByRole('button', { name: 'Envoi' }).click()
      await page.getByRole('menuitem', { name: 'Envoyer un e-mail' }).click()
      await dialog.getByLabel(/^À/).fill('sinistres@assureur.example')
      await dialog.getByRole('button', { name: 'Envoyer' }).click()
      await expect(page.getByText('Parti', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Marquer envoyée' })).toBeHidden()
    })

    await test.step('One voucher is refused and presented again, one is charged to its patient.', async () => {
      const refuse = async (row: number, outcome: RegExp) => {
        await lines.nth(row).click()
        await dialog.getByRole('radio', { name: outcome }).check()
        await dialog.getByLabel('Raison').fill('Bon illisible')
        await takePicture(page, 'facture-refus')
        await dialog.getByRole('button', { name: 'Enregistrer le refus' }).click()
        await expect(dialog).toBeHidden()
      }
      await refuse(0, /représenter/)
      await expect(lines.nth(0)).toContainText('À représenter')
      await refuse(1, /compte du patient/)
      await expect(lines.nth(1)).toContainText('Au compte du patient')
    })

    await test.step('A promise and a reminder of the payer are noted.', async () => {
      const bill = page.getByRole('navigation').getByRole('link', { name: 'Factures', exact: true })
      await page.getByRole('button', { name: 'Envoi' }).click()
      await page.getByRole('menuitem', { name: 'Suivi de ce payeur' }).click()
      await expect(backOffice.title).toHaveText(payer)
      await page.getByRole('button', { name: 'Promesse' }).click()
      await dialog.getByLabel('Qui l’a promis').fill('Service des sinistres')
      await takePicture(page, 'suivi-promesse')
      expect(await faultsOf(page), 'what axe finds at a promise').toEqual([])
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText(/pour le .*Service des sinistres/)).toBeVisible()
      await takePicture(page, 'suivi-payeur')
      expect(await faultsOf(page), 'what axe finds at the collection of a payer').toEqual([])
      await bill.click()
      await backOffice.rows('Factures').filter({ hasText: 'ASS-00001' }).click()
    })

    const bordereau = await test.step('Its bordereau is prepared as a file, and found again.', async () => {
      await page.getByRole('button', { name: 'Préparer PDF' }).click()
      await expect(page.getByRole('button', { name: 'Télécharger PDF' })).toBeVisible()
      await page.getByRole('button', { name: 'Préparer CSV' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Télécharger CSV' }).click()
      await takePicture(page, 'facture-fichiers')
      expect(await faultsOf(page), 'what axe finds at a bill with files').toEqual([])
      return readFile(await (await download).path(), 'utf8')
    })

    await test.step('A part is paid voucher by voucher, by hand.', async () => {
      await page.getByRole('button', { name: 'Noter un paiement' }).click()
      await dialog.getByLabel('Montant').fill('1')
      await dialog.getByRole('radio', { name: 'Les bons que je choisis' }).check()
      await dialog.getByRole('group', { name: 'Bons payés' }).getByRole('checkbox').first().check()
      await dialog.getByLabel(/^Payé du bon/).fill('1')
      await dialog.getByLabel('Référence').fill('VIR 1')
      await takePicture(page, 'facture-paiement')
      expect(await faultsOf(page), 'what axe finds at a payment').toEqual([])
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(dialog).toBeHidden()
      await expect(figure('Payé')).toHaveText(/^1\s/)
    })

    await test.step('The payer’s remittance pays the rest; the bill is closed.', async () => {
      const table = bordereau.trim().split('\r\n')
      const [titles, , , ...paid] = table.slice(
        table.findIndex((row) => row.startsWith('N°;')),
        -1,
      )
      const amountOf = (row: string) => Number(row.split(';').at(-1))
      // what was paid by hand is not paid again
      const rows = paid.map((row, at) => (at === 0 ? row.replace(/\d+$/, String(amountOf(row) - 1)) : row))
      await backOffice.goTo('Factures')
      await page.getByRole('button', { name: 'Suivi' }).click()
      await page.getByRole('menuitem', { name: 'Importer un décompte' }).click()
      await page.getByRole('combobox', { name: 'Payeur' }).click()
      await page.getByRole('option', { name: payer }).click()
      const buffer = Buffer.from([titles, ...rows].join('\r\n'))
      await page
        .getByLabel('Fichier', { exact: true })
        .setInputFiles({ name: 'decompte.csv', mimeType: 'text/csv', buffer })
      await expect(page.getByRole('grid', { name: 'Lignes du décompte' })).toContainText('Payé')
      const sum = rows.reduce((total, row) => total + amountOf(row), 0)
      await page.getByLabel('Montant reçu').fill(String(sum))
      await page.getByLabel('Référence').fill('VIR 20261127')
      await takePicture(page, 'decompte')
      expect(await faultsOf(page), 'what axe finds at a remittance').toEqual([])
      await page.getByRole('button', { name: 'Noter le paiement' }).click()
      await expect(backOffice.title).toHaveText('Paiements reçus')
      await backOffice.goTo('Factures')
      await backOffice.rows('Factures').filter({ hasText: 'ASS-00001' }).click()
      await expect(page.getByText('Soldée', { exact: true })).toBeVisible()
      await expect(figure('Reste dû')).toHaveText(/^0/)
      await takePicture(page, 'facture-soldee')
      await backOffice.goTo('Factures')
      await page.getByRole('button', { name: 'Suivi' }).click()
      await page.getByRole('menuitem', { name: 'Balance âgée' }).click()
      await expect(page.getByRole('grid', { name: 'Balance âgée' }).locator('[data-row]').first()).toBeVisible()
      await takePicture(page, 'balance-agee')
      expect(await faultsOf(page), 'what axe finds at the aged balance').toEqual([])
      await backOffice.goTo('Factures')
      await page.getByRole('button', { name: 'Suivi' }).click()
      await page.getByRole('menuitem', { name: 'Bilan par mois' }).click()
      await expect(page.getByRole('grid', { name: 'Bilan de la facturation' })).toContainText(payer)
      await takePicture(page, 'bilan-facturation')
      expect(await faultsOf(page), 'what axe finds at the report of billing').toEqual([])
      await backOffice.goTo('Factures')
      await page.getByRole('button', { name: 'Suivi' }).click()
      await page.getByRole('menuitem', { name: 'Paiements reçus' }).click()
      await page
        .getByRole('grid', { name: 'Paiements reçus' })
        .locator('[data-row]')
        .filter({ hasText: 'VIR 20261127' })
        .click()
      await expect(panel.getByText('ASS-00001')).toBeVisible()
      await takePicture(page, 'factures-paiements')
      expect(await faultsOf(page), 'what axe finds at the payments').toEqual([])
    })

    await test.step('The account of an employer says what was bought and paid, with its balances.', async () => {
      await backOffice.goTo('Clients')
      await page.getByRole('searchbox').fill('La Colombe')
      await backOffice.rows('Clients').filter({ hasText: 'La Colombe' }).first().click()
      await page.getByRole('link', { name: 'Relevé de compte' }).click()
      await expect(backOffice.title).toHaveText(/^Relevé de .*La Colombe/)
      await expect(page.getByRole('grid', { name: 'Relevé de compte' }).locator('[data-row]').first()).toBeVisible()
      await takePicture(page, 'releve-de-compte')
      expect(await faultsOf(page), 'what axe finds at the account of a client').toEqual([])
    })

    await test.step('What was refused is proposed again.', async () => {
      await backOffice.goTo('Factures')
      await page.getByRole('link', { name: 'Facturer', exact: true }).click()
      await expect(proposals).toHaveCount(1)
      await expect(proposals.first()).toContainText(payer)
      await expect(figure('Bons')).toHaveText('1')
    })
  },
)

test(
  'the second month of an insurer: what it refused and what it paid ahead come back by themselves',
  { tag: ['@axe', '@backoffice/bills', '@backoffice/dashboard', '@server/bills', '@server/waiting-work'] },
  async ({ backOffice, shop }) => {
    const { page, panel } = backOffice
    const dialog = page.getByRole('dialog')
    const figure = (name: string | RegExp) =>
      page
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: name }) })
        .locator('dd')
        .first()
    const { name, ahead } = await shop.firstMonthOfInsurer()
    await page.setViewportSize({ width: 1440, height: 900 })
    await backOffice.open(gilles)

    await test.step('The dashboard says what is lost if it is not billed, and the list says why it is there.', async () => {
      await backOffice.todo.getByRole('link', { name: /perdus? d’ici 14 jours/ }).click()
      await page.getByRole('searchbox', { name: 'Filtrer les bons' }).fill(name)
      const vouchers = page.getByRole('grid', { name: 'Bons à facturer' }).locator('[data-row]')
      await expect(vouchers.filter({ hasText: name }).filter({ hasText: 'Bon illisible' })).toHaveCount(1)
      await takePicture(page, 'bons-perdus-bientot')
      expect(await faultsOf(page), 'what axe finds at the urgent vouchers').toEqual([])
    })

    await test.step('A part of the money ahead is given back.', async () => {
      await backOffice.goTo('Paiements reçus')
      await page
        .getByRole('grid', { name: 'Paiements reçus' })
        .locator('[data-row]')
        .filter({ hasText: 'VIR AVANCE' })
        .click()
      await panel.getByRole('button', { name: 'Rendre au payeur' }).click()
      await dialog.getByLabel('Montant').fill('100')
      await dialog.getByLabel('Motif').fill('Payé deux fois')
      await takePicture(page, 'paiement-rendre')
      expect(await faultsOf(page), 'what axe finds at money that is given back').toEqual([])
      await dialog.getByRole('button', { name: 'Noter la somme rendue' }).click()
      await expect(dialog).toBeHidden()
      await expect(panel.getByText(/Payé deux fois/)).toBeVisible()
      await takePicture(page, 'paiement-avance')
    })

    await test.step('The run takes what was refused, named apart, and pays with the money ahead.', async () => {
      await backOffice.goTo('Factures')
      await page.getByRole('link', { name: 'Facturer', exact: true }).click()
      const [year, month, day] = new Date().toISOString().slice(0, 10).split('-')
      for (const field of ['Du', 'Au']) await page.getByLabel(field, { exact: true }).fill(`${day}/${month}/${year}`)
      const proposals = page.getByRole('grid', { name: 'Propositions' })
      const row = proposals.locator('[data-row]').filter({ hasText: name })
      await expect(row).toBeVisible()
      await page.getByLabel('Cocher toute la liste').uncheck()
      await expect(figure('Payeurs choisis')).toHaveText('0')
      await row.locator('input[type=checkbox]').click()
      await expect(figure('Payeurs choisis')).toHaveText('1')
      await expect(figure(/Dont \d+\sbons? antérieurs?/)).toBeVisible()
      await expect(page.getByLabel(/avec l’argent d’avance/)).toBeChecked()
      await takePicture(page, 'factures-deuxieme-mois')
      expect(await faultsOf(page), 'what axe finds at the second month').toEqual([])
      await page.getByRole('button', { name: 'Créer les factures' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Créer les factures' }).click()
      await expect(backOffice.title).toHaveText(new RegExp(`^${name}, facture`))
      await expect(figure('Payé')).toHaveText(new RegExp(`^${ahead - 100}\\s`))
      await expect(page.getByText('Dont antérieurs')).toBeVisible()
      await takePicture(page, 'facture-deuxieme-mois')
    })

    await test.step('« Créances » is one figure on the dashboard, in the balance and in the report.', async () => {
      await backOffice.goTo('Tableau de bord')
      const debts = page.getByRole('region', { name: 'Créances' })
      const total = new RegExp(
        `^${String(await shop.receivables())
          .split('')
          .join('\\s?')}\\D`,
      )
      await expect(debts.locator('b').first()).toHaveText(total)
      await takePicture(page, 'tableau-de-bord-creances')
      await debts.getByRole('link', { name: 'Balance âgée' }).click()
      await expect(figure('Créances')).toHaveText(total)
      await takePicture(page, 'balance-par-date-de-vente')
      expect(await faultsOf(page), 'what axe finds at the balance by date of sale').toEqual([])
      await backOffice.goTo('Factures')
      await page.getByRole('button', { name: 'Suivi' }).click()
      await page.getByRole('menuitem', { name: 'Bilan par mois' }).click()
      await expect(figure('Créances à ce jour')).toHaveText(total)
    })
  },
)
