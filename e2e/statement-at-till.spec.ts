import { expect, noNetwork, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { openWindow } from './open-window.ts'
import { RegisterWindow } from './pages/register.ts'
import { koffi } from './people.ts'

test(
  'an employer pays several bills at the till without a network, in one gesture; they are closed when it is back',
  { tag: ['@axe', '@kiosk/register', '@server/bills', '@server/credit', '@server/register-acts'] },
  async ({ till, context, shop, expectErrors }) => {
    expectErrors(noNetwork)
    const { id, name, bills: before } = await shop.billEmployer()
    const [first, second] = before
    await shop.closeRegisterOf(koffi.lastName)
    await till.open(koffi)
    const register = new RegisterWindow(await openWindow(context))
    const { page } = register
    await page.setViewportSize({ width: 1280, height: 800 })
    await register.goto()
    await register.open(10_000)

    await page.getByRole('button', { name: 'Encaisser un crédit' }).click()
    await page.getByRole('textbox', { name: 'Organisme', exact: true }).fill(name)
    await page.getByRole('group', { name: 'Organisme, trouvés' }).getByRole('button').first().click()
    const bills = page.getByRole('group', { name: 'Factures à payer' }).getByRole('button')
    await expect(bills.filter({ hasText: second!.number })).toBeVisible()
    await context.setOffline(true)
    await expect(till.network).toHaveText(/^Hors ligne/)
    await bills.filter({ hasText: second!.number }).click()
    await expect(bills.filter({ hasText: first!.number })).toHaveAttribute('aria-pressed', 'true')
    await takePicture(page, 'caisse-factures-payees')
    expect(await faultsOf(page), 'what axe finds at the bills of a client').toEqual([])
    await page.getByRole('radio', { name: 'Chèque', exact: true }).click()
    await page.getByRole('button', { name: 'Encaisser par chèque' }).click()
    await expect(page.getByText(/Crédit encaissé\s: /)).toBeVisible()

    await context.setOffline(false)
    const numbers = async () => (await shop.openBillsOf(id)).map(({ number }) => number)
    await expect.poll(numbers).toEqual(before.slice(2).map(({ number }) => number))
  },
)
