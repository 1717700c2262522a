import { expect, type Locator, type Page } from '@playwright/test'

type NewPerson = { lastName: string; firstName: string; phone: string }
type NewInsurance = { insurer: string; contract: string; percent: number; number: string }

/** The clients of the back-office and the page of one of them. */
export class BackOfficeClients {
  readonly title: Locator
  readonly dialog: Locator
  readonly question: Locator

  constructor(private readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 })
    this.dialog = page.getByRole('dialog')
    this.question = page.getByRole('alertdialog')
  }

  /** One block of the page: « Polices », « Crédit ». */
  sheet(name: 'Identité' | 'Polices' | 'Proches' | 'Crédit'): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  /** From the list to the page of somebody new. */
  async create({ lastName, firstName, phone }: NewPerson): Promise<void> {
    await this.page.getByRole('button', { name: 'Nouveau client' }).click()
    const form = this.page.getByRole('form', { name: 'Nouveau patient' })
    await form.getByLabel(/^Nom/).fill(lastName)
    await form.getByLabel('Prénom').fill(firstName)
    await form.getByLabel('Téléphone').fill(phone)
    await form.getByRole('button', { name: 'Créer', exact: true }).click()
    await expect(this.title).toHaveText(`${lastName.toUpperCase()} ${firstName}`)
  }

  /** A new insurer, its contract and the card of the patient whose page this is: typed, not saved yet. */
  async writeInsurance({ insurer, contract, percent, number }: NewInsurance): Promise<void> {
    await this.page.getByRole('button', { name: 'Ajouter une police' }).click()
    await this.dialog.getByText('Nouveau contrat ou nouvel assureur').click()
    await this.dialog.getByRole('combobox', { name: 'Assureur', exact: true }).click()
    await this.page.getByRole('option', { name: 'Nouvel assureur…' }).click()
    await this.dialog.getByLabel('Nom de l’assureur').fill(insurer)
    await this.dialog.getByRole('textbox', { name: 'Contrat', exact: true }).fill(contract)
    await this.dialog.getByLabel('Taux du contrat').fill(String(percent))
    await this.dialog.getByLabel('N° de police ou de carte').fill(number)
  }

  async save(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Ajouter' }).click()
  }
}
