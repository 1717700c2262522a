import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { faultsOf, overflowOf, takePicture, type Size } from './looks.ts'
import type { BackOffice } from './pages/back-office.ts'
import { adminAccount, gilles } from './people.ts'

type Look = (screen: string, page: Page) => Promise<void>

const deskSizes: readonly Size[] = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
]

/** Every face of the back-office. */
async function walkBackOffice(backOffice: BackOffice, look: Look): Promise<void> {
  const { page } = backOffice
  const see = (screen: string) => look(`back-office: ${screen}`, page)
  await page.goto('/backoffice/')
  await expect(backOffice.entry.connect).toBeVisible()
  await see('sign-in')
  await backOffice.entry.signIn()
  await expect(backOffice.entry.question).toBeVisible()
  await see('lock screen')
  await backOffice.entry.unlock(gilles)
  await expect(backOffice.shortages.getByRole('link').first()).toBeVisible()
  await expect(backOffice.figures).toContainText('Boîtes vendues')
  await see('dashboard')
  await page.keyboard.press('?')
  await expect(backOffice.shortcuts).toBeVisible()
  await see('shortcuts')
  await page.keyboard.press('Escape')
  await expect(backOffice.shortcuts).toHaveCount(0)
  await backOffice.find('doliprane')
  await expect(backOffice.finds.first()).toBeVisible()
  await see('finder')
  await page.keyboard.press('Escape')
  await backOffice.goTo('Ventes')
  await backOffice.lastWeek()
  await backOffice.rows('Ventes').first().click()
  await expect(backOffice.panel).toContainText('Paiements')
  await see('sales and panel')
  await page.getByRole('button', { name: 'Filtre', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Fermer', exact: true }).last()).toBeVisible()
  await see('filters')
  await page.keyboard.press('Escape')
  await backOffice.goTo('Stock')
  await backOffice.rows('Stock').first().click()
  await expect(backOffice.panel).toContainText('Derniers mouvements')
  await see('stock and panel')
  await page.goto('/backoffice/nulle-part')
  await expect(page.getByRole('link', { name: 'Retour à l’accueil' })).toBeVisible()
  await see('unknown address')
}

/** Clients and who pays for them: lists, pages, forms. */
async function walkClientele(backOffice: BackOffice, look: Look): Promise<void> {
  const { page, clients } = backOffice
  const see = (screen: string) => look(`back-office: ${screen}`, page)
  const close = async () => {
    await page.getByRole('button', { name: 'Annuler', exact: true }).click()
    await expect(clients.dialog).toHaveCount(0)
  }
  await backOffice.goTo('Clients')
  await expect(backOffice.rows('Clients').first()).toBeVisible()
  await see('clients')
  await page.getByRole('button', { name: 'Nouveau client' }).click()
  await page.getByRole('button', { name: 'Créer', exact: true }).click()
  await expect(page.getByText('Indiquez le nom.')).toBeVisible()
  await see('new client, refused')
  await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  await page.getByRole('link', { name: 'Doublons possibles' }).click()
  await backOffice.rows('Doublons possibles').first().click()
  await expect(clients.dialog).toBeVisible()
  await see('two cards compared')
  await close()
  await backOffice.goTo('Clients')
  await backOffice.openFirstInsured()
  await expect(clients.sheet('Polices').getByRole('article').first()).toBeVisible()
  await see('patient')
  await page.getByRole('button', { name: 'Ajouter une police' }).click()
  await clients.dialog.getByText('Nouveau contrat ou nouvel assureur').click()
  await expect(clients.dialog.getByLabel('Taux du contrat')).toBeVisible()
  await see('new policy')
  await close()
  await page.getByRole('tab', { name: 'Achats' }).click()
  await see('purchases')
  await backOffice.goTo('Assureurs')
  await backOffice.rows('Assureurs et contrats').first().click()
  await expect(backOffice.rows('Polices').first()).toBeVisible()
  await see('contract')
  await page.getByRole('tab', { name: /^Produits exclus ou à taux particulier/ }).click()
  await page.getByRole('button', { name: 'Ajouter un produit' }).first().click()
  await expect(clients.dialog).toBeVisible()
  await see('product of a contract')
  await close()
  await page.getByRole('button', { name: 'Importer des assurés' }).click()
  await expect(page.getByRole('heading', { name: /Importer/ }).first()).toBeVisible()
  await see('members file')
  for (const screen of ['Liste du régime', 'Étiquettes', 'Banques'] as const) {
    await backOffice.goTo(screen)
    await expect(page.locator('[role=row][data-row]').first()).toBeVisible()
    await see(screen)
  }
}

/** What the counter leaves to read and to set: missed sales, the register, settings, roles. */
async function walkBesideTheCounter(backOffice: BackOffice, look: Look): Promise<void> {
  const { page, panel } = backOffice
  const see = (screen: string) => look(`back-office: ${screen}`, page)
  await backOffice.goTo('Ventes')
  await backOffice.lastWeek()
  await backOffice.rows('Ventes').first().click()
  await expect(panel).toContainText('À faire au comptoir')
  await panel.getByRole('button', { name: 'Corriger la date' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await see('date of a sale')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(panel).toBeVisible()
  await backOffice.goTo('Ventes manquées')
  await backOffice.lastWeek()
  await expect(backOffice.rows('Ventes manquées par produit').first()).toBeVisible()
  await see('missed sales by product')
  await page.getByText('Une à une').click()
  await expect(backOffice.rows('Ventes manquées').first()).toBeVisible()
  await see('missed sales one by one')
  await backOffice.goTo('Ordonnancier')
  await backOffice.lastWeek()
  await expect(backOffice.rows('Ordonnancier').first()).toBeVisible()
  await see('register of listed medicines')
  await page.getByRole('button', { name: 'Filtre', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Sans prescripteur seulement' })).toBeVisible()
  await see('filters of the register')
  await page.keyboard.press('Escape')
  for (const screen of ['Pharmacie', 'Imprimantes'] as const) {
    await backOffice.goTo(screen)
    await page.getByRole('button', { name: 'Modifier', exact: true }).click()
    await page.getByRole('button', { name: /^Ajouter une/ }).click()
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    await see(`${screen}, refused`)
    await page.getByRole('button', { name: 'Annuler', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button').last().click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Modifier', exact: true })).toBeVisible()
    await see(screen)
  }
  await backOffice.goTo('Rôles')
  await backOffice.rows('Rôles').first().click()
  await expect(panel).toContainText('Ce que le rôle permet')
  await see('roles and panel')
}

/** The money of the counter: registers and their counts, the ledger and its curves, what was paid out and for what. */
async function walkRegisters(backOffice: BackOffice, look: Look): Promise<void> {
  const { page } = backOffice
  const see = (screen: string) => look(`back-office: ${screen}`, page)
  await backOffice.openAgain('/caisses?du=2020-01-01&au=2099-12-31')
  await expect(backOffice.rows('Caisses').first()).toBeVisible()
  await see('cash registers')
  await backOffice.rows('Caisses').last().click()
  await expect(page.getByRole('region', { name: 'Déroulement' })).toBeVisible()
  await see('cash register')
  await backOffice.goTo('Mouvements')
  await backOffice.lastWeek()
  await expect(backOffice.rows('Mouvements').first()).toBeVisible()
  await see('movements')
  await page.getByRole('button', { name: 'Filtre', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Nature' })).toBeVisible()
  await see('filters of the movements')
  await page.keyboard.press('Escape')
  await page.getByText('Par heure', { exact: true }).click()
  await expect(page.getByRole('figure', { name: /^Mouvements par heure/ })).toBeVisible()
  await see('movements by hour')
  await backOffice.goTo('Décaissements')
  await expect(backOffice.title).toHaveText('Décaissements')
  await expect(page.getByRole('grid', { name: 'Décaissements' })).toHaveAttribute('aria-busy', 'false')
  await see('disbursements')
  await backOffice.goTo('Motifs')
  await backOffice.rows('Motifs de décaissement').first().click()
  await expect(backOffice.panel).toContainText('Archiver le motif')
  await see('reasons and panel')
}

async function walkReferential(backOffice: BackOffice, look: Look): Promise<void> {
  await backOffice.chooseInMenu('Déconnecter ce poste')
  await expect(backOffice.entry.signInTitle).toBeVisible()
  await backOffice.openAs(adminAccount)
  await backOffice.rows('Produits').first().click()
  await expect(backOffice.panel).toContainText('Codes')
  await look('back-office: referential', backOffice.page)
  await backOffice.goTo('Pays et sections')
  await backOffice.page.getByRole('button', { name: 'Nouveau pays' }).click()
  await expect(backOffice.page.getByRole('textbox', { name: 'Billets et pièces' })).toBeVisible()
  await look('back-office: countries', backOffice.page)
  for (const [screen, row] of [
    ['Pharmacies', 'Camp Guézo'],
    ['Groupes', 'AZONHIHO'],
    ['Comptes', 'COMPTOIR'],
  ] as const) {
    await backOffice.goTo(screen)
    await backOffice.rows(screen).filter({ hasText: row }).first().click()
    await expect(backOffice.panel).toContainText(row)
    await look(`back-office: ${screen.toLowerCase()} of the platform`, backOffice.page)
  }
}

/** Both looks at a face; the walk goes on after a fault, so that one run names them all. */
function lookAt(sizes: readonly Size[]): Look {
  return async (screen, page) => {
    expect.soft(await overflowOf(page, sizes), `${screen}: the page is larger than the screen`).toEqual([])
    expect.soft(await faultsOf(page), `${screen}: what axe finds`).toEqual([])
    await takePicture(page, screen)
  }
}

const look = lookAt(deskSizes)
const hold = 'of the back-office has a fault that axe can find, none scrolls or overflows'

test(
  `no daily screen ${hold}`,
  {
    tag: [
      '@deep',
      '@backoffice/dashboard',
      '@backoffice/finder',
      '@backoffice/sales',
      '@backoffice/stock',
      '@backoffice/referential',
      '@backoffice/platform',
    ],
  },
  async ({ backOffice }) => {
    await walkBackOffice(backOffice, look)
    await test.step('the referential', () => walkReferential(backOffice, look))
  },
)

test(
  `no screen of clients and insurers ${hold}`,
  {
    tag: [
      '@deep',
      '@backoffice/clients',
      '@backoffice/payers',
      '@backoffice/insured',
      '@backoffice/scheme',
      '@backoffice/settings',
    ],
  },
  async ({ backOffice }) => {
    await backOffice.open(gilles)
    await walkClientele(backOffice, look)
  },
)

test(
  `no screen of what the counter leaves to read and to set ${hold}`,
  {
    tag: [
      '@deep',
      '@backoffice/sales',
      '@backoffice/missed-sales',
      '@backoffice/prescription-register',
      '@backoffice/settings',
    ],
  },
  async ({ backOffice }) => {
    await backOffice.open(gilles)
    await walkBesideTheCounter(backOffice, look)
  },
)

test(
  `no screen of cash registers ${hold}`,
  {
    tag: [
      '@deep',
      '@backoffice/cash-registers',
      '@backoffice/movements',
      '@backoffice/disbursements',
      '@backoffice/settings',
    ],
  },
  async ({ backOffice }) => {
    await backOffice.open(gilles)
    await walkRegisters(backOffice, look)
  },
)
