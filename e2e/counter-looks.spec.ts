import { randomUUID } from 'node:crypto'
import type { PersonDetail } from '#shared/contract/persons.ts'
import { walkDisk } from './disk-walk.ts'
import { expect, noNetwork, test } from './journey.ts'
import {
  walkAround,
  walkClients,
  walkDisplay,
  walkFirstSale,
  walkIdleDisplay,
  walkPanels,
  walkPayments,
  walkQueue,
  walkRegister,
  type Look,
  type See,
} from './kiosk-walk.ts'
import type { Till } from './pages/till.ts'
import { counterLook } from './counter-look.ts'
import { leavingOf, lostOf } from './looks.ts'
import { gilles } from './people.ts'
import { damagedFiles } from './refusing-disk.ts'
import { lettersOf, type ShopApi } from './shop-api.ts'

// Photos and codes are read by Chromium's own camera.
test.use({ permissions: ['camera'] })

const hold = 'has a fault that axe finds, a target below 48 px, a typo, or more than fits'

/** What is looked at of each screen of the counter. Those of the national referential are written as it writes them. */
const seeing = async (till: Till, shop: ShopApi): Promise<{ look: Look; see: See }> => {
  const look = counterLook((await shop.products()).map(({ label }) => label).filter((label) => /[:;!?'"%]/.test(label)))
  return { look, see: (screen) => look(`counter: ${screen}`, till.page) }
}

/** Somebody whose insurer pays a part. */
async function insuredPerson(shop: ShopApi, phone: string): Promise<PersonDetail> {
  const person = await shop.newPerson({
    lastName: `Zan${lettersOf(randomUUID())}`,
    firstName: 'Clarisse',
    birthDate: '1984-03-12',
    sex: 'F',
    phone,
    creditLimit: 40_000,
  })
  await shop.insure(person.id, 80)
  return person
}

test(
  `no screen from the sign-in to the first sale, and of clients, ${hold}`,
  { tag: ['@deep', '@kiosk/unlock', '@kiosk/sale', '@kiosk/clients'] },
  async ({ till, shop }) => {
    const { see } = await seeing(till, shop)
    await walkFirstSale(till, see)
    await walkClients(till, await insuredPerson(shop, '0197454647'), see)
  },
)

test(
  `no panel of a sale and none of its payments ${hold}`,
  { tag: ['@deep', '@kiosk/counter', '@kiosk/help', '@kiosk/payment', '@kiosk/parked'] },
  async ({ till, shop }) => {
    const { see } = await seeing(till, shop)
    const person = await insuredPerson(shop, '0197454649')
    await till.open(gilles)
    await till.sellTo(person.lastName)
    await walkPanels(till, see)
    await walkPayments(till, see)
  },
)

test(
  `no screen beside the sale, from the register to the health of the terminal, ${hold}`,
  { tag: ['@deep', '@kiosk/register', '@kiosk/sales', '@kiosk/products', '@kiosk/terminal', '@kiosk/health'] },
  async ({ till, shop }) => {
    const { see } = await seeing(till, shop)
    // Who sells while another journey's register is open has nothing to open.
    await shop.closeRegisterOf(gilles.lastName)
    await till.open(gilles)
    await walkRegister(till, see)
    await till.goTo('Vente')
    await till.sell('coartem 20/120')
    await walkAround(till, see)
  },
)

test(
  `neither the queue, nor the customer’s screen, nor what is said of a disk in trouble ${hold}`,
  { tag: ['@deep', '@kiosk/counter', '@kiosk/display', '@kiosk/health'] },
  async ({ till, shop, expectErrors }) => {
    expectErrors(noNetwork, damagedFiles)
    const { look, see } = await seeing(till, shop)
    await till.open(gilles)
    await walkIdleDisplay(till, look)
    await walkQueue(till, see)
    await walkDisplay(till, look)
    await walkDisk(till, look)
  },
)

test(
  'at 200 % a sale is made from the code to the ticket, with every panel beside it: nothing is cut off where no scroll brings it back',
  { tag: ['@deep', '@kiosk/sale', '@kiosk/clients', '@kiosk/counter', '@kiosk/payment'] },
  async ({ till, shop }) => {
    const person = await insuredPerson(shop, '0197454648')
    await till.open(gilles)
    // What a window of 1280×800 shows when the page is zoomed.
    await till.page.setViewportSize({ width: 640, height: 400 })
    const see: See = async (screen) => expect.soft(await lostOf(till.page), screen).toEqual([])
    await till.add('coartem 20/120')
    await see('the sale')
    await till
      .line(/Coartem/)
      .getByRole('button', { name: /^Une de plus/ })
      .click()
    await expect(till.line(/Coartem/)).toContainText('2 ×')
    await till.pay.click()
    await see('the payment')
    const { due, pad, end } = till.payment
    // Without a scroll: what is to be paid, the whole keypad and the end.
    for (const part of [due, ...(await pad.getByRole('button').all()), end])
      await expect.soft(part).toBeInViewport({ ratio: 1 })
    await till.payment.add('Mobile')
    await till.payment.chooseOperator('Moov Money')
    await see('a payment with its fields')
    await till.payment.end.click()
    await till.finalNumber()
    await see('after the sale')
    await walkClients(till, person, see)
    await walkPanels(till, see)
  },
)

test(
  'at 200 % a register is opened and counted: every button has its words, every step its name',
  { tag: ['@deep', '@kiosk/register'] },
  async ({ till, shop }) => {
    const { page } = till
    await shop.closeRegisterOf(gilles.lastName)
    await till.open(gilles)
    await page.setViewportSize({ width: 640, height: 400 })
    const see = async (screen: string) => {
      expect.soft(await lostOf(page), screen).toEqual([])
      expect.soft(await leavingOf(page), screen).toEqual([])
    }
    await till.goTo('Caisse')
    await expect(page.getByRole('region', { name: 'Dernières fermetures' })).toBeVisible()
    await see('a register to open')
    await page.getByRole('button', { name: 'Ouvrir la caisse' }).click()
    await page.getByRole('button', { name: 'Compter la caisse' }).click()
    const steps = page.getByRole('list', { name: 'Étapes du comptage' }).getByRole('listitem')
    for (const next of ['Compter le reste', 'Voir l’écart']) {
      for (const step of await steps.all()) await expect.soft(step).toBeInViewport({ ratio: 1 })
      await see(next)
      await page.getByRole('button', { name: next }).click()
    }
    await expect(page.getByRole('button', { name: 'Recompter' })).toBeAttached()
    await see('the difference')
  },
)
