import type { FiscalState } from '#shared/contract/fiscal-documents.ts'
import { expect, test } from './journey.ts'
import { openWindow } from './open-window.ts'
import { figureOf } from './money.ts'
import { BackOffice } from './pages/back-office.ts'
import { gilles } from './people.ts'
import { Printer } from './printer.ts'
import { emecefAddress } from './shop.ts'

test(
  'a wrong token is refused; a sale is certified at the counter; what an outage held up is certified afterwards, and a canceled sale is credited',
  {
    tag: [
      '@axe',
      '@kiosk/printing',
      '@backoffice/settings',
      '@backoffice/fiscal-documents',
      '@server/fiscal-documents',
    ],
  },
  async ({ till, shop, context, expectErrors }) => {
    expectErrors(/PUT.*fiscal-token|fiscal-token|test-token/)
    const { token, end } = await shop.certify()
    try {
      const printer = await Printer.install(till.page)
      await till.open(gilles)
      const office = new BackOffice(await openWindow(context))
      const documents = async () =>
        (await shop.fiscalDocuments()).map(({ kind, state, total }) => `${kind} ${state} ${total}`)
      const trap = (on: 'draft' | 'confirm', kind: 'lost' | 'unavailable', times: number) =>
        fetch(`${emecefAddress}/traps`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ on, trap: kind, times }),
        })

      await test.step('the token is judged before it is kept', async () => {
        await office.openAgain('/parametres/pharmacie')
        const sheet = office.page.getByRole('region', { name: 'Facture normalisée' })
        await sheet.getByRole('button', { name: /^Modifier/ }).click()
        const field = office.page.getByLabel(/^Jeton/)
        await field.fill(token.slice(0, -20))
        await office.page.getByRole('button', { name: /^Enregistrer/ }).click()
        await expect(office.page.getByText('ce n’est pas un jeton, ou il est coupé')).toBeVisible()
        await office.page.keyboard.press('Escape')
        await field.fill(token)
        await office.page.getByRole('button', { name: 'Tester le jeton' }).click()
        await expect(office.page.getByText(/La plateforme accepte ce jeton/)).toBeVisible()
        await office.page.getByRole('button', { name: /^Enregistrer/ }).click()
        await expect(sheet.getByText('TS01000077')).toBeVisible()
      })

      let first = 0
      await test.step('the ticket of a sale has its code', async () => {
        await till.add('coartem 20/120')
        await till.payExactly()
        first = await till.finalNumber()
        await till.done.getByRole('button', { name: 'Imprimer le ticket' }).click()
        await expect.poll(() => printer.tickets()).toHaveLength(1)
        const [ticket] = await printer.tickets()
        expect(ticket).toMatch(/TEST-[\dA-F-]+/)
        expect(ticket).toContain('SIMULATION')
      })

      const state = async (wanted: FiscalState, count: number) =>
        expect
          .poll(async () => (await shop.fiscalDocuments()).filter((each) => each.state === wanted).length, {
            timeout: 60_000,
          })
          .toBe(count)
      await state('certified', 1)

      await test.step('a company has its name and its number on the ticket and on the portal', async () => {
        await till.add('coartem 20/120')
        await till.otherGesture('Facture au nom de…')
        const buyer = till.page.getByRole('dialog', { name: 'Facture au nom de' })
        await buyer.getByLabel('Nom ou raison sociale').fill('SOBEBRA SA')
        await buyer.getByLabel('IFU').fill('32007')
        await buyer.getByRole('button', { name: /^Garder/ }).click()
        await expect(buyer.getByText(/IFU attendu\s: 13 chiffres/)).toBeVisible()
        await buyer.getByLabel('IFU').fill('3200700000018')
        await buyer.getByRole('button', { name: /^Garder/ }).click()
        await till.payExactly()
        await till.finalNumber()
        await till.done.getByRole('button', { name: 'Imprimer le ticket' }).click()
        await expect.poll(() => printer.tickets()).toHaveLength(2)
        const [, ticket] = await printer.tickets()
        expect(ticket).toMatch(/Client\s: SOBEBRA SA\s+IFU 3200700000018/)
        await state('certified', 2)
      })

      await test.step('a company that owes AIB pays it with the goods, and the whole is certified', async () => {
        await till.add('coartem 20/120')
        await expect(till.toPay).toContainText(/\d/)
        const price = figureOf(await till.toPay.innerText())
        await till.otherGesture('Facture au nom de…')
        const buyer = till.page.getByRole('dialog', { name: 'Facture au nom de' })
        await buyer.getByRole('textbox', { name: 'Organisme connu' }).fill('port sec')
        await buyer.getByRole('button', { name: /Port Sec d’Agla/ }).click()
        await buyer.getByRole('button', { name: /^Garder/ }).click()
        // Exempt of tax: 1 % of the price.
        const aib = Math.round(price / 100)
        await expect(till.lines.filter({ hasText: /^AIB 1\s%/ })).toContainText(String(aib))
        await till.payExactly()
        await till.finalNumber()
        await till.done.getByRole('button', { name: 'Imprimer le ticket' }).click()
        await expect.poll(() => printer.tickets()).toHaveLength(3)
        const ticket = (await printer.tickets())[2]!
        expect(ticket).toMatch(new RegExp(`AIB 1\\s%\\s+${aib}\\b`))
        const total = String(price + aib).replace(/(\d)(\d{3})$/, '$1\\s$2')
        expect(ticket).toMatch(new RegExp(`Total certifié\\s+${total}\\s`))
        await state('certified', 3)
      })

      await test.step('thirty sales end in an outage; when the platform is back all are certified, in the order of selling', async () => {
        await trap('draft', 'unavailable', 1000)
        for (let sold = 0; sold < 30; sold += 1) {
          if (sold % 6 > 0) {
            await shop.sellAgain(await shop.sale((await shop.lastSale()).id), `PANNE-${sold}`)
            continue
          }
          await till.add('coartem 20/120')
          await till.payExactly()
          await till.finalNumber()
        }
        await state('waiting', 30)
        await office.openAgain('/factures-normalisees')
        await expect(office.page.getByText('33 factures', { exact: true })).toBeVisible()
        await fetch(`${emecefAddress}/traps`, { method: 'DELETE' })
        await shop.sendWaiting()
        await state('certified', 33)
        const sold = (await shop.fiscalDocuments()).toSorted((a, b) => a.soldAt.localeCompare(b.soldAt))
        expect(await shop.confirmed()).toEqual(sold.map(({ id }) => id))
      })

      await test.step('a canceled sale is credited', async () => {
        await till.cancel(await till.openSold(first), 'Erreur de produit')
        await expect
          .poll(documents)
          .toEqual(expect.arrayContaining([expect.stringMatching(/^credit certified/) as unknown]))
        await office.openAgain('/factures-normalisees')
        await expect(office.page.getByText(/Avoir/).first()).toBeVisible()
      })
    } finally {
      await end()
    }
  },
)
