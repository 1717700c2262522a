import { randomUUID } from 'node:crypto'
import { dataMatrix, ean13Of, hasTwoLots } from './boxes.ts'
import { expect, noNetwork, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'

test(
  'a note with holes, from the file to a shelf where every lot has its date',
  {
    tag: [
      '@axe',
      '@backoffice/incomplete-lots',
      '@backoffice/deliveries',
      '@kiosk/products',
      '@server/stock-items',
      '@server/stock-acts',
      '@server/deliveries',
    ],
  },
  async ({ till, backOffice, shop, context, expectErrors }) => {
    expectErrors(noNetwork)
    const { page } = backOffice
    const [office, counter] = (await shop.products()).filter(
      (product) =>
        !product.archived &&
        product.productId !== null &&
        hasTwoLots(product) &&
        product.category !== 'Parapharmacie et dispositifs' &&
        product.stockItems.every(({ lot, expiresOn }) => lot !== null && expiresOn !== null),
    )
    const bl = `BL ${randomUUID().slice(0, 6)}`
    const file = [
      'Etab;Facture;Lig;Code;Libelle;Qté cdée;UG;Qté livrée;PA;PV;N° cde/BL;TVA',
      `02;${bl};1;${ean13Of(office!)};DU GROSSISTE A;3;0;3;51;1500;C1;0`,
      `02;${bl};2;${ean13Of(counter!)};DU GROSSISTE B;4;0;4;52;1200;C1;0`,
    ].join('\r\n')
    const rows = page.getByRole('grid', { name: 'Lots sans date' }).locator('[role=row][data-row]')
    const rowOf = (product: typeof office) => rows.filter({ hasText: product!.label })
    const undated = async () =>
      (await Promise.all([office!, counter!].map(({ id }) => shop.lots(id))))
        .flat()
        .filter(({ quantity, expiresOn, lot }) => quantity > 0 && (expiresOn === null || lot === null)).length

    await test.step('the note has no lots: the closing names the lines and asks how many may enter so', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await backOffice.open()
      await backOffice.goTo('Livraisons')
      await page.getByRole('button', { name: 'Importer un BL' }).click()
      await page.getByRole('combobox', { name: 'Fournisseur' }).click()
      await page.getByRole('option').first().click()
      await page
        .getByLabel('Fichier', { exact: true })
        .setInputFiles({ name: 'BL.csv', mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') })
      await page.getByRole('button', { name: 'Commencer la livraison' }).click()
      await expect(backOffice.title).toContainText(bl)
      await page.getByRole('button', { name: 'Valider la livraison' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('2 lignes sans lot ou sans péremption')
      await expect(dialog.getByRole('listitem')).toHaveText([/sans lot ni péremption/, /sans lot ni péremption/])
      await takePicture(page, 'valider sans lot')
      expect(await faultsOf(page)).toEqual([])
      await dialog.getByRole('checkbox', { name: /^Valider sans contrôler/ }).check()
      await dialog.getByRole('checkbox', { name: /^Faire entrer/ }).check()
      await dialog.getByRole('button', { name: 'Valider', exact: true }).click()
      await expect(page.getByText('Validée', { exact: true })).toBeVisible()
      expect(await undated()).toBe(2)
    })

    await test.step('the menu counts them, and the list has them', async () => {
      const entry = page
        .getByRole('navigation', { name: 'Menu' })
        .getByRole('link', { name: /sans numéro ou sans péremption/ })
      await expect(entry).toBeVisible()
      await entry.click()
      await expect(backOffice.title).toHaveText('Lots sans date')
      await expect(rowOf(office)).toHaveCount(1)
      await expect(rowOf(counter)).toHaveCount(1)
      await takePicture(page, 'lots sans date')
      expect(await faultsOf(page)).toEqual([])
    })

    await test.step('at the office a scan of the box dates its lot', async () => {
      await page.goto('/backoffice/lots-sans-date/scanner')
      const scan = page.getByRole('textbox', { name: 'Scan' })
      const box = dataMatrix(ean13Of(office!), { lot: 'E2E7', expiresOn: '2031-05-31' })
      const scans = page.getByRole('list', { name: 'Scans' }).getByRole('listitem')
      await scan.fill(box)
      await scan.press('Enter')
      await expect(scans.first()).toContainText('E2E7')
      await scan.fill(box)
      await scan.press('Enter')
      await expect(scans.first()).toContainText('rien ne manque à ce lot')
      await takePicture(page, 'dater au lecteur')
      expect(await faultsOf(page)).toEqual([])
      await expect.poll(undated).toBe(1)
    })

    await test.step('at the counter a scan dates the other one without a network', async () => {
      await till.page.goto('/kiosk/')
      await till.goTo('Stock')
      await context.setOffline(true)
      await expect(till.network).toHaveText(/^Hors ligne/)
      await till.page.getByRole('button', { name: 'Dater' }).click()
      await till.scan(dataMatrix(ean13Of(counter!), { lot: 'E2E8', expiresOn: '2031-06-30' }))
      const panel = till.page.getByRole('complementary')
      await expect(panel.getByRole('listitem').first()).toContainText('E2E8')
      await takePicture(till.page, 'dater au comptoir')
      await context.setOffline(false)
      await till.hasSentAll()
      await expect.poll(undated).toBe(0)
      expect((await shop.lots(counter!.id)).find(({ lot }) => lot === 'E2E8')).toMatchObject({
        expiresOn: '2031-06-30',
        quantity: 4,
      })
    })

    await test.step('the list no longer has them', async () => {
      await backOffice.openAgain('/lots-sans-date')
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(rowOf(office)).toHaveCount(0)
      await expect(rowOf(counter)).toHaveCount(0)
    })
  },
)
