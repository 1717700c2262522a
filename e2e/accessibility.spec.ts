import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { PersonDetail } from '#shared/contract/persons.ts'
import { expect, noNetwork, test } from './journey.ts'
import type { BackOffice } from './pages/back-office.ts'
import type { Till } from './pages/till.ts'
import { adminAccount, aurele, gilles } from './people.ts'
import { lettersOf } from './shop-api.ts'

type Size = { width: number; height: number }
type Look = (screen: string, page: Page) => Promise<void>

const counterSizes: readonly Size[] = [{ width: 1024, height: 768 }, { width: 1280, height: 800 }]
const deskSizes: readonly Size[] = [{ width: 1280, height: 800 }, { width: 1440, height: 900 }]

/** No fault that axe can find in what stands on the screen (WCAG 2.1 A and AA). */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`))
}

/** The page never scrolls: lists do (design: the total is always in sight). */
async function overflowOf(page: Page, sizes: readonly Size[]): Promise<string[]> {
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    const { width, height } = await page.evaluate(() => ({ width: document.scrollingElement!.scrollWidth, height: document.scrollingElement!.scrollHeight }))
    if (width > size.width || height > size.height) found.push(`${size.width}×${size.height} holds ${width}×${height}`)
  }
  return found
}

/** Finding somebody, writing somebody down, and his sale. */
async function walkClients(till: Till, person: PersonDetail, see: (screen: string) => Promise<void>): Promise<void> {
  const { page, clients } = till
  await till.goTo('Clients')
  await expect(clients.list).toContainText('Tapez un nom')
  await see('clients')
  await clients.show(person.lastName, new RegExp(person.firstName))
  await see('a client and his card')
  await clients.search.fill('zzqxw')
  await expect(clients.list).toContainText('Aucun client')
  await see('nobody found')
  await clients.newPatient.click()
  await clients.field('Téléphone').fill(person.phone!)
  await clients.field('Date de naissance').fill('31021990')
  await page.getByRole('button', { name: 'Ajouter une police' }).click()
  await clients.field('Taux, en %').fill('101')
  await clients.save.click()
  await expect(clients.panel).toContainText('Cette date n’existe pas.')
  await expect(clients.panel).toContainText('Choisissez le contrat')
  await see('a new patient with what is wrong')
  await clients.panel.getByRole('combobox', { name: 'Contrat' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await see('the contracts to choose from')
  await page.getByRole('option').first().click()
  await clients.panel.getByRole('button', { name: 'Utiliser cette fiche' }).first().click()
  await clients.sell.click()
  await expect(till.patient).toBeVisible()
  await see('the sale of a patient')
  await till.patient.getByRole('button', { name: /^Retirer/ }).click()
}

/** Every face of the counter, in the order in which a day meets them. */
async function walkCounter(till: Till, person: PersonDetail, look: Look): Promise<void> {
  const { page } = till
  const see = (screen: string) => look(`counter: ${screen}`, page)
  await page.goto('/kiosk/')
  await expect(till.entry.connect).toBeVisible()
  await see('sign-in')
  await till.entry.signIn()
  await till.entry.member(aurele).click()
  await see('lock screen')
  await till.unlock(aurele)
  await see('empty sale')
  await till.add('coartem 20/120')
  await till.add('doliprane 1000')
  await till.search.fill('amox')
  await expect(till.hits.first()).toBeVisible()
  await see('search beside lines')
  await till.line(/Coartem/).getByRole('button', { name: /Coartem/ }).first().click()
  await see('lots of a line')
  await till.search.fill('')
  await till.scan('6111000000000')
  await expect(till.notice).toBeVisible()
  await see('notice')
  await till.pay.click()
  await till.payment.add('Mobile')
  await see('payment')
  await till.payment.end.click()
  await expect(till.refusal).toBeVisible()
  await see('refusal')
  await till.refusal.getByRole('radio').first().click()
  await till.refusal.getByRole('button', { name: /^Terminer la vente/ }).click()
  await till.finalNumber()
  await see('after the sale')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await see('shortcuts')
  await page.keyboard.press('Escape')
  await till.goTo('Ventes')
  await page.getByRole('button', { name: /^\d\d:\d\d.*n°/ }).first().click()
  await expect(page.getByRole('button', { name: 'Réimprimer le ticket' })).toBeVisible()
  await see('sales of the day')
  await till.goTo('Stock')
  await page.getByRole('searchbox').fill('efferalgan')
  await till.hits.getByRole('button').first().click()
  await expect(page.getByRole('complementary')).toContainText('Lots')
  await see('stock')
  await walkClients(till, person, see)
  await page.goto('/kiosk/nulle-part')
  await expect(page.getByRole('link', { name: 'Retour à l’accueil' })).toBeVisible()
  await see('unknown address')
  await till.openAgain()
  await page.context().setOffline(true)
  await expect(till.network).toHaveText(/^Hors ligne/)
  await till.sell('coartem 20/120')
  await till.network.click()
  await expect(till.queue.getByRole('listitem')).toHaveCount(1)
  await see('queue')
  await page.context().setOffline(false)
  await expect(till.queue).toContainText('Tout est envoyé')
}

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
  await backOffice.open(gilles)
  await backOffice.goTo('Clients')
  await expect(backOffice.rows('Clients').first()).toBeVisible()
  await see('clients')
  await page.getByRole('button', { name: 'Nouveau client' }).click()
  await page.getByRole('button', { name: 'Créer' }).click()
  await expect(page.getByText('À remplir.')).toBeVisible()
  await see('new client, refused')
  await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  await page.getByRole('button', { name: 'Doublons possibles' }).click()
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
  await page.getByRole('tab', { name: /^Produits à part/ }).click()
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
  await backOffice.open(gilles)
  await backOffice.goTo('Ventes')
  await backOffice.rows('Ventes').first().click()
  await expect(panel).toContainText('À faire au comptoir')
  await panel.getByRole('button', { name: 'Corriger la date' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await see('date of a sale')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(panel).toBeVisible()
  await backOffice.goTo('Ventes manquées')
  await expect(backOffice.rows('Ventes manquées par produit').first()).toBeVisible()
  await see('missed sales by product')
  await page.getByText('Une à une').click()
  await expect(backOffice.rows('Ventes manquées').first()).toBeVisible()
  await see('missed sales one by one')
  await backOffice.goTo('Ordonnancier')
  await expect(backOffice.rows('Ordonnancier').first()).toBeVisible()
  await see('register of listed medicines')
  await page.getByRole('button', { name: 'Filtre', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Sans prescripteur seulement' })).toBeVisible()
  await see('filters of the register')
  await page.keyboard.press('Escape')
  for (const screen of ['Pharmacie', 'Imprimantes'] as const) {
    await backOffice.goTo(screen)
    await page.getByRole('button', { name: 'Modifier' }).click()
    await page.getByRole('button', { name: /^Ajouter une/ }).click()
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    await see(`${screen}, refused`)
    await page.getByRole('button', { name: 'Annuler', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button').last().click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Modifier' })).toBeVisible()
    await see(screen)
  }
  await backOffice.goTo('Rôles')
  await backOffice.rows('Rôles').first().click()
  await expect(panel).toContainText('Droits')
  await see('roles and panel')
}

async function walkReferential(backOffice: BackOffice, look: Look): Promise<void> {
  await backOffice.openAs(adminAccount)
  await backOffice.rows('Produits du référentiel').first().click()
  await expect(backOffice.panel).toContainText('Codes')
  await look('back-office: referential', backOffice.page)
}

/** Both looks at a face; the walk goes on after a fault, so that one run names them all. */
function lookAt(sizes: readonly Size[]): Look {
  return async (screen, page) => {
    expect.soft(await overflowOf(page, sizes), `${screen}: the page is larger than the screen`).toEqual([])
    expect.soft(await faultsOf(page), `${screen}: what axe finds`).toEqual([])
  }
}

test.describe('no screen has a fault that axe can find, none scrolls or overflows', () => {
  test('at the counter', async ({ till, shop, expectErrors }) => {
    expectErrors(noNetwork)
    const person = await shop.newPerson({ lastName: `Zan${lettersOf(randomUUID())}`, firstName: 'Clarisse', birthDate: '1984-03-12', sex: 'F', phone: '0197454647', creditLimit: 40_000 })
    await shop.insure(person.id, 80)
    await walkCounter(till, person, lookAt(counterSizes))
  })
  test('in the back-office', ({ backOffice }) => walkBackOffice(backOffice, lookAt(deskSizes)))
  test('among clients and insurers', ({ backOffice }) => walkClientele(backOffice, lookAt(deskSizes)))
  test('beside the counter', ({ backOffice }) => walkBesideTheCounter(backOffice, lookAt(deskSizes)))
  test('in the referential', ({ backOffice }) => walkReferential(backOffice, lookAt(deskSizes)))
})
