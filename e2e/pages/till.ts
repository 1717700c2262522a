import { expect, type Locator, type Page } from '@playwright/test'
import { figureOf, francs } from '../money.ts'
import { aurele, type Member, terminalAccount } from '../people.ts'
import { scanInto } from '../scanner.ts'
import { Clients } from './clients.ts'
import { Entry } from './entry.ts'
import { PaymentScreen } from './payment-screen.ts'

/** The counter as a seller uses it. */
export class Till {
  readonly entry: Entry
  readonly payment: PaymentScreen
  readonly clients: Clients
  readonly search: Locator
  readonly hits: Locator
  readonly notice: Locator
  readonly lines: Locator
  /** Whose sale it is: the head of the ticket. */
  readonly patient: Locator
  /** What the payers take, below the tear; opens « Qui paie quoi ». */
  readonly coverage: Locator
  readonly payers: Locator
  readonly toPay: Locator
  readonly change: Locator
  readonly notes: Locator
  readonly pay: Locator
  readonly end: Locator
  readonly done: Locator
  readonly tabs: Locator
  private readonly newSale: Locator
  readonly network: Locator
  readonly queue: Locator
  readonly refusal: Locator
  readonly shownElsewhere: Locator

  constructor(readonly page: Page) {
    this.entry = new Entry(page)
    this.payment = new PaymentScreen(page)
    this.clients = new Clients(page)
    this.search = page.getByRole('searchbox', { name: 'Scanner ou chercher', exact: true })
    this.hits = page.getByRole('list', { name: 'Produits' }).getByRole('listitem')
    /** What the counter says of the last gesture, beside its « Fermer le message ». */
    this.notice = page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .filter({ has: page.getByRole('button', { name: 'Fermer le message' }) })
    this.lines = page.getByRole('list', { name: 'Lignes de la vente' }).getByRole('listitem')
    this.patient = page.getByRole('group', { name: 'Patient' })
    this.coverage = page.getByRole('button', { name: /Qui paie quoi/ })
    this.payers = page.getByRole('dialog', { name: 'Qui paie quoi' })
    this.toPay = page.getByRole('status', { name: 'À payer' })
    this.change = page.getByRole('status', { name: 'Rendu' })
    this.notes = page.getByRole('group', { name: 'Billets donnés par le client' }).getByRole('button')
    this.pay = page.getByRole('button', { name: 'Encaisser' })
    this.end = page.getByRole('button', { name: /^Terminer/ })
    this.done = page.getByRole('region', { name: /terminée$/ })
    this.tabs = page.getByRole('tab', { name: /^Vente / })
    this.newSale = page.getByRole('banner').getByRole('button', { name: 'Nouvelle vente' })
    this.network = page.getByRole('banner').getByRole('button', { name: /^(En ligne|Hors ligne|Réseau instable)/ })
    this.queue = page.getByRole('complementary', { name: 'Ventes à envoyer' })
    this.refusal = page.getByRole('alertdialog')
    this.shownElsewhere = page.getByRole('heading', { name: 'Cette vente est ouverte dans une autre fenêtre' })
  }

  /** From a browser that was never here to the counter of a seller. */
  async open(seller: Member = aurele, account = terminalAccount): Promise<void> {
    await this.page.goto('/kiosk/')
    await this.entry.signIn(account)
    await this.unlock(seller)
  }

  /** A further window of a browser that is unlocked already. */
  async openAgain(): Promise<void> {
    await this.page.goto('/kiosk/')
    await this.isReady()
  }

  async unlock(seller: Member): Promise<void> {
    await this.entry.unlock(seller)
    await this.isReady()
  }

  /** Products can be searched and scanned: the list was read and indexed. */
  async isReady(): Promise<void> {
    await expect(this.search).toBeVisible()
    // The first visit reads all lists: a machine that is stolen from takes its time.
    await expect(this.page.getByText('Scannez une boîte, ou tapez un nom, une DCI, un code.')).toBeVisible({
      timeout: 120_000,
    })
  }

  async scan(code: string): Promise<void> {
    await scanInto(this.page, code)
  }

  /** Types, and adds the first product found. */
  async add(query: string): Promise<void> {
    const before = await this.lines.count()
    await this.search.fill(query)
    await expect(this.hits.first().getByRole('button', { name: /^Ajouter/ })).toBeVisible()
    // Entrée alone takes the only answer; of several, the arrow takes the first.
    await this.search.press('ArrowDown')
    await this.search.press('Enter')
    await expect(this.lines).toHaveCount(before + 1)
  }

  line(label: string | RegExp): Locator {
    return this.lines.filter({ hasText: label })
  }

  /** Opens the panel of a line: its quantity, price and lots. */
  async openLine(label: string | RegExp): Promise<void> {
    await this.line(label).locator('button[aria-expanded]').click()
    await expect(this.page.getByRole('button', { name: 'Fermer la ligne' })).toBeVisible()
  }

  /** Takes a line away through its panel. */
  async remove(label: string | RegExp): Promise<void> {
    await this.openLine(label)
    await this.page.getByRole('button', { name: 'Retirer la ligne' }).click()
    await expect(this.line(label)).toHaveCount(0)
  }

  /** What is done less often: behind « … » at the foot of the ticket. */
  async otherGesture(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Autres actions' }).click()
    await this.page.getByRole('menuitem', { name }).click()
  }

  /** From the ticket, paid or not, to the payments. */
  async openPayments(): Promise<void> {
    await this.page.keyboard.press('F9')
    await expect(this.page.getByRole('heading', { name: 'Paiements', exact: true })).toBeVisible()
  }

  /** Temporary identifier of the sale on the screen, `<terminal>-<n>`. */
  async identifier(): Promise<string> {
    const title = await this.page.getByRole('heading', { name: /^Vente \S+-\d+$/ }).innerText()
    return title.replace('Vente ', '')
  }

  /** Opens a further sale. What is typed before it stands there is lost with the screen of the former one. */
  async startSale(): Promise<void> {
    const shown = this.page.getByRole('tab', { name: /^Vente /, selected: true })
    const former = (await shown.getAttribute('id'))!
    await this.newSale.click()
    await expect(shown).not.toHaveAttribute('id', former)
    await expect(
      this.page.getByRole('region', { name: await shown.locator('b').innerText(), exact: true }),
    ).toBeVisible()
  }

  /** What the sale on the screen costs, in francs. */
  async total(): Promise<number> {
    return figureOf(await this.toPay.innerText())
  }

  /** The sale on the screen becomes that of somebody who is there, found by his last name. */
  async sellTo(lastName: string): Promise<void> {
    await this.clients.open()
    await this.clients.show(lastName, new RegExp(`${lastName.toUpperCase()} `))
    await this.clients.sell.click()
    await expect(this.patient).toContainText(lastName.toUpperCase())
  }

  /** Types the number of the only insurer's voucher. */
  async writeVoucher(number: string): Promise<void> {
    await this.coverage.click()
    const field = this.payers.getByLabel('Numéro de bon')
    await field.fill(number)
    await field.press('Enter')
    await this.payers.getByRole('button', { name: 'Fermer', exact: true }).click()
    await expect(this.patient).toContainText(`bon ${number}`)
  }

  /** Ends the sale on the screen with the exact amount in cash. */
  async payExactly(): Promise<void> {
    await this.notes.first().click()
    await this.end.click()
    await expect(this.done).toBeVisible()
  }

  /** Sells one box for cash; answers the sale's temporary identifier. */
  async sell(query: string): Promise<string> {
    await this.add(query)
    const identifier = await this.identifier()
    await this.payExactly()
    return identifier
  }

  /** The number that the server gave to the sale just ended. */
  async finalNumber(): Promise<number> {
    await expect(this.done).toContainText(/Vente n°\s\d+ enregistrée/)
    return Number(/Vente n°\s(\d+) enregistrée/.exec(await this.done.innerText())?.[1])
  }

  /** Pays what is left of the sale on the screen with a note and ends it; `due`: what is kept of it. */
  async payWithNote(note: number, due: number): Promise<void> {
    await this.payment.add('Espèces')
    await this.payment.type(note)
    await expect(this.payment.change).toContainText(francs(note - due))
    await this.payment.end.click()
    await expect(this.done).toBeVisible()
  }

  /** The panel of an accepted sale, among those of the day. */
  async openSold(number: number): Promise<Locator> {
    await this.goTo('Ventes')
    await this.page
      .getByRole('button', { name: new RegExp(`n°\\s${number}\\b`) })
      .first()
      .click()
    const panel = this.page
      .getByRole('complementary')
      .filter({ has: this.page.getByRole('heading', { name: new RegExp(`n°\\s${number}$`) }) })
    await expect(panel.getByRole('list', { name: 'Historique de la vente' })).toContainText(/terminée par/i)
    return panel
  }

  /** Cancels the sale of a panel, up to what is to be given back. */
  async cancel(panel: Locator, reason: string): Promise<void> {
    await panel.getByRole('button', { name: 'Annuler la vente' }).click()
    await expect(this.refusal.getByRole('button', { name: /^Annuler la vente/ })).toBeDisabled()
    await this.refusal.getByRole('radio', { name: reason }).click()
    await this.refusal.getByRole('button', { name: /^Annuler la vente/ }).click()
  }

  /** Presses a key until the focus stands where it should. */
  async press(key: string, { until }: { until: Locator }): Promise<void> {
    await expect(until).toBeVisible()
    for (let presses = 0; presses < 40; presses++) {
      await this.page.keyboard.press(key)
      if (await until.evaluate((element) => element === document.activeElement)) return
    }
    await expect(until).toBeFocused()
  }

  /**
   * The network is there, and nothing is left to send. After a lost answer, or late ones as a busy machine gives them, the till calls the network
   * unstable until it was looked at for half a minute.
   */
  async hasSentAll(): Promise<void> {
    await expect(this.network).toHaveText(/^(En ligne|Réseau instable)$/)
  }

  /** Goes to another place of the counter. */
  async goTo(place: 'Vente' | 'Ventes' | 'Stock' | 'Clients' | 'Caisse' | 'Poste'): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Comptoir' })
      .getByRole('link', { name: place, exact: place === 'Vente' })
      .click()
  }

  async lock(): Promise<void> {
    await this.page.getByRole('button', { name: 'Verrouiller' }).click()
    await expect(this.entry.question).toBeVisible()
  }
}
