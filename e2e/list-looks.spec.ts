import type { Page } from '@playwright/test'
import { expect, noNetwork, test } from './journey.ts'
import { takePicture } from './looks.ts'
import type { BackOffice } from './pages/back-office.ts'
import { adminAccount, gilles } from './people.ts'

type List = { name: string; path: string }

/** Every list of the back-office with an address that fills it. `vue` and days as the screen writes them. */
const everyDay = 'du=2020-01-01&au=2099-12-31'
const counterLists: readonly List[] = [
  { name: 'ventes', path: `/ventes?${everyDay}` },
  { name: 'ventes manquees', path: `/ventes/manquees?${everyDay}` },
  { name: 'dus', path: '/dus' },
  { name: 'ordonnancier', path: `/ordonnancier?${everyDay}` },
  { name: 'caisses', path: `/caisses?${everyDay}` },
  { name: 'mouvements', path: `/mouvements?${everyDay}` },
  { name: 'decaissements', path: `/decaissements?${everyDay}` },
  { name: 'rapprochements', path: '/rapprochements' },
]
const stockLists: readonly List[] = [
  { name: 'stock', path: '/stock' },
  { name: 'mini et maxi proposes', path: '/stock/mini-maxi' },
  { name: 'peremptions', path: '/peremptions' },
  { name: 'ruptures', path: '/ruptures' },
  { name: 'exports de stock', path: '/exports' },
  { name: 'rangements', path: '/rangements' },
  { name: 'etiquettes de prix', path: '/etiquettes' },
  { name: 'inventaires', path: '/inventaires' },
  { name: 'rappels', path: '/rappels' },
  { name: 'destructions', path: '/destructions' },
]
const purchaseLists: readonly List[] = [
  { name: 'a commander', path: '/commandes/preparation' },
  { name: 'commandes', path: '/commandes' },
  { name: 'livraisons', path: '/livraisons' },
  { name: 'retours', path: '/retours' },
  { name: 'releves', path: '/releves' },
  { name: 'reclamations', path: '/reclamations' },
  { name: 'echeances', path: '/echeances' },
  { name: 'paiements aux fournisseurs', path: '/echeances/paiements' },
  { name: 'fournisseurs', path: '/fournisseurs' },
]
const payerLists: readonly List[] = [
  { name: 'clients', path: '/clients' },
  { name: 'doublons', path: '/clients/doublons' },
  { name: 'assureurs', path: '/assurances' },
  { name: 'factures', path: '/factures' },
  { name: 'bons a facturer', path: '/factures/bons' },
  { name: 'paiements des factures', path: '/factures/paiements' },
  { name: 'regime', path: '/regime' },
]
const settingsLists: readonly List[] = [
  { name: 'utilisateurs', path: '/parametres/utilisateurs' },
  { name: 'roles', path: '/parametres/roles' },
  { name: 'etiquettes', path: '/parametres/etiquettes' },
  { name: 'banques', path: '/parametres/banques' },
  { name: 'motifs', path: '/parametres/motifs' },
  { name: 'exports', path: `/parametres/exports?${everyDay}` },
  { name: 'envois', path: `/parametres/envois?${everyDay}` },
  { name: 'qui a change quoi', path: `/parametres/journal?${everyDay}` },
  { name: 'codes', path: `/parametres/codes?${everyDay}` },
  { name: 'droits accordes', path: `/parametres/droits-accordes?${everyDay}` },
]
const lists = [...counterLists, ...stockLists, ...purchaseLists, ...payerLists, ...settingsLists]

/** The lists of the platform's admin. */
const platformLists: readonly List[] = [
  { name: 'produits du referentiel', path: '/referentiel' },
  { name: 'grossistes', path: '/grossistes' },
  { name: 'categories', path: '/referentiel/categories' },
  { name: 'dci', path: '/referentiel/dci' },
  { name: 'laboratoires', path: '/referentiel/laboratoires' },
  { name: 'formes', path: '/referentiel/formes' },
  { name: 'unites', path: '/referentiel/unites' },
  { name: 'conditionnements', path: '/referentiel/conditionnements' },
  { name: 'pharmacies', path: '/plateforme/pharmacies' },
  { name: 'groupes', path: '/plateforme/groupes' },
  { name: 'comptes', path: '/plateforme/comptes' },
]

/** Screens that are no list: reports, imports and settings. */
const otherScreens: readonly List[] = [
  { name: 'tableau de bord', path: '/' },
  { name: 'import d un releve d argent', path: '/rapprochements/import' },
  { name: 'ranger avec le lecteur', path: '/rangements/scanner' },
  { name: 'rapport d inventaires', path: '/inventaires/rapport' },
  { name: 'service des fournisseurs', path: '/commandes/service' },
  { name: 'import d une livraison', path: '/livraisons/import' },
  { name: 'rapport de livraisons', path: '/livraisons/rapport' },
  { name: 'import d un releve', path: '/releves/import' },
  { name: 'bilan des reclamations', path: '/reclamations/bilan' },
  { name: 'facturer une periode', path: '/factures/nouvelles' },
  { name: 'decompte', path: '/factures/decompte' },
  { name: 'balance agee', path: '/factures/balance' },
  { name: 'bilan de facturation', path: '/factures/bilan' },
  { name: 'associer le regime', path: '/regime/associer' },
  { name: 'import du regime', path: '/regime/import' },
  { name: 'pharmacie', path: '/parametres/pharmacie' },
  { name: 'imprimantes', path: '/parametres/imprimantes' },
  { name: 'sauvegarde', path: '/parametres/sauvegarde' },
]
const otherPlatformScreens: readonly List[] = [
  { name: 'classification atc', path: '/referentiel/atc' },
  { name: 'pays et sections', path: '/referentiel/pays' },
  { name: 'registres', path: '/referentiel/registres' },
  { name: 'import d un registre', path: '/referentiel/registres/import' },
]

const desk = { width: 1440, height: 900 }
const smallDesk = { width: 1280, height: 720 }
const telephone = { width: 390, height: 844 }

/** Opens what a button of the head opens, keeps its picture and closes it. A list without the button has no such face. */
async function face(page: Page, name: string, button: RegExp | string): Promise<void> {
  const opener = page
    .getByRole('main')
    .getByRole('button', { name: button, ...(typeof button === 'string' && { exact: true }) })
  if ((await opener.count()) === 0 || !(await opener.first().isEnabled())) return
  await opener.first().click()
  await takePicture(page, name)
  await page.keyboard.press('Escape')
}

async function isRead(page: Page): Promise<void> {
  await expect(page.getByRole('grid').first()).toHaveAttribute('aria-busy', 'false')
  await isWhole(page)
}

/** Nothing of the screen is still on its way. */
async function isWhole(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true], .mantine-Loader-root, .mantine-Skeleton-root')).toHaveCount(0)
}

/** The parts of the window that it loads when nothing else is to do: the last of them has arrived. */
async function isLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('referential-screen')),
  )
}

/** The other tabs of a detail page: the first one is open. */
async function walkTabs(page: Page, name: string): Promise<void> {
  const tabs = page.getByRole('main').getByRole('tab')
  for (let index = 1; index < (await tabs.count()); index++) {
    await tabs.nth(index).click()
    await isWhole(page)
    await takePicture(page, `${name} tab ${index + 1}`)
  }
}

async function walkScreens(backOffice: BackOffice, screens: readonly List[]): Promise<void> {
  const { page } = backOffice
  for (const { name, path } of screens) {
    await page.goto(`/backoffice${path}`)
    await backOffice.isReady()
    await isWhole(page)
    await takePicture(page, `screen ${name}`)
  }
}

async function walkList(backOffice: BackOffice, { name, path }: List): Promise<void> {
  const { page } = backOffice
  await page.goto(`/backoffice${path}`)
  await backOffice.isReady()
  await isRead(page)
  await takePicture(page, `list ${name}`)
  await face(page, `list ${name} filters`, 'Filtre')
  await face(page, `list ${name} columns and views`, 'Affichage')
  await face(page, `list ${name} export`, 'Exporter')
  const row = page.locator('[role=row][data-row]').first()
  if ((await row.count()) > 0) {
    await row.click()
    await isWhole(page)
    await takePicture(page, `list ${name} opened`)
    await walkTabs(page, `list ${name} opened`)
    await page.goto(`/backoffice${path}`)
    await isRead(page)
  }
  const add = page.getByRole('main').getByRole('button', { name: /^Nouve/ })
  if ((await add.count()) > 0) {
    await add.last().click()
    await takePicture(page, `list ${name} new`)
    await page.goto(`/backoffice${path}`)
    await isRead(page)
  }
  const search = page.getByRole('main').getByRole('searchbox')
  if ((await search.count()) === 0) return
  await search.first().fill('zzqxw')
  await expect(page.getByText('Aucun résultat').first()).toBeVisible()
  await takePicture(page, `list ${name} empty`)
}

for (const [group, listsOfGroup] of [
  ['counter', counterLists],
  ['stock', stockLists],
  ['purchases', purchaseLists],
  ['payers', payerLists],
  ['settings', settingsLists],
] as const)
  test(
    `every list of ${group} with its menus, its panels and its empty face`,
    {
      tag: [
        '@looks',
        '@backoffice/sales',
        '@backoffice/stock',
        '@backoffice/orders',
        '@backoffice/clients',
        '@backoffice/settings',
      ],
    },
    async ({ backOffice }) => {
      await backOffice.page.setViewportSize(desk)
      await backOffice.open(gilles)
      for (const list of listsOfGroup) await test.step(list.name, () => walkList(backOffice, list))
    },
  )

test(
  'every screen that is no list; menu and dashboard on smaller screens',
  { tag: ['@looks', '@backoffice/dashboard', '@backoffice/bills', '@backoffice/settings'] },
  async ({ backOffice }) => {
    const { page } = backOffice
    await page.setViewportSize(desk)
    await backOffice.open(gilles)
    await walkScreens(backOffice, otherScreens)
    for (const size of [smallDesk, telephone]) {
      await page.setViewportSize(size)
      // A telephone folds the menu away: only the title tells that the screen is there.
      await page.goto('/backoffice/')
      await expect(backOffice.title).toBeVisible()
      await isWhole(page)
      await takePicture(page, `screen tableau de bord ${size.width}`)
    }
  },
)

test(
  'every screen of the platform',
  { tag: ['@looks', '@backoffice/referential', '@backoffice/platform', '@backoffice/wholesalers'] },
  async ({ backOffice }) => {
    await backOffice.page.setViewportSize(desk)
    await backOffice.openAs(adminAccount)
    for (const list of platformLists) await test.step(list.name, () => walkList(backOffice, list))
    await walkScreens(backOffice, otherPlatformScreens)
  },
)

test(
  'every list as it opens: on today',
  { tag: ['@looks', '@backoffice/sales', '@backoffice/cash-registers'] },
  async ({ backOffice }) => {
    const { page } = backOffice
    await page.setViewportSize(desk)
    await backOffice.open(gilles)
    for (const { name, path } of lists.filter((list) => list.path.includes(everyDay))) {
      await page.goto(`/backoffice${path.replace(/\?.*$/, '')}`)
      await isRead(page)
      await takePicture(page, `today ${name}`)
    }
  },
)

test(
  'every list that the server refuses',
  { tag: ['@looks', '@backoffice/ui'] },
  async ({ backOffice, expectErrors }) => {
    expectErrors(/status of 500/)
    const { page } = backOffice
    await page.setViewportSize(desk)
    await backOffice.open(gilles)
    await page.route(/\/api\/.*[?&]page=/, (route) => route.fulfill({ status: 500, json: { message: 'internal' } }))
    for (const { name, path } of lists) {
      await page.goto(`/backoffice${path}`)
      await isRead(page)
      await takePicture(page, `refused ${name}`)
    }
  },
)

test('every list without a network', { tag: ['@looks', '@backoffice/ui'] }, async ({ backOffice, expectErrors }) => {
  expectErrors(noNetwork)
  const { page } = backOffice
  await page.setViewportSize(desk)
  // The browser keeps 250 entries, fewer than the window has parts.
  await page.addInitScript(() => performance.setResourceTimingBufferSize(2_000))
  await backOffice.open(gilles)
  await isLoaded(page)
  await page.context().setOffline(true)
  await expect(page.getByText(/hors ligne/i).first()).toBeVisible()
  for (const { name, path } of lists) {
    // Without a service worker only links of the window lead on.
    await page.evaluate((to) => history.pushState(null, '', to), `/backoffice${path}`)
    await isWhole(page)
    await takePicture(page, `offline ${name}`)
  }
})
