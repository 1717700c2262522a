import { expect, type Locator, type Page } from '@playwright/test'

export type Seller = { name: RegExp; pin: string }
export const aurele: Seller = { name: /DOSSOU/, pin: '4417' }
export const rachelle: Seller = { name: /HOUNKPATIN/, pin: '7302' }
export const gilles: Seller = { name: /AZONHIHO/, pin: '1960' }

export const terminalAccount = { email: 'comptoir@camp-guezo.example', password: 'officine-demo' }
export const adminAccount = { email: 'admin@officine.example', password: 'officine-demo' }

/** Signs a window's post in; the same screen in both windows. */
export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Adresse e-mail de la pharmacie').fill(account.email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
}

/** Picks a name on the lock screen and types the code, as both windows take it. */
export async function unlock(page: Page, { name, pin }: Seller): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.keyboard.type(pin)
}

/** The counter as a cashier uses it. */
export class Till {
  readonly search: Locator
  readonly hits: Locator
  readonly lines: Locator
  readonly toPay: Locator
  readonly change: Locator
  readonly notes: Locator
  readonly end: Locator
  readonly done: Locator
  readonly tabs: Locator

  constructor(readonly page: Page) {
    this.search = page.getByRole('searchbox', { name: 'Scanner ou chercher' })
    this.hits = page.getByRole('list', { name: 'Produits' }).getByRole('listitem')
    this.lines = page.getByRole('list', { name: 'Lignes de la vente' }).getByRole('listitem')
    this.toPay = page.getByRole('status', { name: 'À payer' })
    this.change = page.getByRole('status', { name: 'Rendu' })
    this.notes = page.getByRole('group', { name: 'Billets donnés par le client' }).getByRole('button')
    this.end = page.getByRole('button', { name: /^Terminer/ })
    this.done = page.getByRole('region', { name: /terminée$/ })
    this.tabs = page.getByRole('tablist', { name: 'Ventes ouvertes' }).getByRole('tab')
  }

  /** From a browser that was never here to the counter of a seller. */
  async open(seller: Seller = aurele): Promise<void> {
    await this.page.goto('/kiosk/')
    await signIn(this.page, terminalAccount)
    await this.unlock(seller)
  }

  async unlock(seller: Seller): Promise<void> {
    await unlock(this.page, seller)
    await expect(this.search).toBeVisible()
    await this.listIsHere()
  }

  /** Products can be searched: the list was read and indexed. */
  async listIsHere(): Promise<void> {
    await expect(this.page.getByText('Scannez une boîte, ou tapez un nom, une DCI, un code.')).toBeVisible()
  }

  /** As a keyboard wedge does: the characters in a burst, then Enter. */
  async scan(code: string): Promise<void> {
    await this.page.keyboard.type(code)
    await this.page.keyboard.press('Enter')
  }

  /** Types, and adds the first product found. */
  async add(query: string): Promise<void> {
    await this.search.fill(query)
    await expect(this.hits.first()).toBeVisible()
    await this.search.press('Enter')
  }

  /** Ends the sale with the exact amount in cash. */
  async payExactly(): Promise<void> {
    await this.notes.first().click()
    await this.end.click()
    await expect(this.done).toBeVisible()
  }

  /** The number that the server gave to the sale just ended. */
  async finalNumber(): Promise<number> {
    await expect(this.done).toContainText(/Vente n°\s\d+ enregistrée/)
    return Number(/Vente n°\s(\d+) enregistrée/.exec(await this.done.innerText())?.[1])
  }

  async lock(): Promise<void> {
    await this.page.getByRole('button', { name: 'Verrouiller' }).click()
    await expect(this.page.getByText('Qui êtes-vous')).toBeVisible()
  }
}
