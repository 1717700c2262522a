import { expect, test } from './journey.ts'
import { aurele } from './people.ts'
import type { Till } from './pages/till.ts'

test('from a post that was never signed in to the first closed sale', async ({ till, shop }) => {
  await till.page.goto('/kiosk/')
  await expect(till.entry.signInTitle).toBeVisible()
  await till.entry.signIn()
  await expect(till.entry.question).toBeVisible()
  await till.unlock(aurele)
  await expect(till.page.getByText(aurele.shortName)).toBeVisible()

  await till.add('coartem 20/120')
  await expect(till.line(/Coartem 20\/120/)).toContainText(/Lot \S+, \d\d\/\d{4}/)
  const identifier = await till.identifier()
  await till.payExactly()
  const number = await till.finalNumber()

  await till.goTo('Ventes')
  await expect(till.page.getByRole('button', { name: new RegExp(`n°\\s${number}\\b.*1 ligne.*Espèces.*${aurele.lastName}`) })).toBeVisible()
  const [accepted, ...others] = await shop.sales(identifier)
  expect(accepted).toMatchObject({ number, status: 'CLOSED', units: 1 })
  expect(others).toEqual([])
})

test('one scanned box paid in cash takes three gestures', async ({ till }) => {
  await till.open()
  const gestures = await countGestures(till)
  await till.scan('3400935955838')
  await expect(till.lines).toHaveCount(1)
  await till.notes.nth(1).click()
  await expect(till.change).toBeVisible()
  await till.end.click()
  await expect(till.done).toContainText('À rendre')
  expect(await gestures()).toBe(3)
  await till.finalNumber()
})

/** Touches and scans (which end with Entrée) from now on. */
async function countGestures({ page }: Till): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const counter = { gestures: 0 }
    window.addEventListener('pointerdown', () => counter.gestures++, { capture: true })
    window.addEventListener('keyup', ({ key }) => key === 'Enter' && counter.gestures++, { capture: true })
    return counter
  })
  return () => counted.evaluate(({ gestures }) => gestures)
}
