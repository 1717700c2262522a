import { expect, test } from './journey.ts'
import { francs } from './money.ts'
import { aurele } from './people.ts'
import { Printer } from './printer.ts'
import type { Till } from './pages/till.ts'

test(
  'from a terminal that was never signed in to the first closed sale and its ticket; the next one takes three gestures',
  { tag: ['@shared', '@kiosk/unlock', '@kiosk/sale', '@kiosk/printing', '@kiosk/receipt', '@server/sales'] },
  async ({ till, shop }) => {
    const printer = await Printer.install(till.page)
    await till.page.goto('/kiosk/')
    await expect(till.entry.signInTitle).toBeVisible()
    await till.entry.signIn()
    await expect(till.entry.question).toBeVisible()
    await till.unlock(aurele)
    await expect(till.page.getByText(aurele.shortName)).toBeVisible()

    await till.add('coartem 20/120')
    await expect(till.line(/Coartem 20\/120/)).toContainText(/Lot \S+, \d\d\/\d{4}/)
    const identifier = await till.identifier()
    const total = await till.total()
    await till.payExactly()
    const number = await till.finalNumber()

    await test.step('the ticket comes out on 80 mm with its number', async () => {
      await till.done.getByRole('button', { name: 'Imprimer le ticket' }).click()
      await expect.poll(() => printer.tickets()).toHaveLength(1)
      const [ticket] = await printer.tickets()
      expect(ticket).toContain('Pharmacie Camp Guézo')
      expect(ticket).toMatch(new RegExp(`Vente n°\\s${number} \\(\\S+-\\d+\\)`))
      expect(ticket).toContain('Coartem 20/120 mg cp B/24')
      expect(ticket).toMatch(francs(total))
      expect(ticket).toMatch(/Vendeur\s: DOSSOU A\./)
      expect(ticket).not.toContain('DUPLICATA')
      expect(ticket).not.toContain('PROVISOIRE')

      // On paper: one page as wide as the roll and as long as the ticket, with nothing else on it.
      await till.page.emulateMedia({ media: 'print' })
      await expect(printer.sheet).toBeVisible()
      await expect(till.page.locator('#root')).toBeHidden()
      expect((await printer.sheet.boundingBox())?.width).toBeCloseTo((80 / 25.4) * 96, 0)
      const [sheet, ...others] = await printer.paper()
      expect(others).toEqual([])
      expect(sheet!.width).toBe(80)
      expect(sheet!.height).toBeGreaterThan(60)
      expect(sheet!.height).toBeLessThan(200)
      await till.page.emulateMedia({ media: 'screen' })
    })

    await test.step('printed again it says DUPLICATA, there and among the sales of the day', async () => {
      await till.done.getByRole('button', { name: 'Imprimer le ticket' }).click()
      await expect.poll(() => printer.tickets()).toHaveLength(2)
      expect((await printer.tickets())[1]).toContain('DUPLICATA')

      await till.goTo('Ventes')
      await till.page
        .getByRole('button', { name: new RegExp(`n°\\s${number}\\b.*1 ligne.*Espèces.*${aurele.lastName}`) })
        .click()
      await till.page.getByRole('complementary').getByRole('button', { name: 'Réimprimer le ticket' }).click()
      await expect.poll(() => printer.tickets()).toHaveLength(3)
      expect((await printer.tickets())[2]).toContain('DUPLICATA')
      const [accepted, ...others] = await shop.sales(identifier)
      expect(accepted).toMatchObject({ number, status: 'CLOSED', units: 1 })
      expect(others).toEqual([])
    })

    await test.step('one scanned box paid in cash takes three gestures', async () => {
      await till.goTo('Vente')
      await till.isReady()
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
  },
)

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
