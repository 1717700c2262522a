import { expect, test } from './journey.ts'
import { francs } from './money.ts'
import { aurele } from './people.ts'
import { Printer } from './printer.ts'

test('the ticket comes out on 80 mm with its number; printed again it says DUPLICATA', async ({ till }) => {
  const printer = await Printer.install(till.page)
  await till.open(aurele)
  await till.add('coartem 20/120')
  const total = await till.total()
  await till.payExactly()
  const number = await till.finalNumber()

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

  await till.done.getByRole('button', { name: 'Imprimer le ticket' }).click()
  await expect.poll(() => printer.tickets()).toHaveLength(2)
  expect((await printer.tickets())[1]).toContain('DUPLICATA')

  await till.goTo('Ventes')
  await till.page.getByRole('button', { name: new RegExp(`n°\\s${number}\\b`) }).click()
  await till.page.getByRole('complementary').getByRole('button', { name: 'Réimprimer le ticket' }).click()
  await expect.poll(() => printer.tickets()).toHaveLength(3)
  expect((await printer.tickets())[2]).toContain('DUPLICATA')
})
