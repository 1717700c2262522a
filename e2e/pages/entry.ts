import { expect, type Locator, type Page } from '@playwright/test'
import { type Account, gilles, type Member, terminalAccount } from '../people.ts'

/** The public side, the same in both windows: the terminal signs in once, then its members unlock it. */
export class Entry {
  readonly signInTitle: Locator
  readonly email: Locator
  readonly password: Locator
  readonly connect: Locator
  readonly question: Locator
  readonly pad: Locator
  readonly message: Locator

  constructor(private readonly page: Page) {
    this.signInTitle = page.getByRole('heading', { name: 'Connectez ce poste' })
    this.email = page.getByLabel('Adresse e-mail de la pharmacie')
    this.password = page.getByLabel('Mot de passe', { exact: true })
    this.connect = page.getByRole('button', { name: 'Se connecter' })
    this.question = page.getByRole('heading', { name: /^Qui êtes-vous/ })
    this.pad = page.getByRole('group', { name: 'Pavé du code' })
    /** Under the pad: « Code incorrect, encore 4 essais ». */
    this.message = page.getByRole('region', { name: 'Code' }).getByRole('status')
  }

  member({ name }: Member): Locator {
    return this.page.getByRole('button', { name })
  }

  async signIn({ email, password }: Account = terminalAccount): Promise<void> {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.connect.click()
  }

  /** Picks a name and types a code, which enters by itself. */
  async unlock(member: Member, pin = member.pin): Promise<void> {
    await this.member(member).click()
    await this.type(pin)
  }

  async type(pin: string): Promise<void> {
    await this.page.keyboard.type(pin)
  }

  /** Touches the keys of the pad. */
  async tap(pin: string): Promise<void> {
    for (const digit of pin) await this.pad.getByRole('button', { name: digit, exact: true }).tap()
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Déconnecter ce poste' }).click()
    await this.confirmSignOut()
  }

  /** It asks first, and says what waits; then the code of the only member who may change the settings. */
  async confirmSignOut({ pin } = gilles): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Déconnecter ce poste' }).click()
    await expect(dialog.getByText('Code de Gilles')).toBeVisible()
    await this.type(pin)
  }
}
