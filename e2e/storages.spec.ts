import { ean13Of, sellableLots } from './boxes.ts'
import { expect, noNetwork, test } from './journey.ts'
import { takePicture } from './looks.ts'
import { rachelle } from './people.ts'

test(
  'a product stands in the sister pharmacy too, and is moved by scan without a network: the shop has it once',
  { tag: ['@kiosk/products', '@server/storages', '@server/sister-stock'] },
  async ({ till, shop, context, expectErrors }) => {
    expectErrors(noNetwork)
    const products = (await shop.products()).filter(
      ({ productId, storage, ...product }) =>
        productId !== null && storage !== null && ean13Of({ ...product, productId, storage }) && !product.archived,
    )
    const product = products.find((each) => each.storage?.startsWith('Tiroir') && sellableLots(each).length > 0)!
    const panel = till.page.getByRole('complementary')
    await till.open(rachelle)
    await till.goTo('Stock')
    await till.page.getByRole('searchbox').fill(product.label)
    await till.page.getByRole('list', { name: 'Produits' }).getByRole('button').first().click()

    await test.step('the sister’s stock has its hour, and stays as last seen without a network', async () => {
      const sisters = panel.getByRole('list', { name: 'Stock des autres pharmacies' })
      await expect(sisters).toContainText('Pharmacie Plateau Lagune')
      await expect(panel).toContainText(/Autres pharmacies\s*à\s\d\d:\d\d/)
      await takePicture(till.page, 'stock des pharmacies soeurs')
      await context.setOffline(true)
      await expect(till.network).toHaveText(/^Hors ligne/)
      await expect(panel).toContainText(/hors ligne, vu à\s\d\d:\d\d/)
      await expect(sisters).toContainText('Pharmacie Plateau Lagune')
    })

    await test.step('a storage by touch, then a scan moves the product; a second one says so', async () => {
      await till.page.getByRole('button', { name: 'Ranger' }).click()
      await takePicture(till.page, 'choisir un rangement')
      await panel.getByRole('textbox', { name: 'Chercher un rangement' }).fill('frigo')
      await panel.getByRole('radio', { name: 'Frigo' }).click()
      const scans = panel.getByRole('list', { name: 'Scans' }).getByRole('listitem')
      await till.scan(ean13Of(product)!)
      await expect(scans.first()).toContainText(`${product.storage} → Frigo`)
      await till.scan(ean13Of(product)!)
      await expect(scans.first()).toContainText('est déjà à Frigo')
      await till.scan('3400000000001')
      await expect(scans.first()).toContainText('ni un rangement ni un produit')
      await takePicture(till.page, 'ranger au scanner au comptoir')
    })

    await context.setOffline(false)
    await till.hasSentAll()
    const moved = (await shop.products()).find(({ id }) => id === product.id)
    expect(moved?.storage).toBe('Frigo')
  },
)
