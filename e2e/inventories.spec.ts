import { randomUUID } from 'node:crypto'
import { dataMatrix, ean13Of, sellableLots } from './boxes.ts'
import { expect, noNetwork, test } from './journey.ts'
import { faultsOf, overflowOf, smallTargetsOf, takePicture } from './looks.ts'
import { openWindow } from './open-window.ts'
import { CountingPage } from './pages/counting.ts'
import { Till } from './pages/till.ts'
import { aurele, gilles } from './people.ts'

const phoneSize = { width: 390, height: 844 }

test(
  'lots are counted at a terminal and by phone while two tills sell, one of them offline: what is booked is what lies on the shelf',
  { tag: ['@axe', '@backoffice/inventories', '@server/inventories', '@server/stock'] },
  async ({ till, backOffice, shop, browser, context, watch, expectErrors }) => {
    // The link of the phone ends with the inventory.
    expectErrors(noNetwork, /401.*\/sheet$/)
    const coartem = (await shop.products()).find(({ label }) => /^coartem 20\/120/i.test(label))!
    const [lot] = sellableLots(coartem)
    const stock = async () => (await shop.lots(coartem.id)).find(({ id }) => id === lot!.id)!.quantity
    const recorded = await stock()
    // Three boxes are gone that nobody knows of.
    let shelf = recorded - 3
    const label = `Tiroir ${randomUUID().slice(0, 6)}`
    const { page } = backOffice
    const counting = new CountingPage(page)
    const box = dataMatrix(ean13Of(coartem), lot!)

    await test.step('an inventory of a storage begins', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await till.open(gilles)
      await backOffice.openAgain('/inventaires')
      await page.getByRole('button', { name: 'Nouvel inventaire' }).click()
      const panel = page.getByRole('complementary', { name: 'Nouvel inventaire' })
      await panel.getByRole('combobox', { name: 'À compter' }).click()
      await page.getByRole('option', { name: 'Des rangements' }).click()
      await panel.getByRole('combobox', { name: 'Rangements' }).click()
      await page.getByRole('option', { name: coartem.storage!, exact: true }).click()
      await page.keyboard.press('Escape')
      await panel.getByRole('textbox', { name: 'Nom' }).fill(label)
      await takePicture(page, 'nouvel inventaire')
      expect(await faultsOf(page)).toEqual([])
      await panel.getByRole('button', { name: 'Commencer' }).click()
      await expect(backOffice.title).toHaveText(label)
      await takePicture(page, 'inventaire commence')
      expect(await faultsOf(page)).toEqual([])
    })

    const far = watch(await browser.newContext())
    const otherTill = new Till(await far.newPage())
    await test.step('two tills sell, one of them without a network', async () => {
      await otherTill.open(aurele)
      await far.setOffline(true)
      await expect(otherTill.network).toHaveText(/^Hors ligne/)
      await otherTill.sell('coartem 20/120')
      await till.sell('coartem 20/120')
      await till.finalNumber()
      shelf -= 2
    })

    await test.step('the lot is counted blind at a terminal without a network, and again', async () => {
      await page.getByRole('link', { name: 'Compter ici' }).click()
      await expect(counting.field).toBeVisible()
      await context.setOffline(true)
      await counting.count(box, shelf)
      await expect(counting.progress).toContainText('1 à envoyer')
      await takePicture(page, 'compter hors ligne')
      await context.setOffline(false)
      await expect(counting.progress).not.toContainText('à envoyer')
      await expect(page.getByRole('button', { name: /À recompter/ })).toBeVisible()
      await counting.count(box, shelf)
      await expect(page.getByRole('button', { name: /À recompter/ })).toHaveCount(0)
      await expect(counting.progress).toContainText('1 sur')
      await expect(counting.progress).not.toContainText('à envoyer')
    })

    const farPhone = watch(await browser.newContext({ viewport: phoneSize }))
    const phone = await farPhone.newPage()
    await test.step('a phone counts another lot with its code, and has no other page', async () => {
      await page.getByRole('link', { name: 'Inventaire', exact: true }).click()
      const made = page.waitForResponse((response) => response.url().endsWith('/counting-link'))
      await page.getByRole('button', { name: 'Compter au téléphone' }).click()
      const { token } = (await (await made).json()) as { token: string }
      await expect(page.getByRole('img', { name: 'Code à scanner avec le téléphone' })).toBeVisible()
      await takePicture(page, 'code pour le telephone')
      expect(await faultsOf(page)).toEqual([])
      const address = new URL(page.url())
      await page.getByRole('dialog').getByRole('button', { name: 'Fermer', exact: true }).last().click()

      await phone.goto(`${address.pathname}/compter#${token}`)
      const onPhone = new CountingPage(phone)
      await expect(onPhone.field).toBeVisible()
      expect(new URL(phone.url()).hash).toBe('')
      await takePicture(phone, 'compter au telephone')
      expect(await faultsOf(phone)).toEqual([])
      expect(await smallTargetsOf(phone, { least: 44, main: 44 })).toEqual([])
      await phone.getByRole('listitem').getByRole('button').first().click()
      await expect(onPhone.pad).toBeVisible()
      await takePicture(phone, 'compter un lot au telephone')
      expect(await faultsOf(phone)).toEqual([])
      expect(await overflowOf(phone, [phoneSize])).toEqual([])
      await onPhone.pad.getByRole('button', { name: '0', exact: true }).click()
      await onPhone.pad.getByRole('button', { name: 'Compté' }).click()
      await expect(onPhone.progress).toContainText('2 sur')
    })

    await test.step('the shop goes on selling; closing books what was found', async () => {
      await till.sell('coartem 20/120')
      await till.finalNumber()
      shelf -= 1
      // Three boxes are gone, and one was sold by the till that the server has not heard of.
      await page.getByText('Écarts', { exact: true }).click()
      await expect(page.getByRole('grid', { name: 'Lots de l’inventaire' })).toContainText('−4')
      await takePicture(page, 'ecarts d un inventaire')
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Clôturer' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox', { name: /Garder le dernier comptage/ }).click()
      await takePicture(page, 'cloturer un inventaire')
      expect(await faultsOf(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Clôturer' }).click()
      await expect(page.getByText('Clôturé', { exact: true })).toBeVisible()
      // The till without a network sold one more box before the count: it is not in the ledger yet, and is not on the shelf.
      await expect.poll(stock).toBe(shelf)
      await takePicture(page, 'inventaire cloture')
      await phone.reload()
      await expect(phone.getByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeVisible()
    })

    await test.step('the sale of before the count arrives: the shelf stays what it is', async () => {
      await far.setOffline(false)
      await otherTill.finalNumber()
      await expect.poll(stock).toBe(shelf)
      await page.goto('/backoffice/inventaires/rapport')
      await expect(page.getByRole('grid', { name: 'Exactitude et démarque' })).toContainText(coartem.storage!)
      await takePicture(page, 'rapport des inventaires')
      expect(await faultsOf(page)).toEqual([])
      const again = await openWindow(context)
      await again.goto(`/backoffice/stock/${coartem.id}`)
      await expect(again.getByRole('complementary')).toContainText('Déjà vu par un comptage')
      await takePicture(again, 'mouvements apres un inventaire')
    })
  },
)
