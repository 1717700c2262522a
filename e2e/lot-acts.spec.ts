import { expect, noNetwork, test } from './journey.ts'
import { takePicture } from './looks.ts'
import { boxOfUnits } from './stock.ts'
import { rachelle } from './people.ts'

test(
  'a pharmacist opens a box and corrects a count without a network: it shows at once, and the shop has it once',
  { tag: ['@kiosk/products', '@server/stock-acts'] },
  async ({ till, shop, context, expectErrors }) => {
    expectErrors(noNetwork)
    const { product, box } = boxOfUnits(
      (await shop.products()).filter(({ prescriptionList }) => prescriptionList === 'none'),
    )
    await till.open(rachelle)
    await till.goTo('Stock')
    await context.setOffline(true)
    await expect(till.network).toHaveText(/^Hors ligne/)
    await till.page.getByRole('searchbox').fill(product.label)
    await till.page.getByRole('list', { name: 'Produits' }).getByRole('button').first().click()
    const panel = till.page.getByRole('complementary')
    const gestures = panel.getByRole('group', { name: `Actions sur le lot ${box.lot}` }).first()
    await takePicture(till.page, 'stock au comptoir')
    await gestures.getByRole('button', { name: 'Déconditionner' }).click()
    await takePicture(till.page, 'deconditionner au comptoir')
    await panel.getByRole('button', { name: 'Ouvrir 1 boîte' }).click()
    await expect(panel.getByRole('table')).toHaveCount(2)

    await gestures.getByRole('button', { name: 'Corriger' }).click()
    const counted = box.quantity - 3
    for (const digit of String(counted)) await panel.getByRole('button', { name: digit, exact: true }).click()
    await panel.getByRole('radio', { name: 'Casse' }).click()
    await takePicture(till.page, 'corriger au comptoir')
    await panel.getByRole('button', { name: /^Corriger de/ }).click()
    await expect(panel.getByRole('table').first()).toContainText(String(counted))
    await expect(till.network).toHaveText(/2\sà envoyer/)
    await till.network.click()
    await expect(till.queue.getByRole('listitem')).toHaveText([/Déconditionnement/, /Correction de stock.*Casse/])
    await takePicture(till.page, 'gestes de stock en attente')

    await context.setOffline(false)
    await till.hasSentAll()
    const lots = await shop.lots(product.id)
    expect(lots.find(({ id }) => id === box.id)?.quantity).toBe(counted)
    expect(lots.find(({ units, lot }) => units === 1 && lot === box.lot)?.quantity).toBe(box.units)
  },
)
