import type { Page } from '@playwright/test'
import type { Sale } from '#shared/contract/sales.ts'
import { expect, test } from './journey.ts'
import { figureOf } from './money.ts'
import { rachelle } from './people.ts'
import type { ShopApi } from './shop-api.ts'

/** What is left of the lots that a sale's lines went out from, as the server counts it. */
async function leftOf(shop: ShopApi, { records }: Pick<Sale, 'records'>): Promise<number[]> {
  const items = (await shop.products()).flatMap(({ stockItems }) => stockItems)
  return records.map(({ stockItemId }) => items.find(({ id }) => id === stockItemId)!.quantity)
}

const givenBack = async (page: Page): Promise<number> =>
  figureOf(
    await page
      .getByRole('alertdialog')
      .getByRole('status', { name: /^(À rendre|Rien à rendre)/ })
      .innerText(),
  )

test(
  'a closed sale is corrected, a box of it comes back, another sale is canceled: stock, money and history follow, at the counter and in the back-office',
  { tag: ['@kiosk/sales', '@backoffice/sales', '@server/sales', '@server/dues'] },
  async ({ till, backOffice, shop }) => {
    await till.open(rachelle)
    await till.add('doliprane 1000')
    await till
      .line(/Doliprane/)
      .getByRole('button', { name: /^Une de plus/ })
      .click()
    await expect(till.line(/Doliprane/)).toContainText('2 ×')
    await till.add('coartem 20/120')
    const first = await till.identifier()
    await till.payExactly()
    const number = await till.finalNumber()

    const sold = await shop.soldAs(first)
    const [doliprane, coartem] = (await leftOf(shop, sold)) as [number, number]

    // A new version: without the second line.
    const panel = await till.openSold(number)
    await panel.getByRole('button', { name: 'Corriger la vente' }).click()
    await expect(till.page.getByText(new RegExp(`^Remplace la vente n°\\s${number}$`))).toBeVisible()
    const second = await till.identifier()
    await till.remove(/Coartem/)
    await till.end.click()
    await expect(till.done).toBeVisible()
    const corrected = await till.finalNumber()
    const [old, current] = [await shop.soldAs(first), await shop.soldAs(second)]
    expect(old).toMatchObject({ number, status: 'CANCELED', replacedBy: current.id })
    expect(current).toMatchObject({
      number: corrected,
      version: 2,
      status: 'CLOSED',
      replaces: old.id,
      records: [{ quantity: 2 }],
    })
    expect(await leftOf(shop, sold)).toEqual([doliprane, coartem + 1])

    // One of the two boxes comes back, with its money.
    const again = await till.openSold(corrected)
    await expect(again.getByRole('list', { name: 'Historique de la vente' })).toContainText('remplacée par la vente')
    await again.getByRole('button', { name: 'Retour de lignes' }).click()
    await till.page.getByRole('button', { name: /^Une de plus, Rendus/ }).click()
    await till.page.getByRole('radio', { name: 'Traitement changé' }).click()
    const promised = figureOf(await till.page.getByRole('status', { name: 'À rendre' }).innerText())
    await till.page.getByRole('button', { name: 'Reprendre ces lignes' }).click()
    expect(await givenBack(till.page)).toBe(promised)
    await till.page.getByRole('button', { name: 'C’est fait' }).click()
    expect((await shop.sale(current.id)).returns).toMatchObject([
      {
        reason: 'Traitement changé',
        total: current.total / 2,
        lines: [{ quantity: 1, toStock: true }],
        refunds: [{ type: 'CASH', amount: promised }],
      },
    ])
    expect(await leftOf(shop, sold)).toEqual([doliprane + 1, coartem + 1])

    // The other box was not there: it is owed to the customer, then handed over. No stock moves.
    const owing = await till.openSold(corrected)
    await owing.getByRole('button', { name: 'Dû au client' }).click()
    await till.page.getByRole('textbox', { name: /^Nom du client/ }).fill('Le voisin')
    await till.page.getByRole('button', { name: 'Noter le dû' }).click()
    const due = till.page.getByRole('group', { name: /^Dû, / })
    await expect(due).toContainText('Le voisin')
    await due.getByRole('button', { name: /^Remis/ }).click()
    await expect(due).toContainText('Remis le')
    await expect(due.getByRole('button')).toHaveCount(0)
    expect(await leftOf(shop, sold)).toEqual([doliprane + 1, coartem + 1])

    // A sale that was a mistake altogether.
    await till.goTo('Vente')
    const third = await till.sell('coartem 20/120')
    const mistake = await till.finalNumber()
    const wrong = await till.openSold(mistake)
    await till.cancel(wrong, 'Erreur de produit')
    // It is canceled when it says what to give back.
    const back = await givenBack(till.page)
    const canceled = await shop.soldAs(third)
    expect(back).toBe(canceled.total - canceled.rounding)
    await till.page.getByRole('button', { name: 'C’est fait' }).click()
    expect(canceled).toMatchObject({ status: 'CANCELED', cancellation: { reason: 'Erreur de produit' } })
    await expect(wrong).toContainText('Annulée')
    expect(await leftOf(shop, sold)).toEqual([doliprane + 1, coartem + 1])

    // The back-office tells the same, from the version that counts back to the one that was sold first.
    await backOffice.openAgain('/ventes')
    await backOffice
      .rows('Ventes')
      .filter({ hasText: new RegExp(`^${corrected}`) })
      .click()
    const past = backOffice.panel
      .locator('section')
      .filter({ has: backOffice.page.getByRole('heading', { name: 'Historique' }) })
    await expect(past.getByRole('listitem')).toHaveText([
      new RegExp(`${rachelle.lastName}.*Vente n°\\s${number} clôturée`),
      // the owner sold it into her drawer, which nobody counted: each gesture opened the sale
      new RegExp(`n°\\s${number} ouverte avant le comptage.*correction`),
      new RegExp(`n°\\s${corrected} clôturée`),
      new RegExp(`n°\\s${number} remplacée par n°\\s${corrected}`),
      new RegExp(`n°\\s${corrected} ouverte avant le comptage.*retour`),
      /avoir n°\s\d+.*Traitement changé/,
      new RegExp(`n°\\s${corrected} ouverte avant le comptage.*dû au client`),
    ])
    await past
      .getByRole('link', { name: new RegExp(`n°\\s${number}$`) })
      .first()
      .click()
    await expect(backOffice.panel.getByRole('heading', { level: 2 })).toHaveText(new RegExp(`^Vente n°\\s${number}$`))
    await expect(backOffice.panel).toContainText('Coartem')
  },
)
