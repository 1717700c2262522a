import { expect, test } from './journey.ts'
import { rachelle } from './people.ts'

test(
  'a terminal that nobody touches locks in every window, and the sale that was open waits for the next seller',
  { tag: ['@kiosk/unlock', '@kiosk/counter'] },
  async ({ till, backOffice }) => {
    await till.page.clock.install()
    await till.open(rachelle)
    // What is asked for while the session ends is refused: the screen has all of its answers first.
    const answers = ['/api/sales?', '/api/list-layouts', '/api/users/all', '/api/waiting-work'].map((path) =>
      backOffice.page.waitForResponse((reply) => reply.url().includes(path)),
    )
    await backOffice.openAgain('/ventes')
    await Promise.all(answers)
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
