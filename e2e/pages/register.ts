import { expect, type Locator, type Page } from '@playwright/test'
import { denominationsOf, type CountedDenomination } from '#shared/domain/register/denominations.ts'
import { francs } from '../money.ts'

/** The money of the demo's country. */
const benin = {
  currency: { code: 'XOF' },
  denominations: [10_000, 5000, 2000, 1000, 500, 250, 200, 100, 50, 25, 10, 5],
  cashRoundingStep: 5,
}

/** The gesture that takes what a client owed, by his means. */
const collecting = { Espèces: 'Encaisser en espèces', Virement: 'Encaisser par virement' } as const

/** The register's window beside the counter: `/kiosk/caisse`. */
export class RegisterWindow {
  readonly pad: Locator
  readonly cash: Locator
  readonly main: Locator
  /** Asked for where something is missing or left over. */
  readonly explanation: Locator
  readonly close: Locator
  /** What this window is at: « Fermer la caisse », « Caisse fermée ». */
  readonly title: Locator

  constructor(readonly page: Page) {
    this.pad = page.getByRole('group', { name: 'Pavé numérique' })
    this.cash = page.getByRole('status', { name: 'Espèces en caisse' })
    this.main = page.getByRole('main')
    this.explanation = page.getByRole('textbox', { name: 'Votre explication (obligatoire)' })
    this.close = page.getByRole('button', { name: 'Fermer la caisse' })
    this.title = this.main.getByRole('heading', { level: 1 })
  }

  async goto(): Promise<void> {
    await this.page.goto('/kiosk/caisse')
    await expect(this.page.getByRole('heading', { name: /caisse/i }).first()).toBeVisible()
  }

  async type(amount: number): Promise<void> {
    for (const digit of String(amount)) await this.pad.getByRole('button', { name: digit, exact: true }).click()
  }

  async open(float: number): Promise<void> {
    await this.type(float)
    await this.page.getByRole('button', { name: 'Ouvrir la caisse' }).click()
    await expect(this.page.getByRole('heading', { name: 'Caisse', exact: true })).toBeVisible()
  }

  async payOut(amount: number, reason: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Décaissement' }).click()
    await this.type(amount)
    await this.page.getByRole('radio', { name: reason }).click()
    await this.page.getByRole('button', { name: /^Décaisser / }).click()
    await expect(this.page.getByText(/décaissés/)).toBeVisible()
  }

  async putIn(amount: number): Promise<void> {
    await this.page.getByRole('button', { name: 'Entrée d’espèces' }).click()
    await this.type(amount)
    await this.page.getByRole('button', { name: 'Mettre en caisse' }).click()
    await expect(this.page.getByText(/Entrée d’espèces\s: /)).toBeVisible()
  }

  async deposit(amount: number): Promise<void> {
    await this.page.getByRole('button', { name: 'Versement en banque' }).click()
    await this.type(amount)
    await this.page.getByRole('button', { name: 'Verser en banque' }).click()
    await expect(this.page.getByText(/Versement en banque\s: /)).toBeVisible()
  }

  /** Somebody pays what he owed: the first whom the search finds. */
  async collect(
    amount: number,
    from: { kind: 'Patient' | 'Organisme'; name: string },
    means: keyof typeof collecting,
  ): Promise<void> {
    await this.page.getByRole('button', { name: 'Encaisser un crédit' }).click()
    await this.page.getByRole('textbox', { name: from.kind, exact: true }).fill(from.name)
    await this.page
      .getByRole('group', { name: `${from.kind}, trouvés` })
      .getByRole('button')
      .first()
      .click()
    await this.type(amount)
    await this.page.getByRole('radio', { name: means, exact: true }).click()
    await this.page.getByRole('button', { name: collecting[means] }).click()
    await expect(this.page.getByText(new RegExp(`Crédit encaissé\\s: ${amount}\\s`))).toBeVisible()
  }

  /** The demo pharmacy counts blindly: before the count nothing says what the drawer must hold. */
  async isBlind(hidden: number): Promise<void> {
    await expect(this.main).toContainText('À compter à la fermeture')
    await expect(this.cash).toHaveCount(0)
    await expect(this.main).not.toContainText(francs(hidden))
  }

  /** Begins to count, for the evening or for a colleague; what should be there stands nowhere. */
  async startCounting(gesture: 'Compter la caisse' | 'Passer la caisse à un collègue', hidden: number): Promise<void> {
    await this.page.getByRole('button', { name: gesture }).click()
    await expect(this.page.getByRole('button', { name: 'Compter le reste' })).toBeVisible()
    await expect(this.page.locator('body')).not.toContainText(francs(hidden))
  }

  count({ form, value }: Pick<CountedDenomination, 'form' | 'value'>): Locator {
    const written = String(value).replace(/\B(?=(\d{3})+$)/g, '\\s')
    return this.page.getByRole('textbox', {
      name: new RegExp(`^${form === 'note' ? 'Billets' : 'Pièces'} de ${written}$`),
    })
  }

  /** Counts an amount in the largest notes and coins that make it up. */
  async countCash(amount: number): Promise<void> {
    let left = amount
    for (const row of denominationsOf(benin)) {
      const count = row.form === 'coin' && row.value === 500 ? 0 : Math.floor(left / row.value)
      left -= count * row.value
      if (count > 0) await this.count(row).fill(String(count))
    }
    expect(left, 'what no coin is small enough for').toBe(0)
  }

  /** `then`: what the count leads to. */
  async countOthers(
    amounts: Readonly<Record<string, number>>,
    then: 'Voir l’écart' | 'Choisir le collègue' | 'Comparer les comptages' = 'Voir l’écart',
  ): Promise<void> {
    await this.page.getByRole('button', { name: 'Compter le reste' }).click()
    for (const [name, amount] of Object.entries(amounts))
      await this.page.getByRole('textbox', { name, exact: true }).fill(String(amount))
    await this.page.getByRole('button', { name: then }).click()
    await expect(this.page.getByRole('button', { name: 'Recompter' })).toBeVisible()
  }
}
