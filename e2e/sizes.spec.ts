import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { takePicture } from './looks.ts'
import type { BackOffice } from './pages/back-office.ts'
import type { Till } from './pages/till.ts'
import { aurele, gilles } from './people.ts'
import { lettersOf, type ShopApi } from './shop-api.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

/** How far the page can be pushed sideways, in pixels. */
const pushed = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** Between two keys of a hand: more than a scanner leaves. */
const typing = { delay: 60 }

/** What one hand does to reach the same ends. */
interface Hand {
  write: (page: Page, field: Locator, text: string) => Promise<void>
  addFirst: (till: Till) => Promise<void>
  chooseClient: (till: Till, lastName: string) => Promise<void>
  writeVoucher: (till: Till, number: string) => Promise<void>
  pay: (till: Till) => Promise<void>
  payCash: (till: Till) => Promise<void>
  finish: (till: Till) => Promise<void>
  openFinder: (backOffice: BackOffice) => Promise<void>
  takeFirst: (backOffice: BackOffice) => Promise<void>
  leave: (backOffice: BackOffice) => Promise<void>
}

const byKeyboard: Hand = {
  write: async (page, field, text) => {
    await expect(field).toBeFocused()
    await page.keyboard.type(text, typing)
  },
  // Entrée alone takes the only answer; of several, the arrow takes the first.
  addFirst: async (till) => {
    await expect(till.hits.nth(1)).toBeVisible()
    await till.page.keyboard.press('Enter')
    await expect(till.lines).toHaveCount(0)
    await till.page.keyboard.press('ArrowDown')
    await till.page.keyboard.press('Enter')
  },
  chooseClient: async (till, lastName) => {
    await till.page.keyboard.press('F4')
    await byKeyboard.write(till.page, till.clients.search, lastName)
    await expect(till.clients.hits).toHaveCount(1)
    await till.page.keyboard.press('Enter')
    await expect(till.clients.sell).toBeFocused()
    await till.page.keyboard.press('Enter')
  },
  writeVoucher: async (till, number) => {
    await till.page.keyboard.press('F7')
    await till.press('Tab', { until: till.payers.getByLabel('Numéro de bon') })
    await till.page.keyboard.type(number, typing)
    await till.page.keyboard.press('Enter')
    await till.page.keyboard.press('Escape')
  },
  pay: (till) => till.page.keyboard.press('F9'),
  payCash: (till) => till.page.keyboard.type('10000', typing),
  finish: (till) => till.page.keyboard.press('Enter'),
  openFinder: (backOffice) => backOffice.page.keyboard.press('Control+k'),
  takeFirst: (backOffice) => backOffice.page.keyboard.press('Enter'),
  leave: (backOffice) => backOffice.page.keyboard.press('Escape'),
}

const byTouch: Hand = {
  write: async (_page, field, text) => {
    await field.tap()
    await field.fill(text)
  },
  addFirst: (till) =>
    till.hits
      .first()
      .getByRole('button', { name: /^Ajouter/ })
      .tap(),
  chooseClient: async (till, lastName) => {
    await till.page.getByRole('button', { name: 'Choisir un client' }).tap()
    await byTouch.write(till.page, till.clients.search, lastName)
    await till.clients.hits.filter({ hasText: lastName.toUpperCase() }).tap()
    await till.clients.sell.tap()
  },
  writeVoucher: async (till, number) => {
    await till.coverage.tap()
    await byTouch.write(till.page, till.payers.getByLabel('Numéro de bon'), number)
    await till.payers.getByRole('button', { name: 'Fermer', exact: true }).tap()
  },
  pay: (till) => till.pay.tap(),
  payCash: async (till) => {
    for (const key of ['1', '0', '000']) await till.payment.pad.getByRole('button', { name: key, exact: true }).tap()
  },
  finish: (till) => till.payment.end.tap(),
  openFinder: (backOffice) => backOffice.page.getByRole('button', { name: /^Chercher/ }).tap(),
  takeFirst: (backOffice) => backOffice.finds.first().tap(),
  leave: (backOffice) => backOffice.panel.getByRole('button', { name: 'Fermer', exact: true }).tap(),
}

type Patient = { id: string; lastName: string }

/** A patient whom an insurer covers at 80 %. */
async function anInsured(shop: ShopApi): Promise<Patient> {
  const lastName = `Zan${lettersOf(randomUUID())}`
  const { id } = await shop.newPerson({
    lastName,
    firstName: 'Clarisse',
    birthDate: '1984-03-12',
    sex: 'F',
    phone: null,
  })
  await shop.insure(id, 80)
  return { id, lastName }
}

/** A sale to an insured patient, from the empty counter to its number. */
async function sellToInsured(
  hand: Hand,
  {
    till,
    shop,
    look,
    patient: { id: patientId, lastName },
  }: { till: Till; shop: ShopApi; look: Look; patient: Patient },
) {
  await hand.write(till.page, till.search, 'doliprane')
  await hand.addFirst(till)
  await expect(till.lines).toHaveCount(1)
  await look('ticket')
  const identifier = await till.identifier()
  await hand.chooseClient(till, lastName)
  await expect(till.patient).toContainText(lastName.toUpperCase())
  await look('patient')
  await hand.writeVoucher(till, '2026-11873')
  await expect(till.payers).toHaveCount(0)
  await expect(till.patient).toContainText('bon 2026-11873')

  await hand.pay(till)
  await expect(till.payment.due).toBeVisible()
  const key = till.payment.pad.getByRole('button', { name: '5', exact: true })
  // On a phone the pad is scrolled to: that is the hand's, not the screen's.
  await till.payment.pad.getByRole('button', { name: '000', exact: true }).scrollIntoViewIfNeeded()
  const before = await key.boundingBox()
  await hand.payCash(till)
  await expect(till.payment.row('Espèces')).toContainText('10\u202f000')
  await look('paiement')
  expect(await key.boundingBox()).toEqual(before)
  await hand.finish(till)
  await till.finalNumber()
  expect(await shop.soldAs(identifier)).toMatchObject({ patientId })
}

/** The dashboard of the morning, and the panel of a new client through the search of everything. */
async function lookAtTheMorning(hand: Hand, { backOffice, look }: { backOffice: BackOffice; look: Look }) {
  await expect(backOffice.page.getByRole('region', { name: 'Hier' })).toContainText('Espèces à déposer')
  await expect(backOffice.figures).toContainText('Boîtes vendues')
  await look('tableau')
  await hand.openFinder(backOffice)
  await hand.write(backOffice.page, backOffice.finder.getByRole('combobox'), 'nouveau client')
  await expect(backOffice.finds.first()).toContainText('Nouveau client')
  await hand.takeFirst(backOffice)
  await expect(backOffice.panel).toBeVisible()
  await look('nouveau client')
  await hand.leave(backOffice)
  await expect(backOffice.panel).toHaveCount(0)
}

type Look = (what: string) => Promise<void>

/** Takes a picture of what stands; nothing of it is out of the window. */
const looking =
  (page: Page, of: string): Look =>
  async (what) => {
    await takePicture(page, `${of} ${what}`)
    expect(await page.evaluate(pushed), what).toBe(0)
  }

const hands = [
  { name: 'keyboard', hand: byKeyboard, hasTouch: false },
  { name: 'touch', hand: byTouch, hasTouch: true },
]

for (const size of sizes)
  for (const { name, hand, hasTouch } of hands) {
    const where = `${size.width} ${name}`
    test.describe(where, () => {
      test.use({ hasTouch })

      test(
        `at ${size.width} × ${size.height} an insured patient is sold to by ${name}`,
        { tag: ['@deep', '@kiosk/sale', '@kiosk/clients', '@kiosk/payment'] },
        async ({ till, shop }) => {
          const patient = await anInsured(shop)
          await till.open(aurele)
          await till.page.setViewportSize(size)
          await till.search.focus()
          await sellToInsured(hand, { till, shop, look: looking(till.page, `vente ${where}`), patient })
        },
      )

      test(
        `at ${size.width} × ${size.height} the morning is read by ${name}`,
        { tag: ['@deep', '@backoffice/dashboard', '@backoffice/finder', '@backoffice/clients'] },
        async ({ backOffice }) => {
          await backOffice.open(gilles)
          await backOffice.page.setViewportSize(size)
          await lookAtTheMorning(hand, { backOffice, look: looking(backOffice.page, `matin ${where}`) })
        },
      )
    })
  }
