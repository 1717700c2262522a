import { randomUUID } from 'node:crypto'
import { expect, test } from './journey.ts'
import { figureOf } from './money.ts'
import { lettersOf } from './shop-api.ts'

test(
  'two payers: vouchers typed and scanned, one photographed, and the sale is stored as it was shown',
  { tag: ['@kiosk/counter', '@server/coverage', '@server/sales', '@server/photos'] },
  async ({ till, shop }) => {
    const lastName = `Kou${lettersOf(randomUUID())}`
    const person = await shop.newPerson({
      lastName,
      firstName: 'Clarisse',
      birthDate: '1984-03-12',
      sex: 'F',
      phone: null,
    })
    const half = await shop.insure(person.id, 50)
    const third = await shop.insure(person.id, 30)
    await till.open()
    await till.add('coartem 20/120')
    const total = await till.total()
    const identifier = await till.identifier()
    await till.clients.open()
    await till.clients.show(lastName, new RegExp(`${lastName.toUpperCase()} `))
    await till.clients.sell.click()

    const shares = [Math.round(total * 0.5), Math.round(total * 0.3)]
    await expect(till.coverage).toContainText(`${half}\u00a0`)
    await expect(till.coverage).toContainText(`${third}\u00a0`)
    await expect.poll(() => till.total()).toBe(total - shares[0]! - shares[1]!)

    await till.page.keyboard.press('F7')
    const payer = (name: string) => till.payers.getByRole('listitem', { name })
    await payer(half).getByLabel('Numéro de bon').fill('2026-11873')
    await payer(half).getByLabel('Numéro de bon').press('Enter')
    // Scanned with the focus wherever it is: it goes into the number that is still asked for.
    await expect(till.payers.locator('[data-scan=asked]')).toHaveCount(1)
    await till.scan('BON-2026-004711')
    await expect(payer(third).getByLabel('Numéro de bon')).toHaveValue('BON-2026-004711')
    await expect(till.lines).toHaveCount(1)

    await payer(half).getByRole('button', { name: 'Photographier le bon' }).click()
    const camera = till.page.getByRole('dialog', { name: 'Photographier le bon' })
    await camera.getByRole('button', { name: 'Prendre la photo' }).click()
    await expect(camera).toBeHidden()
    const photo = payer(half).getByRole('img', { name: 'Photo du bon 1' })
    await expect(photo).toBeVisible()
    const { width, bytes } = await photo.evaluate(async (image: HTMLImageElement) => ({
      width: image.naturalWidth,
      bytes: (await (await fetch(image.src)).blob()).size,
    }))
    expect(width).toBeGreaterThan(0)
    expect(width).toBeLessThanOrEqual(1600)
    expect(bytes).toBeLessThanOrEqual(300_000)
    await till.payers.getByRole('button', { name: 'Fermer', exact: true }).click()

    const shown = figureOf(await till.toPay.innerText())
    await till.payExactly()
    await till.finalNumber()
    await till.hasSentAll()
    const [sale] = await shop.sales(identifier)
    const stored = await shop.sale(sale!.id)
    expect(stored).toMatchObject({ patientId: person.id, total })
    expect(
      stored.payments.map((payment) =>
        payment.type === 'INSURANCE'
          ? [payment.insuranceMetadata.insurer, payment.amount, payment.insuranceMetadata.voucher]
          : [payment.type, 'tendered' in payment && payment.tendered],
      ),
    ).toEqual(
      expect.arrayContaining([
        [half, shares[0], '2026-11873'],
        [third, shares[1], 'BON-2026-004711'],
        ['CASH', shown],
      ]),
    )
  },
)
