import type { Page } from '@playwright/test'
import { expect, noNetwork, test } from './journey.ts'
import { takePicture } from './looks.ts'
import type { BackOffice } from './pages/back-office.ts'
import { gilles } from './people.ts'

/** Every list of the back-office with an address that fills it. `vue` and days as the screen writes them. */
const everyDay = 'du=2020-01-01&au=2099-12-31'
const lists: readonly { name: string; path: string }[] = [
  { name: 'ventes', path: `/ventes?${everyDay}` },
  { name: 'ventes manquees', path: `/ventes/manquees?${everyDay}` },
  { name: 'dus', path: '/dus' },
  { name: 'ordonnancier', path: `/ordonnancier?${everyDay}` },
  { name: 'caisses', path: `/caisses?${everyDay}` },
  { name: 'mouvements', path: `/mouvements?${everyDay}` },
  { name: 'decaissements', path: `/decaissements?${everyDay}` },
  { name: 'stock', path: '/stock' },
  { name: 'rangements', path: '/rangements' },
  { name: 'etiquettes de prix', path: '/etiquettes' },
  { name: 'clients', path: '/clients' },
  { name: 'doublons', path: '/clients/doublons' },
  { name: 'assureurs', path: '/assurances' },
  { name: 'regime', path: '/regime' },
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
  { name: 'livraisons', path: '/livraisons' },
  { name: 'retours', path: '/retours' },
  { name: 'fournisseurs', path: '/fournisseurs' },
  { name: 'inventaires', path: '/inventaires' },
  { name: 'rappels', path: '/rappels' },
  { name: 'destructions', path: '/destructions' },
  { name: 'ruptures', path: '/ruptures' },
]

const desk = { width: 1440, height: 900 }

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
  await expect(page.locator('[aria-busy=true], .mantine-Loader-root')).toHaveCount(0)
}

/** The parts of the window that it loads when nothing else is to do: the last of them has arrived. */
async function isLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('referential-screen')),
  )
}

async function walkList(backOffice: BackOffice, { name, path }: (typeof lists)[number]): Promise<void> {
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

test('every list with its menus, its panels and its empty face', { tag: '@looks' }, async ({ backOffice }) => {
  await backOffice.page.setViewportSize(desk)
  await backOffice.open(gilles)
  for (const list of lists) await test.step(list.name, () => walkList(backOffice, list))
})

test('every list as it opens: on today', { tag: '@looks' }, async ({ backOffice }) => {
  const { page } = backOffice
  await page.setViewportSize(desk)
  await backOffice.open(gilles)
  for (const { name, path } of lists.filter((list) => list.path.includes(everyDay))) {
    await page.goto(`/backoffice${path.replace(/\?.*$/, '')}`)
    await isRead(page)
    await takePicture(page, `today ${name}`)
  }
})

test('every list that the server refuses', { tag: '@looks' }, async ({ backOffice, expectErrors }) => {
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
})

test('every list without a network', { tag: '@looks' }, async ({ backOffice, expectErrors }) => {
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
