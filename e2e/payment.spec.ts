import { randomUUID } from 'node:crypto'
import { expect, test } from './journey.ts'
import { francs } from './money.ts'
import { saidOf } from './pages/payment-screen.ts'
import { rachelle } from './people.ts'
import { lettersOf } from './shop-api.ts'

test(
  'eight ways to pay one sale, each with its data: what is stored is what the screen said',
  { tag: ['@kiosk/payment', '@server/sales', '@server/credit'] },
  async ({ till, shop }) => {
    const lastName = `Sin${lettersOf(randomUUID())}`
    const person = await shop.newPerson({
      lastName,
      firstName: 'Clarisse',
      birthDate: '1984-03-12',
      sex: 'F',
      phone: null,
      creditLimit: 40_000,
    })
    const [organization] = await shop.clients('Cotonnière du Zou')
    await till.open(rachelle)
    await till.add('augmentin 1 g')
    const total = await till.total()
    const identifier = await till.identifier()
    await till.sellTo(lastName)

    await till.page.keyboard.press('F9')
    const { payment } = till
    await payment.add('Remise')
    await payment.row('Remise').getByRole('radio', { name: 'Pourcentage' }).click()
    // 80 is above the limit: the discount before this entry stays, and it is said why.
    await till.page.keyboard.type('800')
    await expect(payment.row('Remise')).toContainText(/10\s% au plus\. La remise reste à 0\s%/)
    await till.page.keyboard.press('Backspace')
    await till.page.keyboard.type('10')
    await expect(payment.row('Remise')).toContainText(/10\s% de la part du patient/)
    await payment.add('Chèque')
    await payment.type(700)
    await expect(payment.row('Chèque')).toContainText('Banque manquante')
    await payment.fill('Banque', 'Banque du Nokoué')
    await payment.fill('Numéro du chèque', '0004711')
    await payment.add('Carte')
    await payment.type(600)
    await payment.add('Mobile')
    await payment.type(500)
    await payment.chooseOperator('MTN MoMo')
    await payment.fill('Référence de la transaction', 'MP261121.1034.A77')
    await payment.add('Sécurité sociale')
    await payment.type(400)
    await payment.fill('Numéro d’assuré', '229-0471')
    await payment.add('Crédit')
    await payment.type(300)
    await expect(payment.row('Crédit')).toContainText(/devra 300 sur 40\s000 permis/)
    await payment.add('Crédit Org.')
    await payment.type(200)
    await payment.fill('Organisme qui paiera', 'cotonnière du zou')
    await payment.add('Espèces')
    await payment.type(10_000)
    const given = Math.round(total / 10) + 2700
    await expect(payment.change).toContainText(francs(10_000 - 5 * Math.round((total - given) / 5)))
    const shown = await payment.shown()
    await payment.end.click()
    await till.finalNumber()

    const stored = await shop.soldAs(identifier)
    expect(stored.payments.map(saidOf)).toEqual(shown.map(({ label, amount }) => ({ label, amount })))
    expect(stored.payments.reduce((sum, { amount }) => sum + amount, stored.rounding)).toBe(total)
    const body = stored.payments.find(({ type }) => type === 'SOCIAL_SECURITY')
    expect(stored).toMatchObject({
      total,
      patientId: person.id,
      payments: [
        { type: 'DISCOUNT', percent: 10 },
        { type: 'CHEQUE', bank: 'Banque du Nokoué', chequeNumber: '0004711' },
        { type: 'CREDIT_CARD' },
        { type: 'MOBILE_MONEY', phoneOperator: 'MTN MoMo', transactionReference: 'MP261121.1034.A77' },
        { type: 'SOCIAL_SECURITY', socialSecurityMetadata: { identifier: '229-0471' } },
        { type: 'CREDIT', creditMetadata: { person: person.id } },
        { type: 'CREDIT_ORG', creditMetadata: { organization: organization!.id } },
        { type: 'CASH' },
      ],
    })
    // Who is named by an id is read by his name; everything else stands on the row as it is stored.
    expect(shown.map(({ facts }) => facts.replaceAll(/\s/g, ' '))).toEqual([
      '10 % de la part du patient',
      'Banque du Nokoué · n° 0004711',
      '',
      'MTN MoMo · réf. MP261121.1034.A77',
      `${body?.type === 'SOCIAL_SECURITY' ? body.socialSecurityMetadata.body : ''} · n° 229-0471`,
      `${lastName.toUpperCase()} Clarisse`,
      'Cotonnière du Zou',
      'reçues du client',
    ])
  },
)
