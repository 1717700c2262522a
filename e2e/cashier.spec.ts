import { counterLook } from './counter-look.ts'
import { expect, noNetwork, test } from './journey.ts'
import { francs } from './money.ts'
import { openWindow } from './open-window.ts'
import { CashierWindow } from './pages/cashier.ts'
import { Till } from './pages/till.ts'
import { adjoua, gillesOfLagune, lagune, prisca } from './people.ts'

test(
  'a central cashier: the owner decides it, a pharmacist sends a sale with her discount, the cashier of another terminal collects it; on one terminal it goes without a network',
  {
    tag: [
      '@axe',
      '@kiosk/cashier',
      '@kiosk/terminal',
      '@backoffice/settings',
      '@server/pharmacies',
      '@server/parked-sales',
    ],
  },
  async ({ till, backOffice, browser, watch, context, expectErrors }) => {
    expectErrors(noNetwork)
    await till.open(gillesOfLagune, lagune)
    await test.step('one setting for every terminal', async () => {
      await backOffice.openAgain('/parametres/pharmacie')
      await backOffice.page.getByRole('button', { name: 'Modifier', exact: true }).click()
      await backOffice.page.getByRole('switch', { name: /^Caisse centrale/ }).check({ force: true })
      await backOffice.page.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(backOffice.page.getByRole('main')).toContainText('le vendeur prépare, le caissier encaisse')
    })

    const cashierContext = watch(await browser.newContext())
    const desk = new Till(await cashierContext.newPage())
    const cashier = new CashierWindow(desk.page)
    await desk.open(prisca, lagune)
    await desk.goTo('Caisse')

    await till.lock()
    await till.unlock(adjoua)
    await till.goTo('Poste')
    await till.page.getByRole('button', { name: /^Sur un autre poste/ }).click()
    await till.goTo('Vente')

    const send = till.page.getByRole('button', { name: 'Envoyer en caisse' })
    const look = counterLook([])
    let due = 0
    await test.step('made ready by who may give a discount, collected by who may not', async () => {
      await till.add('doliprane')
      due = await till.total()
      const identifier = await till.identifier()
      await till.otherGesture('Encaisser ici, ou ajouter une remise')
      await till.payment.add('Remise')
      await till.payment.type(100)
      await till.payment.back.click()
      await look('a sale that is sent to the cashier', till.page)
      await send.click()
      await expect(till.notice).toContainText(`Vente ${identifier} envoyée en caisse`)
      await expect(till.lines).toHaveCount(0)
      await expect(cashier.row(identifier).getByText(francs(due - 100))).toBeVisible()
      await expect(cashier.row(identifier)).toContainText('KOUASSI Adjoua')
      await look('what waits for the cashier', cashier.page)
      await cashier.collectExactly(identifier)
      await look('what was collected', cashier.page)
      await expect(cashier.row(identifier)).toHaveCount(0)
      await backOffice.openAgain(`/ventes?cherche=${identifier}`)
      await backOffice.rows('Ventes').first().click()
      await expect(backOffice.panel).toContainText('Préparée par KOUASSI Adjoua, encaissée par YAO Prisca')
    })

    await test.step('sent back with a word, it waits for its seller, who reads why and sends it again', async () => {
      await till.add('doliprane')
      const identifier = await till.identifier()
      await send.click()
      await expect(cashier.row(identifier)).toContainText(/1\sboîte · DOLIPRANE/i)
      await cashier.sendBack(identifier, 'Prix à vérifier')
      await till.page.getByRole('button', { name: /pour un collègue$/ }).click()
      await till.page.getByRole('button', { name: `Reprendre la vente ${identifier}` }).click()
      await expect(till.page.getByRole('alert')).toContainText(/Renvoyée par YAO Prisca\s: Prix à vérifier/)
      await send.click()
      await cashier.collectExactly(identifier)
    })

    await test.step('on one terminal, without a network, the window beside the counter collects', async () => {
      await till.goTo('Poste')
      await look('where a terminal is collected', till.page)
      await till.page.getByRole('button', { name: /^Sur ce poste/ }).click()
      await till.goTo('Vente')
      const beside = new CashierWindow(await openWindow(context))
      await beside.page.goto('/kiosk/caisse')
      await expect(beside.page.getByRole('heading', { name: 'À encaisser' })).toBeVisible()
      await context.setOffline(true)
      await till.add('doliprane')
      const identifier = await till.identifier()
      await send.click()
      await expect(till.lines).toHaveCount(0)
      await beside.collectExactly(identifier)
      await context.setOffline(false)
      await backOffice.openAgain(`/ventes?cherche=${identifier}`)
      await expect(backOffice.rows('Ventes')).toHaveCount(1)
    })
    await cashierContext.close()
  },
)
