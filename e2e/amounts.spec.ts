import { expect, test } from './journey.ts'
import { leavingOf, takePicture } from './looks.ts'
import type { Till } from './pages/till.ts'
import { gilles } from './people.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** Each count of digits from 5 to 9 999 995: its smallest and its largest sum, exact and rounded to the smallest coin. */
const amounts = [1, 2, 3, 4, 5, 6, 7].flatMap((digits) =>
  [10 ** (digits - 1), 4 * 10 ** (digits - 1) - 99, 10 ** digits - 6, 10 ** digits - 5].filter((sum) => sum >= 5),
)

/** Gives the only line of the sale a price, and waits until the ticket says it. */
async function priceAt(till: Till, price: number): Promise<void> {
  await till.openLine('Doliprane')
  const field = till.page.getByLabel('Prix', { exact: true })
  await field.fill(String(price))
  await field.press('Enter')
  await till.page.getByRole('button', { name: 'Fermer la ligne' }).click()
  await expect(till.lines).toContainText(price.toLocaleString('fr-FR'))
}

async function seeAtAllSizes(till: Till, screen: string): Promise<void> {
  for (const size of sizes) {
    await till.page.setViewportSize(size)
    await takePicture(till.page, `${screen} ${size.width}`)
    expect.soft(await leavingOf(till.page), `${screen} at ${size.width}×${size.height}`).toEqual([])
  }
  await till.page.setViewportSize(sizes[0]!)
}

test(
  'no amount from 5 to 9 999 995 leaves its button or its tile, on the ticket and at the payment',
  { tag: ['@deep', '@kiosk/payment', '@kiosk/sale'] },
  async ({ till }) => {
    await till.open(gilles)
    await till.add('doliprane 1000')
    for (const amount of amounts) {
      await priceAt(till, amount)
      await seeAtAllSizes(till, `ticket of ${amount}`)
      await till.openPayments()
      await seeAtAllSizes(till, `payment of ${amount}`)
      await till.notes.last().click()
      await seeAtAllSizes(till, `change of ${amount}`)
      await till.payment.back.click()
      await seeAtAllSizes(till, `paid ticket of ${amount}`)
    }
    await till.openPayments()
    await till.payment
      .row('Espèces')
      .getByRole('button', { name: /^Espèces/ })
      .click()
    // As many digits as the keypad takes: the largest change that can be shown.
    await till.payment.type(999_999_999)
    await seeAtAllSizes(till, 'the largest change')
  },
)
