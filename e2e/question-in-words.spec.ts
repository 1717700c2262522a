import { expect, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { figureOf, francs } from './money.ts'
import { BackOffice } from './pages/back-office.ts'
import { aurele, gilles } from './people.ts'

test(
  'a question in words is typed, its figure followed to the sales behind it, and kept as a report of one’s own',
  { tag: ['@axe', '@backoffice/reports', '@server/reports', '@server/own-reports'] },
  async ({ till, shop, browser, watch }) => {
    // What is asked for is sold here: the figures of the demo may be any.
    await till.open(aurele)
    const identifier = await till.sell('coartem 20/120')
    await expect.poll(() => shop.sales(identifier)).toHaveLength(1)
    const [sale] = await shop.sales(identifier)

    const office = new BackOffice(await watch(await browser.newContext()).newPage())
    const { page } = office
    await page.setViewportSize({ width: 1440, height: 900 })
    await office.open(gilles, '/rapports')
    const text = 'Ventes de Aurèle Dossou aujourd’hui par produit chez Zzyrtoul'
    const answer = page.getByRole('region', { name: text })

    await test.step('Typed by keyboard, its words are understood; the one that is not is struck through.', async () => {
      await page.getByRole('textbox', { name: 'Posez une question' }).focus()
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await expect(
        answer.getByText(/Chiffre d’affaires · par produit · Membre = .*DOSSOU.* · le \d\d\/\d\d\/\d{4}/i),
      ).toBeVisible()
      await expect(page.locator('s')).toHaveText(['Zzyrtoul'])
      await takePicture(page, 'question en mots')
      expect(await faultsOf(page), 'what axe finds at the answer').toEqual([])
    })

    const sentence = answer.getByText(/^Chiffre d’affaires\s: [\d\s]+F\sCFA/)
    await expect(sentence).toBeVisible()
    const turnover = figureOf(await sentence.innerText())
    expect(turnover).toBeGreaterThanOrEqual(sale!.total!)

    await test.step('The sales behind the figure are the figure, and the one just sold is among them.', async () => {
      await answer.getByRole('link', { name: 'Voir les ventes' }).click()
      await expect(office.title).toHaveText('Ventes')
      const number = String(sale!.number).replaceAll(/\B(?=(\d{3})+$)/g, '\\s?')
      await expect(office.rows('Ventes').first()).toContainText(new RegExp(number))
      await expect(page.getByText(francs(turnover)).first()).toBeVisible()
      await page.goBack()
      await expect(sentence).toBeVisible()
    })

    await test.step('Kept, it is the same question, of a day that moves.', async () => {
      await answer.getByRole('link', { name: 'Garder ce rapport' }).click()
      await expect(office.title).toHaveText('Nouveau rapport')
      await expect(page.getByRole('combobox', { name: 'Période' })).toHaveValue('aujourd’hui')
      await expect(page.getByRole('combobox', { name: 'Groupé par' })).toHaveValue('Produit')
      await expect(page.getByRole('button', { name: /^Retirer le filtre Membre : .*DOSSOU/i })).toBeVisible()
      await takePicture(page, 'question gardee')
      await page.getByRole('textbox', { name: 'Nom' }).fill('Le jour d’Aurèle')
      await page.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(office.title).toHaveText('Le jour d’Aurèle')
      await expect(page.getByText(francs(turnover)).first()).toBeVisible()
    })
  },
)
