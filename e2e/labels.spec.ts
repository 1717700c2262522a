import type { Page } from '@playwright/test'
import { ean13Of, hasTwoLots } from './boxes.ts'
import { expect, noNetwork, test } from './journey.ts'
import { faultsOf, lostOf, takePicture } from './looks.ts'
import { gilles } from './people.ts'
import { printedCodes } from './printed-codes.ts'

/** From now on what is printed stays in the page, where only a printer shows it. */
async function keepPrints(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => {
      document.querySelectorAll('[data-kept]').forEach((element) => element.remove())
      const paper = document.querySelector('[role=document]')!.cloneNode(true) as HTMLElement
      const sheet = [...document.head.querySelectorAll('style')].find((style) => style.textContent.includes('@page'))!
      for (const [parent, kept] of [
        [document.body, paper],
        [document.head, sheet.cloneNode(true) as HTMLElement],
      ] as const) {
        kept.dataset['kept'] = 'yes'
        parent.append(kept)
      }
    }
  })
}

/** The pages that come out of the printer, each with its size in mm. */
async function printedPages(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(([, width, height]) =>
    [width, height].map((points) => Math.round((Number(points) * 25.4) / 72)).join('×'),
  )
}

test(
  'a price change queues a label; it is printed at its real size, is read by a scanner, and leaves the queue once it came out',
  { tag: ['@axe', '@backoffice/labels', '@backoffice/stock', '@server/labels'] },
  async ({ backOffice, shop, context, expectErrors }) => {
    expectErrors(noNetwork)
    const { page } = backOffice
    const [changed, scanned, ticked] = (await shop.products()).filter((each) => !each.archived && hasTwoLots(each))
    const rows = backOffice.rows('Étiquettes de prix')
    const panel = page.getByRole('complementary', { name: 'Impression' })
    const question = page.getByRole('alertdialog', { name: 'Les étiquettes sont-elles bien sorties' })
    const price = changed!.stockItems[0]!.salePrice + 1000
    await page.setViewportSize({ width: 1440, height: 900 })
    await shop.dropLabels()
    await backOffice.open(gilles, '/etiquettes')

    await test.step('the queue is empty at first, and says what fills it', async () => {
      await expect(page.getByText(/^Aucune étiquette à imprimer/)).toBeVisible()
      await expect(panel.getByRole('button', { name: 'Imprimer' })).toBeDisabled()
      await takePicture(page, 'etiquettes vides')
      expect(await faultsOf(page)).toEqual([])
    })

    await test.step('a new price puts the label of its product there', async () => {
      await page.goto(`/backoffice/stock/${changed!.id}`)
      await backOffice.panel.getByRole('button', { name: 'Changer le prix' }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('Prix public').fill(String(price))
      await form.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(page.getByText('Prix changé, étiquette à imprimer')).toBeVisible()
      await backOffice.goTo('Étiquettes de prix')
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText(changed!.label)
      await expect(rows).toContainText('Prix changé')
    })

    await keepPrints(page)
    const sheet = page.locator('[data-kept][role=document]')

    await test.step('a jam keeps it there; on A4 it is one page, and its bars are the code of the box', async () => {
      await page.getByRole('textbox', { name: `Copies de ${changed!.label}` }).fill('3')
      await panel.getByRole('button', { name: 'Commencer à la position 8', exact: true }).click()
      await expect(panel).toContainText(/3\sétiquettes, 1\sproduit, 1\sfeuille/)
      await takePicture(page, 'etiquettes')
      expect(await faultsOf(page)).toEqual([])
      expect(await lostOf(page)).toEqual([])
      await panel.getByRole('button', { name: 'Imprimer' }).click()
      await expect(question).toBeVisible()
      await takePicture(page, 'etiquettes imprimees')
      expect(await faultsOf(page)).toEqual([])
      expect(await printedPages(page)).toEqual(['210×297'])
      await question.getByRole('button', { name: 'Non, les garder' }).click()
      await expect(rows).toHaveCount(1)

      await page.emulateMedia({ media: 'print' })
      await takePicture(page, 'feuille d etiquettes')
      await page.evaluate(() => (document.documentElement.style.zoom = '4'))
      expect(await printedCodes(await sheet.locator('svg').first().screenshot(), 'EAN13')).toEqual([ean13Of(changed!)])
      await page.evaluate(() => (document.documentElement.style.zoom = ''))
      await page.emulateMedia({ media: null })
    })

    await test.step('a scan and a selection of the stock add labels, never twice', async () => {
      const scan = page.getByRole('textbox', { name: 'Scanner un produit' })
      await scan.fill(ean13Of(scanned!)!)
      await scan.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'étiquette ajoutée' })).toContainText(scanned!.label)
      await expect(rows).toHaveCount(2)
      await expect(panel).toContainText(/1\sétiquette cochée/)
      await scan.fill(ean13Of(scanned!)!)
      await scan.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'est déjà dans la file' })).toBeVisible()
      await backOffice.goTo('Stock')
      await page.getByRole('searchbox').fill(ticked!.label)
      await backOffice.rows('Stock').first().getByRole('checkbox').click()
      await page.getByRole('button', { name: 'Étiquettes de prix' }).click()
      await page.getByRole('button', { name: 'Ajouter à la file' }).click()
      await takePicture(page, 'etiquettes d une selection')
      await page.getByRole('link', { name: 'Voir les étiquettes' }).click()
      await expect(rows).toHaveCount(3)
    })

    await test.step('on a label printer each label is a page; once they came out, the queue is empty', async () => {
      for (const [format, picture] of [
        [/^40 par feuille/, 'etiquettes 40 par feuille'],
        [/^24 par feuille, 70/, 'etiquettes 24 par feuille'],
        [/^Rouleau 40/, 'etiquettes sur petit rouleau'],
        [/^Rouleau 57/, 'etiquettes sur rouleau'],
      ] as const) {
        await panel.getByRole('combobox', { name: 'Format' }).click()
        await page.getByRole('option', { name: format }).click()
        await takePicture(page, picture)
      }
      expect(await faultsOf(page)).toEqual([])
      await panel.getByRole('heading').click()
      await page.keyboard.press('p')
      await expect(question).toBeVisible()
      expect(await printedPages(page)).toEqual(Array(5).fill('57×32'))
      await expect(sheet).toContainText(scanned!.label)
      await context.setOffline(true)
      await expect(question.getByRole('button', { name: 'Oui, les retirer de la file' })).toBeDisabled()
      await context.setOffline(false)
      await question.getByRole('button', { name: 'Oui, les retirer de la file' }).click()
      await expect(page.getByText(/3\sétiquettes retirées de la file/)).toBeVisible()
      await expect(page.getByText(/^Aucune étiquette à imprimer/)).toBeVisible()
    })

    await test.step('the paper that was chosen stays chosen', async () => {
      await page.reload()
      await expect(panel.getByRole('combobox', { name: 'Format' })).toHaveValue(/^Rouleau 57/)
    })
  },
)
