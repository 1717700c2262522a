import { randomInt, randomUUID } from 'node:crypto'
import { expect, noNetwork, test } from './journey.ts'
import { lettersOf } from './shop-api.ts'

/** A name and a phone that nobody else of the shop has. */
function somebody() {
  const lastName = `Zan${lettersOf(randomUUID())}`
  const digits = String(randomInt(10 ** 6)).padStart(6, '0')
  return {
    lastName,
    shown: new RegExp(`${lastName.toUpperCase()} `),
    phone: `0197${digits}`,
    typed: `01 97 ${digits.slice(0, 2)} ${digits.slice(2, 4)} ${digits.slice(4)}`,
  }
}

test(
  'a patient is found by phone, and one is written down without a network: the sale is his',
  { tag: ['@kiosk/clients', '@server/persons', '@server/clients', '@server/contract-policies'] },
  async ({ till, shop, context, expectErrors }) => {
    expectErrors(noNetwork)
    await till.open()

    await test.step('found by phone, seen with his policy, sold to', async () => {
      const { lastName, shown, phone, typed } = somebody()
      const person = await shop.newPerson({ lastName, firstName: 'Clarisse', birthDate: '1984-03-12', sex: 'F', phone })
      const insurer = await shop.insure(person.id, 80)
      await till.add('coartem 20/120')
      const identifier = await till.identifier()

      await till.clients.open()
      await till.clients.show(typed, shown)
      await expect(till.clients.panel).toContainText(new RegExp(`${insurer}80\\s%Valable`))
      await till.clients.sell.click()
      await expect(till.patient).toContainText(`${lastName.toUpperCase()} C.`)
      await expect(till.patient).toContainText(new RegExp(`${insurer}\\s80\\s%`))
      expect(await till.identifier()).toBe(identifier)
      await expect(till.coverage).toContainText(`${insurer} prend en charge`)

      await till.writeVoucher('2026-11873')
      await till.payExactly()
      await till.finalNumber()
      const [sale] = await shop.sales(identifier)
      expect(await shop.sale(sale!.id)).toMatchObject({
        patientId: person.id,
        patientName: `${lastName.toUpperCase()} Clarisse`,
      })
    })

    await test.step('made and sold to without a network, he is on the server afterwards, once, and so is his sale', async () => {
      const { lastName, shown, typed } = somebody()
      await context.setOffline(true)
      await expect(till.network).toHaveText(/^Hors ligne/)

      // By keyboard alone, from the search that finds nobody to the sale.
      await till.clients.open()
      await till.page.keyboard.type(lastName, { delay: 60 })
      await expect(till.clients.list).toContainText(`Aucun client pour «\u00a0${lastName}\u00a0»`)
      await till.page.keyboard.press('Enter')
      await expect(till.clients.field(/^Nom/)).toHaveValue(lastName)
      await expect(till.clients.field('Prénoms')).toBeFocused()
      await till.page.keyboard.type('Béa', { delay: 60 })
      await till.page.keyboard.press('Tab')
      await till.page.keyboard.type(typed, { delay: 60 })
      await till.page.keyboard.press('Tab')
      await till.page.keyboard.type('12031985', { delay: 60 })
      await expect(till.clients.field('Date de naissance')).toHaveValue('12/03/1985')
      await till.page.keyboard.press('Enter')
      await expect(till.clients.panel.getByRole('heading', { name: shown })).toBeVisible()
      await expect(till.clients.sell).toBeFocused()
      await till.page.keyboard.press('Enter')
      await expect(till.patient).toContainText(`${lastName.toUpperCase()} B.`)
      const identifier = await till.sell('coartem 20/120')
      await expect(till.network).toHaveText(/2\sà envoyer/)
      expect(await shop.clients(lastName)).toEqual([])

      await context.setOffline(false)
      await till.hasSentAll()
      const found = await shop.clients(lastName)
      expect(found).toMatchObject([
        {
          kind: 'person',
          name: `${lastName.toUpperCase()} Béa`,
          birthDate: '1985-03-12',
          phone: `+229${typed.replaceAll(' ', '')}`,
        },
      ])
      const sales = await shop.sales(identifier)
      expect(sales).toHaveLength(1)
      expect(await shop.sale(sales[0]!.id)).toMatchObject({ patientId: found[0]!.id })
    })
  },
)
