import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expect, test } from './journey.ts'
import { francs } from './money.ts'
import { aurele, terminalAccount } from './people.ts'
import { lettersOf } from './shop-api.ts'

/** Between two keys of a hand: more than a scanner leaves. */
const typing = { delay: 60 }

test(
  'by keyboard alone: from the sign-in to the change, then a patient of two insurers',
  { tag: ['@deep', '@kiosk/sale', '@kiosk/payment', '@kiosk/clients', '@kiosk/counter'] },
  async ({ till, shop }) => {
    const { keyboard } = till.page

    await test.step('from the sign-in to the change', async () => {
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
      await keyboard.press('Enter')
      await expect(till.page.getByText(/produits\s: ↓ puis Entrée, ou touchez la ligne\.$/)).toBeVisible()
      await expect(till.lines).toHaveCount(0)
      await keyboard.press('ArrowDown')
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

      await keyboard.press('?')
      await expect(till.page.getByRole('dialog', { name: 'Raccourcis du clavier' })).toBeVisible()
      await keyboard.press('Escape')
      await expect(till.page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('two insurers, their voucher numbers, the rest by phone', async () => {
      const lastName = `Sin${lettersOf(randomUUID())}`
      const person = await shop.newPerson({
        lastName,
        firstName: 'Clarisse',
        birthDate: '1984-03-12',
        sex: 'F',
        phone: null,
      })
      const [half, third] = [await shop.insure(person.id, 50), await shop.insure(person.id, 30)]
      // The next sale stands open behind: a key begins it.
      await keyboard.type('coartem 20', typing)
      await expect(till.hits.first()).toContainText('Coartem')
      await expect(till.done).toHaveCount(0)
      await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
      await expect(till.lines).toHaveCount(1)
      const identifier = await till.identifier()
      const total = await till.total()
      await keyboard.press('?')
      await expect(till.page.getByRole('dialog', { name: 'Raccourcis du clavier' })).toContainText('Qui paie quoi')
      await keyboard.press('Escape')
      await expect(till.page.getByRole('dialog')).toHaveCount(0)

      await keyboard.press('F4')
      await expect(till.clients.search).toBeFocused()
      await keyboard.type(lastName, typing)
      await expect(till.clients.hits).toHaveCount(1)
      await keyboard.press('Enter')
      await expect(till.clients.sell).toBeFocused()
      await keyboard.press('Enter')
      await expect(till.coverage).toContainText(`${half}\u00a0`)

      await keyboard.press('F7')
      for (const [payer, number] of [
        [half, '2026-11873'],
        [third, '2026-11874'],
      ] as const) {
        const field = till.payers.getByRole('listitem', { name: payer }).getByLabel('Numéro de bon')
        await till.press('Tab', { until: field })
        await keyboard.type(number, typing)
        await keyboard.press('Enter')
      }
      await keyboard.press('Escape')
      await expect(till.payers).toHaveCount(0)
      await keyboard.press('F9')
      await expect(till.payment.due).toBeVisible()
      await keyboard.press('m')
      const operator = till.payment.rows.getByRole('radio', { name: 'Moov Money' })
      await till.press('Tab', { until: operator })
      await keyboard.press('Space')
      await expect(operator).toBeChecked()
      await till.press('Tab', { until: till.payment.end })
      await keyboard.press('Enter')
      await till.finalNumber()
      const stored = await shop.soldAs(identifier)
      expect(stored.total).toBe(total)
      expect(
        stored.payments.map((payment) => [
          payment.type,
          payment.type === 'INSURANCE'
            ? payment.insuranceMetadata.voucher
            : payment.type === 'MOBILE_MONEY' && payment.phoneOperator,
        ]),
      ).toEqual(
        expect.arrayContaining([
          ['INSURANCE', '2026-11873'],
          ['INSURANCE', '2026-11874'],
          ['MOBILE_MONEY', 'Moov Money'],
        ]),
      )
    })
  },
)

test.describe('by touch alone', () => {
  test.use({ hasTouch: true })

  test(
    'from the PIN to the ticket without a key: cash, two insurers and their vouchers, by phone',
    { tag: ['@deep', '@kiosk/sale', '@kiosk/payment', '@kiosk/clients', '@kiosk/counter'] },
    async ({ till, shop }) => {
      const lastName = `Sin${lettersOf(randomUUID())}`
      const person = await shop.newPerson({
        lastName,
        firstName: 'Clarisse',
        birthDate: '1984-03-12',
        sex: 'F',
        phone: null,
      })
      const [half, third] = [await shop.insure(person.id, 50), await shop.insure(person.id, 30)]
      const button = (name: string | RegExp) => till.page.getByRole('button', { name })
      // Letters come from the keyboard that the system shows in a field that was touched: no key of it reaches the page as a shortcut.
      const write = async (field: Locator, text: string) => {
        await field.tap()
        await expect(field).toBeFocused()
        await field.fill(text)
      }
      await till.page.goto('/kiosk/')
      await till.entry.signIn()
      await till.entry.member(aurele).tap()
      await till.entry.tap(aurele.pin)
      await till.isReady()

      await test.step('a scanned box, more money than it costs', async () => {
        await till.scan('3400935955838')
        await till
          .line(/Doliprane 1000/)
          .getByRole('button', { name: /^Une de plus/ })
          .tap()
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
      })

      await test.step('two insurers, their vouchers, a note for the rest', async () => {
        await write(till.search, 'coartem 20/120')
        await till.hits
          .first()
          .getByRole('button', { name: /^Ajouter/ })
          .tap()
        await expect(till.line(/Coartem/)).toBeVisible()
        const identifier = await till.identifier()
        const total = await till.total()
        await button('Choisir un client').tap()
        await write(till.clients.search, lastName)
        await till.clients.hits.filter({ hasText: lastName.toUpperCase() }).tap()
        await till.clients.sell.tap()
        await expect(till.patient).toContainText(lastName.toUpperCase())

        await till.coverage.tap()
        const voucherOf = (payer: string) =>
          till.payers.getByRole('listitem', { name: payer }).getByLabel('Numéro de bon')
        await write(voucherOf(half), '2026-11875')
        await write(voucherOf(third), '2026-11876')
        // A finger goes straight from the last field to the button.
        await till.payers.getByRole('button', { name: 'Fermer', exact: true }).tap()
        await expect(till.payers).toHaveCount(0)
        await expect(till.patient).toContainText('bon 2026-11875')
        await expect(till.patient).toContainText('bon 2026-11876')
        const toPay = total - Math.round(total * 0.5) - Math.round(total * 0.3)
        await expect.poll(() => till.total()).toBe(toPay)
        await till.notes.first().tap()
        await till.end.tap()
        await till.finalNumber()
        const stored = await shop.soldAs(identifier)
        expect(stored).toMatchObject({ total, patientId: person.id })
        expect(
          stored.payments.map((payment) =>
            payment.type === 'INSURANCE'
              ? [payment.insuranceMetadata.insurer, payment.insuranceMetadata.voucher]
              : [payment.type, payment.amount + stored.rounding],
          ),
        ).toEqual(
          expect.arrayContaining([
            [half, '2026-11875'],
            [third, '2026-11876'],
            ['CASH', toPay],
          ]),
        )
        await till.done.getByRole('button', { name: 'Nouvelle vente' }).tap()
      })

      await test.step('by phone, with its reference', async () => {
        await write(till.search, 'efferalgan 500')
        await till.hits
          .first()
          .getByRole('button', { name: /^Ajouter/ })
          .tap()
        await expect(till.line(/Efferalgan/)).toBeVisible()
        const identifier = await till.identifier()
        const total = await till.total()
        await till.pay.tap()
        await till.page
          .getByRole('group', { name: 'Ajouter un paiement' })
          .getByRole('button', { name: 'Mobile', exact: true })
          .tap()
        await till.page.getByRole('radiogroup', { name: 'Opérateur' }).getByRole('radio', { name: 'MTN MoMo' }).tap()
        await write(till.payment.reference, 'MP261121.1034.A78')
        await till.payment.end.tap()
        await till.finalNumber()
        expect(await shop.soldAs(identifier)).toMatchObject({
          total,
          payments: [
            {
              type: 'MOBILE_MONEY',
              amount: total,
              phoneOperator: 'MTN MoMo',
              transactionReference: 'MP261121.1034.A78',
            },
          ],
        })
      })

      await button('Verrouiller').tap()
      await expect(till.entry.question).toBeVisible()
    },
  )
})
