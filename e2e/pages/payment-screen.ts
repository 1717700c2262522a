import type { Locator, Page } from '@playwright/test'
import type { Payment } from '#shared/contract/payment.ts'
import { paymentLabels } from '#shared/domain/payment.ts'

/** A row as it is read: « Chèque », « Bank of Africa · n° 4711 », « 1 000 ». */
export type ShownPayment = { label: string; facts: string; amount: number }

/** « Encaisser »: what the customer pays with. */
export class PaymentScreen {
  readonly rows: Locator
  readonly due: Locator
  readonly change: Locator
  readonly reference: Locator
  readonly pad: Locator
  readonly end: Locator
  readonly back: Locator

  constructor(private readonly page: Page) {
    this.rows = page.getByRole('region', { name: 'Paiements' }).getByRole('listitem')
    this.due = page.getByRole('status', { name: 'Reste à payer' })
    this.change = page.getByRole('status', { name: 'Rendu' })
    this.reference = page.getByLabel('Référence de la transaction')
    this.pad = page.getByRole('group', { name: 'Pavé numérique' })
    this.end = page.getByRole('button', { name: /^Terminer la vente/ })
    this.back = page
      .getByRole('complementary', { name: 'Récapitulatif' })
      .getByRole('button', { name: 'Revenir à la vente' })
  }

  /** Adds a payment of what is left to pay. */
  async add(
    type: 'Espèces' | 'Mobile' | 'Carte' | 'Chèque' | 'Sécurité sociale' | 'Crédit' | 'Crédit Org.' | 'Remise',
  ): Promise<void> {
    await this.page
      .getByRole('group', { name: 'Ajouter un paiement' })
      .getByRole('button', { name: type, exact: true })
      .click()
  }

  /** The row of a type, of which there is one. */
  row(type: string): Locator {
    return this.rows.filter({ has: this.page.locator('b').getByText(type, { exact: true }) })
  }

  /** Types into a field of the payment that is open, and leaves it. */
  async fill(label: string, text: string): Promise<void> {
    const field = this.rows.getByLabel(label, { exact: true })
    await field.fill(text)
    await field.press('Enter')
  }

  /** Every payment as the screen says it. */
  async shown(): Promise<ShownPayment[]> {
    const texts = await this.rows.locator('button[aria-pressed]').allInnerTexts()
    return texts.map((text) => {
      const [label = '', ...rest] = text.split('\n').filter(Boolean)
      return { label, facts: rest.slice(0, -1).join(' '), amount: Number(rest.at(-1)?.replaceAll(/\D/g, '')) }
    })
  }

  /** Touches the digits of the pad: the first one begins the amount anew. */
  async type(amount: number): Promise<void> {
    for (const digit of String(amount)) await this.pad.getByRole('button', { name: digit, exact: true }).click()
  }

  async chooseOperator(operator: string): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Opérateur' }).getByRole('radio', { name: operator }).click()
  }
}

/** What the screen says of a payment that was stored, but for whom it names by an id. */
export function saidOf(payment: Payment): Pick<ShownPayment, 'label' | 'amount'> {
  return { label: paymentLabels[payment.type], amount: payment.type === 'CASH' ? payment.tendered : payment.amount }
}
