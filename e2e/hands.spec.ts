import { expect, test } from './journey.ts'
import { francs } from './money.ts'
import { aurele, terminalAccount } from './people.ts'

/** Between two keys of a hand. */
const typing = { delay: 90 }

test('by keyboard alone: from the sign-in to the change', async ({ till }) => {
  const { keyboard } = till.page
  await till.page.goto('/kiosk/')
  await expect(till.entry.email).toBeFocused()
  await keyboard.type(terminalAccount.email)
  await till.press('Tab', { until: till.entry.password })
  await keyboard.type(terminalAccount.password)
  await keyboard.press('Enter')
  await till.press('Tab', { until: till.entry.member(aurele) })
  await keyboard.press('Enter')
  await keyboard.type(aurele.pin, typing)
  await till.isReady()
  await expect(till.search).toBeFocused()

  await keyboard.type('doliprane', typing)
  await expect(till.hits.first()).toContainText('Doliprane')
  await keyboard.press('ArrowDown')
  await expect(till.hits.nth(1)).toHaveAttribute('aria-current', 'true')
  await keyboard.press('Enter')
  await expect(till.lines).toHaveCount(1)
  await expect(till.search).toBeFocused()
  await keyboard.press('+')
  await expect(till.lines).toContainText(['2 ×'])
  await keyboard.press('-')
  await expect(till.lines).not.toContainText(['2 ×'])
  const total = await till.total()

  await keyboard.press('F9')
  await expect(till.payment.due).toBeVisible()
  await keyboard.type('10000', typing)
  await expect(till.payment.change).toBeVisible()
  await expect(till.payment.change).toContainText(francs(10_000 - total))
  await keyboard.press('Enter')
  await till.finalNumber()

  // The next sale stands open behind: a key begins it.
  await keyboard.press('?')
  await expect(till.page.getByRole('dialog', { name: 'Raccourcis du clavier' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(till.page.getByRole('dialog')).toHaveCount(0)
  await keyboard.type('coartem', typing)
  await expect(till.hits.first()).toContainText('Coartem')
  await expect(till.done).toHaveCount(0)
})

test.describe('by touch alone', () => {
  test.use({ hasTouch: true })

  test('from the PIN to the ticket without a key', async ({ till }) => {
    await till.page.goto('/kiosk/')
    await till.entry.signIn()
    await till.entry.member(aurele).tap()
    await till.entry.tap(aurele.pin)
    await till.isReady()

    await till.scan('3400935955838')
    await till.line(/Doliprane 1000/).getByRole('button', { name: /^Une de plus/ }).tap()
    await expect(till.line(/Doliprane 1000/)).toContainText('2 ×')
    const total = await till.total()
    await till.pay.tap()
    for (const key of ['5', '000']) await till.payment.pad.getByRole('button', { name: key, exact: true }).tap()
    await expect(till.payment.change).toBeVisible()
    await expect(till.payment.change).toContainText(francs(5000 - total))
    await till.payment.end.tap()
    await till.finalNumber()
    await till.done.getByRole('button', { name: 'Nouvelle vente' }).tap()
    await expect(till.page.getByText('Aucune ligne. Scannez une boîte pour commencer.')).toBeVisible()
    await till.page.getByRole('button', { name: 'Verrouiller' }).tap()
    await expect(till.entry.question).toBeVisible()
  })
})
