import type { Locator, Page } from '@playwright/test'

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
    this.back = page.getByRole('complementary', { name: 'Récapitulatif' }).getByRole('button', { name: 'Revenir à la vente' })
  }

  /** Adds a payment of what is left to pay. */
  async add(type: 'Espèces' | 'Mobile' | 'Carte' | 'Chèque'): Promise<void> {
    await this.page.getByRole('region', { name: 'Paiements' }).getByRole('button', { name: type, exact: true }).click()
  }

  /** Touches the digits of the pad: the first one begins the amount anew. */
  async type(amount: number): Promise<void> {
    for (const digit of String(amount)) await this.pad.getByRole('button', { name: digit, exact: true }).click()
  }

  async chooseOperator(operator: string): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Opérateur' }).getByRole('radio', { name: operator }).click()
  }
}
