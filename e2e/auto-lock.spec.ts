import { expect, test } from './journey.ts'
import { rachelle } from './people.ts'

test(
  'a terminal that nobody touches locks in every window: the open sale waits for the next seller, what was typed in the back-office for who typed it',
  { tag: ['@kiosk/unlock', '@kiosk/counter', '@backoffice/ui'] },
  async ({ till, backOffice, expectErrors }) => {
    // What a window asks for while the session ends is refused.
    expectErrors(/status of 401/)
    for (const { page } of [till, backOffice]) await page.clock.install()
    await till.open(rachelle)
    await backOffice.openAgain('/ventes')
    await till.add('doliprane 1000')
    await till.page.clock.fastForward(14 * 60_000)
    await till.page.keyboard.press('Shift')
    await till.page.clock.fastForward(14 * 60_000)
    await expect(till.line(/Doliprane 1000/)).toBeVisible()
    await till.page.clock.fastForward(2 * 60_000)
    await expect(till.entry.question).toBeVisible()
    await expect(till.page.getByText('1 vente ouverte')).toBeVisible()
    await expect(backOffice.entry.question).toBeVisible()

    await backOffice.entry.unlock(rachelle)
    await expect(backOffice.entry.question).toHaveCount(0)
    await backOffice.openAgain('/clients')
    await backOffice.page.getByRole('button', { name: 'Nouveau client' }).click()
    const name = backOffice.page.getByRole('form', { name: 'Nouveau patient' }).getByLabel(/^Nom/)
    await name.fill('Ahossi')
    // What is typed holds the terminal open for a quarter of an hour; then the time of the back-office begins.
    await backOffice.page.clock.fastForward(14 * 60_000)
    await expect(name).toHaveValue('Ahossi')
    await expect(name).toBeVisible()
    await backOffice.page.clock.fastForward(30 * 60_000)
    await expect(backOffice.entry.question).toBeVisible()
    await expect(name).not.toBeVisible()
    await backOffice.entry.unlock(rachelle)
    await expect(name).toHaveValue('Ahossi')
    await expect(name).toBeVisible()
  },
)
