import { randomInt, randomUUID } from 'node:crypto'
import { ean13Of, hasTwoLots } from './boxes.ts'
import { expect, test } from './journey.ts'
import { BackOffice } from './pages/back-office.ts'
import { gilles, rachelle } from './people.ts'
import { lettersOf } from './shop-api.ts'

test(
  'what one window does shows in the others, on this terminal and on another: a sale, its boxes, a patient’s policy, the lock',
  {
    tag: ['@shared', '@kiosk/sale', '@backoffice/dashboard', '@backoffice/clients', '@server/events', '@server/hints'],
  },
  async ({ till, backOffice, shop, browser, watch, expectErrors }) => {
    // What a window asks for while the session ends is refused.
    expectErrors(/status of 401/)
    await till.open(gilles)
    const context = watch(await browser.newContext())
    const elsewhere = new BackOffice(await context.newPage())
    await elsewhere.open(gilles)

    await test.step('a sale closed at the counter, and what it took from the stock, without a reload', async () => {
      const product = (await shop.products()).find(hasTwoLots)!
      const before = product.stockItems.reduce((sum, { quantity }) => sum + quantity, 0)
      const row = backOffice.rows('Stock').filter({ hasText: product.label })
      // « 1 517 »: thousands are set apart.
      const left = (boxes: number) =>
        row.getByRole('gridcell', { name: new RegExp(`^${String(boxes).replaceAll(/\B(?=(?:\d{3})+$)/g, '\\s')}$`) })
      await backOffice.openAgain(`/stock/${product.id}`)
      await expect(left(before)).toBeVisible()
      await expect(elsewhere.figures).toContainText('Boîtes vendues')
      await till.scan(ean13Of(product)!)
      await expect(till.lines).toHaveCount(1)
      await till.payExactly()
      const number = await till.finalNumber()
      await expect(left(before - 1)).toBeVisible()
      await expect(elsewhere.lastSales).toContainText(new RegExp(`n°\\s${number}(?!\\d)`))
    })

    await test.step('a patient made and insured in the back-office of another terminal', async () => {
      const lastName = `Zan${lettersOf(randomUUID())}`
      const phone = `0196${String(randomInt(10 ** 6)).padStart(6, '0')}`
      const insurer = `Sunu ${lettersOf(randomUUID())}`
      await till.clients.open()
      await elsewhere.goTo('Clients')
      await elsewhere.clients.create({ lastName, firstName: 'Clarisse', phone })
      await till.clients.show(lastName, new RegExp(`${lastName.toUpperCase()} `))
      await expect(till.clients.panel).not.toContainText(insurer)

      await elsewhere.clients.writeInsurance({ insurer, contract: 'Salariés', percent: 85, number: 'SU-77' })
      await elsewhere.clients.save()
      await expect(till.clients.panel).toContainText(new RegExp(`${insurer}.*85\\s%.*Valable`))
      await expect(elsewhere.clients.sheet('Polices')).toContainText(insurer)

      // And what changes there is not what it was here: taken away, it no longer covers.
      await elsewhere.page.getByRole('button', { name: `Retirer ${insurer}, Salariés` }).click()
      await elsewhere.clients.question.getByRole('button', { name: 'Retirer' }).click()
      await expect(till.clients.panel).not.toContainText(insurer)
      await context.close()
    })

    await test.step('one lock for all windows of a terminal, and one sign-out', async () => {
      await till.goTo('Vente')
      await till.add('coartem 20/120')
      await backOffice.chooseInMenu('Verrouiller ou changer d’utilisateur')
      await expect(till.entry.question).toBeVisible()
      await till.unlock(rachelle)
      await expect(backOffice.page.getByRole('button', { name: /HOUNKPATIN/ })).toBeVisible()
      await till.lock()
      await expect(backOffice.entry.question).toBeVisible()

      await till.entry.signOut()
      await expect(till.entry.signInTitle).toBeVisible()
      await expect(backOffice.entry.signInTitle).toBeVisible()
    })
  },
)
