import { expect, test } from './journey.ts'
import { rachelle } from './people.ts'

test(
  'a terminal that nobody touches locks in every window, and the sale that was open waits for the next seller',
  { tag: ['@kiosk/unlock', '@kiosk/counter'] },
  async ({ till, backOffice, expectErrors }) => {
    // What a window asks for while the session ends is refused.
    expectErrors(/status of 401/)
    await till.page.clock.install()
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
  },
)
