import { expect, type Locator, type Page } from '@playwright/test'

/** The cashier's window: what sellers made ready. */
export class CashierWindow {
  readonly rows: Locator
  readonly collected: Locator

  constructor(readonly page: Page) {
    this.rows = page.getByRole('list', { name: 'Ventes à encaisser' }).getByRole('listitem')
    this.collected = page.getByRole('status').filter({ hasText: 'encaissée' })
  }

  row(identifier: string): Locator {
    return this.rows.filter({ hasText: identifier })
  }

  /** Sends a sale back to its seller, with one of the words. */
  async sendBack(identifier: string, word: string): Promise<void> {
    await this.page.getByRole('button', { name: `Renvoyer la vente ${identifier}` }).click()
    await this.page.getByRole('radio', { name: word }).click()
    await this.page.getByRole('button', { name: 'Renvoyer au vendeur' }).click()
    await expect(this.row(identifier)).toHaveCount(0)
  }

  /** Opens the payment of a sale, takes the exact amount in cash, and is back at the list. */
  async collectExactly(identifier: string): Promise<void> {
    await this.page.getByRole('button', { name: `Encaisser la vente ${identifier}` }).click()
    await this.page.getByRole('group', { name: 'Billets donnés par le client' }).getByRole('button').first().click()
    await this.page.getByRole('button', { name: /^Terminer la vente/ }).click()
    await expect(this.collected).toContainText(identifier)
  }
}
