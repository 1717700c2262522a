import { expect, type Locator, type Page } from '@playwright/test'
import { type Account, gilles, type Member } from '../people.ts'
import { BackOfficeClients } from './back-office-clients.ts'
import { Entry } from './entry.ts'

type Screen =
  | 'Tableau de bord'
  | 'Ventes'
  | 'Ventes manquées'
  | 'Ordonnancier'
  | 'Caisses'
  | 'Mouvements'
  | 'Décaissements'
  | 'Rapprochements'
  | 'Motifs'
  | 'Pharmacie'
  | 'Pays et sections'
  | 'Pharmacies'
  | 'Groupes'
  | 'Comptes'
  | 'Imprimantes'
  | 'Rôles'
  | 'Stock'
  | 'Péremptions'
  | 'Ruptures'
  | 'À commander'
  | 'Commandes'
  | 'Livraisons'
  | 'Relevés'
  | 'Réclamations'
  | 'Échéances'
  | 'Étiquettes de prix'
  | 'Clients'
  | 'Assureurs'
  | 'Factures'
  | 'Bons à facturer'
  | 'Paiements reçus'
  | 'Liste du régime'
  | 'Étiquettes'
  | 'Banques'
  | 'Produits'
  | 'Grossistes'

/** The back-office as the owner uses it. */
export class BackOffice {
  readonly entry: Entry
  readonly clients: BackOfficeClients
  readonly title: Locator
  readonly figures: Locator
  readonly todo: Locator
  readonly lastSales: Locator
  readonly shortages: Locator
  readonly panel: Locator
  readonly chips: Locator
  readonly finder: Locator
  readonly finds: Locator
  readonly shortcuts: Locator

  constructor(readonly page: Page) {
    this.entry = new Entry(page)
    this.clients = new BackOfficeClients(page)
    this.title = page.getByRole('heading', { level: 1 })
    this.figures = page.getByRole('region', { name: 'Chiffres du jour' })
    this.todo = page.getByRole('region', { name: 'À faire' })
    this.lastSales = page.getByRole('region', { name: 'Dernières ventes' })
    this.shortages = page.getByRole('region', { name: 'Ruptures' })
    /** The detail beside its list. */
    this.panel = page.getByRole('complementary')
    this.chips = page.getByRole('button', { name: /^Retirer le filtre/ })
    this.finder = page.getByRole('dialog', { name: 'Chercher' })
    this.finds = this.finder.getByRole('option')
    this.shortcuts = page.getByRole('dialog', { name: 'Raccourcis du clavier' })
  }

  /** From a browser that was never here to the dashboard of a member, or to the address that was asked for before the PIN. */
  async open(member: Member = gilles, path = '/'): Promise<void> {
    await this.page.goto(`/backoffice${path}`)
    await this.entry.signIn()
    await this.entry.unlock(member)
    await this.isReady()
  }

  /** A further window of a browser that is unlocked already. */
  async openAgain(path = '/'): Promise<void> {
    await this.page.goto(`/backoffice${path}`)
    await this.isReady()
  }

  /** Accounts of the platform need no PIN. */
  async openAs(account: Account): Promise<void> {
    await this.page.goto('/backoffice/')
    await this.entry.signIn(account)
    await this.isReady()
  }

  async isReady(): Promise<void> {
    await expect(this.page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
    await expect(this.title).toBeVisible()
  }

  async goTo(screen: Screen): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: screen, exact: true }).click()
  }

  /** Shows the last seven days of a list that stands on today: just after midnight today has nothing yet. */
  async lastWeek(): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Période' }).getByText('7 jours', { exact: true }).click()
  }

  /** Rows of a list, without its header. */
  rows(
    list:
      | 'Ventes'
      | 'Ventes manquées par produit'
      | 'L’équipe'
      | 'Les heures'
      | 'Étiquettes de prix'
      | 'Péremptions'
      | 'Pharmacies'
      | 'Groupes'
      | 'Comptes'
      | 'Ruptures'
      | 'À commander'
      | 'Commandes'
      | 'Grossistes'
      | 'Factures'
      | 'Rapprochements'
      | 'Relevés'
      | 'Réclamations'
      | 'Paiements aux fournisseurs'
      | 'Livraisons'
      | 'Ventes manquées'
      | 'Ordonnancier'
      | 'Caisses'
      | 'Mouvements'
      | 'Décaissements'
      | 'Motifs de décaissement'
      | 'Rôles'
      | 'Stock'
      | 'Clients'
      | 'Doublons possibles'
      | 'Assureurs et contrats'
      | 'Droits accordés'
      | 'Polices'
      | 'Produits',
  ): Locator {
    return this.page.getByRole('grid', { name: list }).locator('[role=row][data-row]')
  }

  /** From the list of clients to the page of one with a policy. */
  async openFirstInsured(): Promise<void> {
    await this.page.getByRole('button', { name: 'Filtre', exact: true }).click()
    await this.page.getByRole('combobox', { name: 'Afficher' }).click()
    await this.page.getByRole('option', { name: 'Assurés' }).click()
    await this.page.getByRole('button', { name: 'Fermer', exact: true }).last().click()
    await expect(this.chips).toHaveText(['Assurés'])
    await this.rows('Clients').first().click()
  }

  /** Ctrl+K, then what is looked for. */
  async find(text: string): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await this.finder.getByRole('combobox').fill(text)
  }

  async chooseInMenu(item: string): Promise<void> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: /^([A-Z]{3,} |admin@)/ })
      .click()
    await this.page.getByRole('menuitem', { name: item }).click()
    if (item === 'Déconnecter ce poste') await this.entry.confirmSignOut()
  }
}
