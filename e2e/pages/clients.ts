import { expect, type Locator, type Page } from '@playwright/test'

/** `/kiosk/clients`: whom to sell to. */
export class Clients {
  readonly search: Locator
  readonly list: Locator
  readonly hits: Locator
  /** The card of a client, or the form of a new one. */
  readonly panel: Locator
  readonly sell: Locator
  readonly newPatient: Locator
  readonly save: Locator

  constructor(private readonly page: Page) {
    this.search = page.getByRole('searchbox', { name: 'Chercher un client' })
    this.list = page.getByRole('list', { name: 'Clients trouvés' })
    this.hits = this.list.locator('[aria-pressed]')
    this.panel = page
      .getByRole('complementary')
      .filter({ has: page.getByRole('button', { name: 'Fermer', exact: true }) })
    this.sell = page.getByRole('button', { name: 'Vendre à ce patient' })
    this.newPatient = page.getByRole('button', { name: /^Nouveau patient/ })
    this.save = page.getByRole('button', { name: 'Enregistrer le patient' })
  }

  /** From the counter, for the sale in hand. */
  async open(): Promise<void> {
    await this.page.keyboard.press('F4')
    await expect(this.search).toBeFocused()
  }

  /** Looks for somebody who is there, and opens his card. */
  async show(query: string, name: string | RegExp): Promise<void> {
    await this.search.fill(query)
    await expect(this.hits.filter({ hasText: name })).toHaveCount(1)
    await this.hits.filter({ hasText: name }).click()
    await expect(this.panel.getByRole('heading', { name })).toBeVisible()
  }

  /** The one field of the form that has this name. */
  field(label: string | RegExp): Locator {
    return this.panel.getByLabel(label)
  }
}
