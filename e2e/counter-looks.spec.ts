import { randomUUID } from 'node:crypto'
import { chromiumArgs, findChromium } from './chromium.ts'
import { walkDisk } from './disk-walk.ts'
import { expect, noNetwork, test } from './journey.ts'
import { walkClients, walkCounter, walkDisplay, walkPanels, type See } from './kiosk-walk.ts'
import { counterLook } from './counter-look.ts'
import { lostOf } from './looks.ts'
import { gilles } from './people.ts'
import { damagedFiles } from './refusing-disk.ts'
import { lettersOf } from './shop-api.ts'

// Photos and codes are read by Chromium's own film.
test.use({
  permissions: ['camera'],
  launchOptions: {
    executablePath: findChromium(),
    args: [...chromiumArgs, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

test('no screen or panel of the counter has a fault that axe finds, a target below 48 px, a typo, or more than fits', async ({
  till,
  shop,
  expectErrors,
}) => {
  test.setTimeout(900_000)
  expectErrors(noNetwork, damagedFiles)
  const person = await shop.newPerson({
    lastName: `Zan${lettersOf(randomUUID())}`,
    firstName: 'Clarisse',
    birthDate: '1984-03-12',
    sex: 'F',
    phone: '0197454647',
    creditLimit: 40_000,
  })
  await shop.insure(person.id, 80)
  // Those of the national referential are written as it writes them.
  const look = counterLook((await shop.products()).map(({ label }) => label).filter((label) => /[:;!?'"%]/.test(label)))
  await walkCounter(till, person, look)
  await walkDisplay(till, look)
  await walkDisk(till, look)
})

test('at 200 % a sale is made from the code to the ticket, with every panel beside it: nothing is cut off where no scroll brings it back', async ({
  till,
  shop,
}) => {
  const person = await shop.newPerson({
    lastName: `Zan${lettersOf(randomUUID())}`,
    firstName: 'Clarisse',
    birthDate: '1984-03-12',
    sex: 'F',
    phone: '0197454648',
  })
  await shop.insure(person.id, 80)
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
  await till.payment.add('Mobile')
  await till.payment.chooseOperator('Moov Money')
  await see('a payment with its fields')
  await till.payment.end.click()
  await till.finalNumber()
  await see('after the sale')
  await walkClients(till, person, see)
  await walkPanels(till, see)
})
