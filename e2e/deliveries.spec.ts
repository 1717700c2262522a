import { randomUUID } from 'node:crypto'
import { addDays } from '#shared/domain/dates.ts'
import { dataMatrix, ean13Of, hasTwoLots, sellableLots, shortDay, today } from './boxes.ts'
import { expect, noNetwork, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { gilles } from './people.ts'

test(
  'a note comes in as a file, is counted by scan with and without a network, closed once, and is not received twice',
  {
    tag: [
      '@axe',
      '@backoffice/deliveries',
      '@backoffice/supplier-returns',
      '@server/deliveries',
      '@server/delivery-imports',
      '@server/supplier-returns',
    ],
  },
  async ({ backOffice, shop, context, expectErrors }) => {
    expectErrors(noNetwork)
    const { page } = backOffice
    const products = (await shop.products()).filter((product) => !product.archived && hasTwoLots(product))
    const [scanned, typed, unknown] = products.slice(0, 3)
    const bl = `BL ${randomUUID().slice(0, 6)}`
    const ownCode = `29${String(Date.now()).slice(-5)}`
    const file = [
      'Etab;Facture;Lig;Code;Libelle;Qté cdée;UG;Qté livrée;PA;PV;N° cde/BL;TVA',
      `02;${bl};1;${ean13Of(scanned!)};DU GROSSISTE A;3;1;3;900;1500;C1;0`,
      `02;${bl};2;${ean13Of(typed!)};DU GROSSISTE B;12;0;12;700;1200;C1;18`,
      `02;${bl};3;${ownCode};SANS CODE CONNU;5;0;5;400;900;C1;0`,
    ].join('\r\n')
    const choose = async () => {
      await page.getByRole('combobox', { name: 'Fournisseur' }).click()
      await page.getByRole('option').first().click()
      await page
        .getByLabel('Fichier', { exact: true })
        .setInputFiles({ name: 'BL.csv', mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') })
    }
    const boxes = async (productId: string) =>
      (await shop.lots(productId)).reduce((sum, { quantity }) => sum + quantity, 0)
    const before = await boxes(scanned!.id)
    const lines = page.getByRole('grid', { name: 'Lignes de la livraison' }).locator('[role=row][data-row]')

    await test.step('the file is read by its layout, and the code that nobody knows gets its product', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await backOffice.open(gilles, '/livraisons')
      await page.getByRole('button', { name: 'Importer un BL' }).click()
      await choose()
      await expect(page.getByText('format reconnu : LABOREX').first()).toBeVisible()
      const rows = page.getByRole('grid', { name: 'Lignes du BL' }).locator('[role=row][data-row]')
      await expect(rows).toHaveCount(3)
      await takePicture(page, 'BL verifie')
      expect(await faultsOf(page)).toEqual([])
      const ask = page.getByRole('textbox', { name: /^Ligne 4 : SANS CODE CONNU/ })
      await ask.fill(unknown!.label)
      await page.getByRole('option', { name: unknown!.label }).first().click()
      await expect(rows.filter({ hasText: ownCode })).toContainText('Reconnu')
      await page.getByRole('button', { name: 'Commencer la livraison' }).click()
      await expect(backOffice.title).toContainText(bl)
      await expect(lines).toHaveCount(3)
    })

    await test.step('scans count boxes and fill lot and expiry, also without a network', async () => {
      const scan = page.getByRole('textbox', { name: 'Scanner une boîte' })
      const printed = dataMatrix(ean13Of(scanned!), { lot: 'E2E7', expiresOn: '2031-05-31' })
      const box = async () => {
        await scan.fill(printed)
        await scan.press('Enter')
      }
      await box()
      await expect(lines.first()).toContainText('E2E7')
      // The line shows a gesture before it is sent: the network goes once the first one is through.
      await expect(page.getByText(/à envoyer/)).toHaveCount(0)
      await context.setOffline(true)
      await expect(page.getByText(/^Hors ligne/).first()).toBeVisible()
      await box()
      await box()
      await expect(page.getByText('2 à envoyer')).toBeVisible()
      await expect(lines.first().getByRole('gridcell').nth(3)).toHaveText('3')
      await takePicture(page, 'livraison hors ligne')
      await context.setOffline(false)
      await expect(page.getByText('2 à envoyer')).toBeHidden()
    })

    await test.step('a line is typed by keyboard, and what changes in price is told', async () => {
      await lines.nth(1).click()
      await takePicture(page, 'ligne de livraison')
      expect(await faultsOf(page)).toEqual([])
      const received = page.getByRole('textbox', { name: 'Reçu' })
      await received.fill('10')
      await page.getByRole('textbox', { name: 'Lot', exact: true }).fill('E2E8')
      await page.getByRole('textbox', { name: 'Expire' }).fill('06/2031')
      await received.press('Enter')
      await expect(lines.nth(1)).toContainText('E2E8')
      await expect(page.getByRole('region', { name: 'À vérifier' })).toContainText(/2\sboîtes manquent/)
      await takePicture(page, 'livraison a valider')
    })

    await test.step('closing asks about the missing boxes, and books all lines', async () => {
      await page.keyboard.press('Control+Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: 'Elles arrivent plus tard' }).click()
      await dialog.getByRole('checkbox', { name: /^Valider sans contrôler 1/ }).check()
      await takePicture(page, 'valider une livraison')
      await dialog.getByRole('checkbox', { name: /^Faire entrer/ }).check()
      await dialog.getByRole('button', { name: 'Valider' }).click()
      await expect(page.getByText('Validée', { exact: true })).toBeVisible()
      await expect.poll(() => boxes(scanned!.id)).toBe(before + 4)
    })

    await test.step('the rest is awaited, and the same note is not received again', async () => {
      await backOffice.goTo('Livraisons')
      await page.getByRole('searchbox').fill(bl)
      await expect(backOffice.rows('Livraisons')).toHaveCount(2)
      // Rows that are read again are pale meanwhile.
      await expect(page).toHaveURL(/cherche=/)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await takePicture(page, 'livraisons')
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Importer un BL' }).click()
      await choose()
      await expect(page.getByText('lu comme la dernière fois').first()).toBeVisible()
      await expect(page.getByText(/a déjà été reçu/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Commencer la livraison' })).toBeDisabled()
    })

    await test.step('two of its boxes go back with a numbered note, and the credit is noted', async () => {
      await page.goto('/backoffice/livraisons')
      await page.getByRole('searchbox').fill(bl)
      await expect(backOffice.rows('Livraisons')).toHaveCount(2)
      await backOffice.rows('Livraisons').filter({ hasText: 'Validée' }).click()
      await expect(backOffice.title).toContainText(bl)
      await takePicture(page, 'livraison validee')
      await page.getByRole('link', { name: 'Rendre des boîtes' }).click()
      const making = page.getByRole('complementary', { name: 'Nouveau retour' })
      await making.getByRole('checkbox', { name: scanned!.label }).click()
      await making.getByRole('textbox', { name: `Quantité de ${scanned!.label}` }).fill('2')
      await making.getByRole('combobox', { name: `Motif pour ${scanned!.label}` }).click()
      await page.getByRole('option', { name: 'Erreur de livraison' }).click()
      await takePicture(page, 'nouveau retour')
      expect(await faultsOf(page)).toEqual([])
      await making.getByRole('button', { name: 'Rendre', exact: true }).click()
      const made = page.getByRole('complementary', { name: /^Retour n°/ })
      await expect(made.getByText('Avoir attendu')).toBeVisible()
      await expect.poll(() => boxes(scanned!.id)).toBe(before + 2)
      await takePicture(page, 'retour')
      expect(await faultsOf(page)).toEqual([])
      await made.getByRole('button', { name: 'Avoir reçu' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: /N° de l’avoir/ }).fill('AV 12')
      await takePicture(page, 'avoir recu')
      await dialog.getByRole('button', { name: 'Enregistrer l’avoir' }).click()
      await expect(made.getByText('Avoir reçu', { exact: true })).toBeVisible()
    })

    await test.step('the report sums what came, by supplier and by product', async () => {
      await page.goto('/backoffice/livraisons/rapport')
      await page.getByText('Par produit').click()
      // The demo has deliveries of earlier days.
      const from = page.getByRole('textbox', { name: 'Du', exact: true })
      await from.fill(shortDay(today))
      await from.press('Enter')
      await expect(page.getByRole('grid', { name: 'Rapport des livraisons' })).toContainText(scanned!.label)
      await takePicture(page, 'rapport des livraisons')
      expect(await faultsOf(page)).toEqual([])
    })
  },
)

test(
  'a note that no layout knows is mapped once; its boxes are sold first expired first, the rest goes back, and the history tells it all',
  {
    tag: [
      '@deep',
      '@backoffice/deliveries',
      '@backoffice/supplier-returns',
      '@server/delivery-imports',
      '@server/file-profiles',
      '@server/movements',
    ],
  },
  async ({ backOffice, till, shop }) => {
    const { page } = backOffice
    const [soonest, sooner] = [addDays(today, 20), addDays(today, 25)]
    // Its shelf expires later: what comes is sold before it.
    const product = (await shop.products()).find(
      (each) =>
        !each.archived &&
        each.prescriptionList === 'none' &&
        ean13Of(each) !== undefined &&
        sellableLots(each).length > 0 &&
        sellableLots(each).every(({ quantity, expiresOn }) => quantity > 0 && expiresOn! > addDays(today, 60)),
    )!
    const [shelf] = sellableLots(product)
    const made = randomUUID().slice(0, 5).toUpperCase()
    const [first, second] = [`P${made}`, `S${made}`]
    const fileOf = (bl: string) =>
      [
        'Ref;Bons;Article;N1;N2;N3;S;J',
        ...[
          [3, first, soonest],
          [4, second, sooner],
        ].map(
          ([boxes, lot, day]) =>
            `${ean13Of(product)};${bl};DU GROSSISTE;${boxes};${Math.round(shelf!.salePrice * 0.7)};${shelf!.salePrice};${lot};${day}`,
        ),
      ].join('\r\n')
    const boxesIn = async (lot: string) => (await shop.lots(product.id)).find((each) => each.lot === lot)?.quantity
    const choose = async (bl: string) => {
      await page.getByRole('combobox', { name: 'Fournisseur' }).click()
      await page.getByRole('option', { name: 'Sahel Pharma' }).click()
      await page
        .getByLabel('Fichier', { exact: true })
        .setInputFiles({ name: 'BL.csv', mimeType: 'text/csv', buffer: Buffer.from(fileOf(bl), 'latin1') })
    }
    const rows = page.getByRole('grid', { name: 'Lignes du BL' }).locator('[role=row][data-row]')

    await test.step('a member says what each column is', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await backOffice.open(gilles, '/livraisons')
      await page.getByRole('button', { name: 'Importer un BL' }).click()
      await choose(`N ${made}`)
      await expect(page.getByText('lu par les titres des colonnes').first()).toBeVisible()
      await expect(page.getByText('Choisissez la colonne de la quantité livrée.')).toBeVisible()
      for (const [field, column] of [
        ['Code', 'Ref'],
        ['Quantité livrée', 'N1'],
        ['Prix d’achat', 'N2'],
        ['Prix public', 'N3'],
        ['Lot', 'S'],
        ['Péremption', 'J'],
        ['N° du BL', 'Bons'],
      ] as const) {
        const chosen = page.getByRole('combobox', { name: `Colonne\u00a0: ${field}`, exact: true })
        await chosen.click()
        await page.getByRole('option', { name: column, exact: true }).click()
        await expect(chosen).toHaveValue(column)
        await expect(page.getByText('colonnes choisies').first()).toBeVisible()
      }
      await expect(rows.filter({ hasText: 'Reconnu' })).toHaveCount(2)
      await takePicture(page, 'colonnes d un BL choisies')
      expect(await faultsOf(page)).toEqual([])
    })

    await test.step('the delivery is closed as the note says it', async () => {
      await page.getByRole('button', { name: 'Commencer la livraison' }).click()
      await expect(backOffice.title).toContainText(`N ${made}`)
      await page.keyboard.press('Control+Enter')
      await page
        .getByRole('dialog')
        .getByRole('checkbox', { name: /^Valider sans contrôler 2/ })
        .check()
      await page.getByRole('dialog').getByRole('button', { name: 'Valider' }).click()
      await expect(page.getByText('Validée', { exact: true })).toBeVisible()
      expect([await boxesIn(first), await boxesIn(second)]).toEqual([3, 4])
    })

    await test.step('the counter sells the lot that expires first to its last box, then the next one', async () => {
      await till.openAgain()
      const sell = async (boxes: number, lot: string) => {
        for (let box = 1; box <= boxes; box++) {
          await till.scan(ean13Of(product)!)
          await expect(till.lines).toHaveCount(1)
          await expect(till.line(product.label)).toContainText(`Lot ${lot}`)
          if (box > 1) await expect(till.line(product.label)).toContainText(`${box} ×`)
        }
        const identifier = await till.identifier()
        await till.payExactly()
        await till.finalNumber()
        return shop.soldAs(identifier)
      }
      expect(await sell(3, first)).toMatchObject({ flags: [], records: [{ quantity: 3 }] })
      expect(await boxesIn(first)).toBe(0)
      expect(await sell(1, second)).toMatchObject({ flags: [], records: [{ quantity: 1 }] })
      expect(await boxesIn(second)).toBe(3)
    })

    await test.step('the rest goes back to the supplier', async () => {
      await page.getByRole('link', { name: 'Rendre des boîtes' }).click()
      const making = page.getByRole('complementary', { name: 'Nouveau retour' })
      await making.getByRole('checkbox', { name: product.label }).click()
      await expect(making.getByRole('textbox', { name: `Quantité de ${product.label}` })).toHaveValue('3')
      await making.getByRole('button', { name: 'Rendre', exact: true }).click()
      await expect(page.getByRole('complementary', { name: /^Retour n°/ }).getByText('Avoir attendu')).toBeVisible()
      expect(await boxesIn(second)).toBe(0)
    })

    await test.step('the history of the product has every movement, newest first', async () => {
      await page.goto(`/backoffice/stock/${product.id}`)
      const history = backOffice.panel
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Derniers mouvements' }) })
        .getByRole('row')
      await expect(history.first()).toContainText(`Retour fournisseur, lot ${second}`)
      await expect(history.first()).toContainText(/[-−–]3/)
      await expect(history.nth(1)).toContainText(/Vente n°\s\d+.*[-−–]1/)
      await expect(history.nth(2)).toContainText(/Vente n°\s\d+.*[-−–]3/)
      const arrivals = [history.nth(3), history.nth(4)]
      for (const [lot, boxes] of [
        [first, 3],
        [second, 4],
      ])
        await expect(arrivals[0]!.or(arrivals[1]!).filter({ hasText: `Livraison, lot ${lot}` })).toContainText(
          `+${boxes}`,
        )
      await takePicture(page, 'mouvements d un produit livre')
    })

    await test.step('the next note of the supplier is read without a word', async () => {
      await page.goto('/backoffice/livraisons')
      await page.getByRole('button', { name: 'Importer un BL' }).click()
      await choose(`N ${made} 2`)
      await expect(page.getByText('lu comme la dernière fois').first()).toBeVisible()
      await expect(rows.filter({ hasText: 'Reconnu' })).toHaveCount(2)
      await expect(page.getByRole('button', { name: 'Commencer la livraison' })).toBeEnabled()
    })
  },
)
