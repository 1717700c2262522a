import type { Locator, Page } from '@playwright/test'
import type { BackOffice } from './back-office.ts'

/** The import of a contract’s insured from the file of its payer. */
export class InsuredFile {
  readonly rows: Locator
  readonly summary: Locator
  readonly import: Locator
  private readonly page: Page

  constructor(private readonly backOffice: BackOffice) {
    this.page = backOffice.page
    this.rows = this.page.getByRole('grid', { name: 'Lignes du fichier' }).locator('[role=row][data-row]')
    this.summary = this.page.getByRole('region', { name: 'Assurés importés' })
    this.import = this.page.getByRole('button', { name: /^Importer \d/ })
  }

  /** From the menu to the import of the first contract. */
  async open(): Promise<void> {
    await this.backOffice.goTo('Assureurs')
    await this.backOffice.rows('Assureurs et contrats').first().click()
    await this.page.getByRole('button', { name: 'Importer des assurés' }).click()
  }

  /** `text` as an old spreadsheet of Windows writes it. */
  async choose(text: string): Promise<void> {
    await this.page
      .getByLabel('Fichier', { exact: true })
      .setInputFiles({ name: 'assures.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
  }

  column(field: string): Locator {
    return this.page.getByRole('combobox', { name: new RegExp(`^Colonne\\s: ${field}$`) })
  }

  async check(): Promise<void> {
    await this.page.getByRole('button', { name: /^Vérifier \d/ }).click()
  }

  /** Back to the contract, its insured searched. */
  async seeInsured(text: string): Promise<Locator> {
    await this.page.getByRole('link', { name: /^Voir le contrat/ }).click()
    await this.page.getByRole('searchbox').fill(text)
    return this.backOffice.rows('Polices')
  }
}
