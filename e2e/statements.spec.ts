import { expect, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { gilles } from './people.ts'

test(
  'a statement is checked to the last franc, its differences are claimed, credited, and the rest is paid',
  {
    tag: [
      '@deep',
      '@backoffice/statements',
      '@backoffice/claims',
      '@backoffice/payables',
      '@server/bill-statements',
      '@server/wholesaler-claims',
    ],
  },
  async ({ backOffice }) => {
    await backOffice.open(gilles)
    const { page, panel } = backOffice
    const dialog = page.getByRole('dialog')
    const figure = (name: string | RegExp) =>
      page
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: name }) })
        .locator('dd')
        .first()
    await page.setViewportSize({ width: 1440, height: 900 })

    await test.step('The statement of a wholesaler is matched with its deliveries; what is wrong is said.', async () => {
      await backOffice.goTo('Relevés')
      await expect(backOffice.rows('Relevés').filter({ hasText: 'GR-R-1016' })).toBeVisible()
      await takePicture(page, 'releves')
      expect(await faultsOf(page), 'what axe finds at the statements').toEqual([])
      await backOffice.rows('Relevés').filter({ hasText: 'GR-R-1016' }).click()
      await expect(backOffice.title).toHaveText('Golfe Répartition, relevé GR-R-1016')
      await expect(page.getByRole('button', { name: /^Valider/ })).toBeDisabled()
      await expect(page.getByRole('grid', { name: 'Lignes du relevé' }).locator('[data-row]').first()).toBeVisible()
      await takePicture(page, 'releve')
      expect(await faultsOf(page), 'what axe finds at a statement').toEqual([])
    })

    const lines = page.getByRole('grid', { name: 'Lignes du relevé' }).locator('[data-row]')
    await test.step('What is proposed is accepted; what never came is claimed.', async () => {
      await page.getByRole('button', { name: 'Accepter les propositions' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Accepter' }).click()
      await expect(page.getByRole('radio', { name: 'À décider (1)' })).toBeChecked()
      await expect(lines).toHaveCount(1)
      await lines.first().click()
      await expect(dialog.getByText('Aucune livraison n’a ce numéro.')).toBeVisible()
      await takePicture(page, 'releve ligne')
      expect(await faultsOf(page), 'what axe finds at a line').toEqual([])
      await dialog.getByRole('button', { name: 'Réclamer en entier' }).click()
      await expect(page.getByText('Tout est décidé.')).toBeVisible()
      await page.getByText('Réclamées', { exact: true }).click()
      await expect(lines.filter({ hasText: 'Facturé deux fois' })).toHaveCount(1)
      await takePicture(page, 'releve reclame')
    })

    await test.step('Validated, it is a claim: a letter and an e-mail with the evidence of each line.', async () => {
      await page.getByRole('button', { name: 'Valider et réclamer' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Valider' }).click()
      await expect(backOffice.title).toHaveText(/réclamation n°/)
      await takePicture(page, 'reclamation')
      expect(await faultsOf(page), 'what axe finds at a claim').toEqual([])
      await page.getByRole('button', { name: 'Marquer envoyée' }).click()
      await expect(page.getByText('Envoyée', { exact: true }).first()).toBeVisible()
    })

    await test.step('The supplier accepts all; its credit comes.', async () => {
      await page.getByRole('button', { name: 'Réponse' }).click()
      await dialog.getByRole('button', { name: 'Tout est accepté' }).click()
      await takePicture(page, 'reclamation reponse')
      expect(await faultsOf(page), 'what axe finds at an answer').toEqual([])
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(page.getByText('Acceptée', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Avoir reçu' }).click()
      await dialog.getByLabel('N° de l’avoir').fill('AV-3301')
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(page.getByText('Avoir reçu', { exact: true }).first()).toBeVisible()
      await expect(figure('Encore attendu')).toHaveText(/^0/)
      await backOffice.goTo('Réclamations')
      await expect(backOffice.rows('Réclamations').filter({ hasText: 'Golfe Répartition' }).first()).toBeVisible()
      await takePicture(page, 'reclamations')
      expect(await faultsOf(page), 'what axe finds at the claims').toEqual([])
      await page.getByRole('link', { name: 'Bilan par mois' }).click()
      await expect(backOffice.title).toHaveText('Bilan des réclamations')
      await takePicture(page, 'reclamations bilan')
      expect(await faultsOf(page), 'what axe finds at the report of claims').toEqual([])
    })

    await test.step('What is left is owed on its day, and paid.', async () => {
      await backOffice.goTo('Échéances')
      const owed = page.getByRole('grid', { name: 'Dettes par fournisseur' }).locator('[data-row]')
      await expect(owed.first()).toBeVisible()
      await takePicture(page, 'echeances')
      expect(await faultsOf(page), 'what axe finds at the payables').toEqual([])
      await owed.filter({ hasText: 'Golfe Répartition' }).click()
      await expect(backOffice.title).toHaveText('Compte de Golfe Répartition')
      await takePicture(page, 'compte fournisseur')
      expect(await faultsOf(page), 'what axe finds at an account').toEqual([])
      await page.getByRole('button', { name: 'Noter un paiement' }).click()
      await dialog.getByLabel('Banque et n° du chèque').fill('BOA 4417999')
      await takePicture(page, 'paiement')
      expect(await faultsOf(page), 'what axe finds at a new payment').toEqual([])
      await dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(figure('Solde dû')).toHaveText(/^0/)
      await backOffice.goTo('Échéances')
      await page.getByRole('link', { name: 'Paiements', exact: true }).click()
      await backOffice.rows('Paiements aux fournisseurs').filter({ hasText: 'BOA 4417999' }).click()
      await expect(panel.getByText('Chèque')).toBeVisible()
      await takePicture(page, 'paiements')
      expect(await faultsOf(page), 'what axe finds at the payments').toEqual([])
    })
  },
)

test(
  'the file of a statement is read as it is; a cut one is noticed',
  { tag: ['@deep', '@backoffice/statements', '@server/bill-statements'] },
  async ({ backOffice }) => {
    await backOffice.open(gilles)
    const { page } = backOffice
    await page.setViewportSize({ width: 1440, height: 900 })
    await backOffice.goTo('Relevés')
    await page.getByRole('link', { name: 'Importer un fichier' }).click()
    await page.getByRole('combobox', { name: 'Fournisseur' }).click()
    await page.getByRole('option', { name: 'Sahel Pharma' }).click()
    const rows = [
      'N° BL;Date;Code;Désignation;Qté;PU HT;Remise;TVA;Montant TTC',
      '771001;05/11/2026;3400930000017;PRODUIT A;10;1 250;0;0;12 500',
      '771001;05/11/2026;3400930000024;PRODUIT B;4;900;100;0;3 500',
      'AV-12;06/11/2026;;Avoir retour;;;;;-1 200',
      ';;;TOTAL;;;;;14 800',
    ]
    await page.getByLabel('Fichier', { exact: true }).setInputFiles({
      name: 'releve.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\r\n')),
    })
    const read = page.getByRole('grid', { name: 'Lignes du fichier' }).locator('[data-row]')
    await expect(read).toHaveCount(4)
    await page.getByLabel('N° du relevé').fill('SP/1200')
    await page.getByLabel('Total TTC').fill('21 000')
    await expect(page.getByText(/un écart de 6.200/)).toBeVisible()
    await takePicture(page, 'releve import')
    expect(await faultsOf(page), 'what axe finds at the import').toEqual([])
    await page.getByLabel('Total TTC').fill('14 800')
    await page.getByRole('button', { name: 'Contrôler le relevé' }).click()
    await expect(backOffice.title).toHaveText('Sahel Pharma, relevé SP/1200')
    await expect(page.getByRole('grid', { name: 'Lignes du relevé' }).locator('[data-row]')).toHaveCount(3)
  },
)
