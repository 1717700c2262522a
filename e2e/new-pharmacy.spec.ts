import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { faultsOf } from './looks.ts'
import { openWindow } from './open-window.ts'
import { BackOffice } from './pages/back-office.ts'
import { Entry } from './pages/entry.ts'
import { Till } from './pages/till.ts'
import { adminAccount } from './people.ts'

const email = 'sika@officines-aho.example'
const password = 'une phrase longue'
const sika = { lastName: 'AHO', name: /^AHO /, shortName: 'AHO S.', pin: '6174' }

/** Makes a pharmacy in the back-office of the platform, and answers the link for its owner. */
async function aPharmacy(office: BackOffice, name: string, group: string | null): Promise<string> {
  const { page } = office
  await office.openAgain('/plateforme/pharmacies?nouveau=oui')
  const panel = page.getByRole('complementary', { name: 'Nouvelle pharmacie' })
  const choose = async (field: string, choice: string) => {
    await panel.getByRole('combobox', { name: field }).fill(choice)
    await panel.getByRole('option', { name: choice, exact: true }).click()
  }
  await panel.getByRole('textbox', { name: 'Nom', exact: true }).fill(name)
  await choose('Pays', 'Bénin')
  await choose('Fuseau horaire', 'Africa/Porto-Novo')
  await panel.getByRole('textbox', { name: 'Ville' }).fill('Parakou')
  await panel.getByRole('textbox', { name: 'Adresse' }).fill('Route de l’aéroport')
  await panel.getByRole('textbox', { name: 'Téléphone' }).fill('+229 01 97 00 00 00')
  if (group) await choose('Groupe', group)
  await panel.getByRole('textbox', { name: 'Nom du titulaire', exact: true }).fill('Aho')
  await panel.getByRole('textbox', { name: 'Prénom du titulaire' }).fill('Sika')
  await panel.getByRole('textbox', { name: 'E-mail du titulaire' }).fill(email)
  await panel.getByRole('button', { name: 'Créer', exact: true }).click()
  await page.getByRole('button', { name: 'Inviter le titulaire' }).click()
  const link = await page.getByRole('textbox', { name: 'Lien' }).inputValue()
  await page.keyboard.press('Escape')
  return link
}

async function join(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await page.getByLabel('Répétez le mot de passe').fill(password)
  await page.getByLabel('Votre code, 4 chiffres').fill(sika.pin)
  await page.getByLabel('Répétez le code').fill(sika.pin)
  await page.getByRole('button', { name: 'Rejoindre la pharmacie' }).click()
}

test(
  'from the platform to a new pharmacy’s first sale; its owner opens a second one and goes from one to the other; a suspended one closes',
  {
    tag: [
      '@axe',
      '@backoffice/platform',
      '@backoffice/stock',
      '@server/platform',
      '@server/invitations',
      '@server/pharmacies',
    ],
  },
  async ({ backOffice: platform, browser, watch, expectErrors }) => {
    // 501: the emulator has no policy of passwords. 400: its account is there already. 403: the pharmacy is suspended.
    // 404: the product that stood on the screen is not of the other pharmacy.
    expectErrors(/(400|403|501) .*/, /404 .*\/api\/pharmacy-products\//)
    await platform.openAs(adminAccount)
    const name = 'Pharmacie Route de l’Aéroport'
    const link = await aPharmacy(platform, name, null)
    await expect(platform.rows('Pharmacies').filter({ hasText: name, hasNotText: 'Marché' })).toBeVisible()
    expect(await faultsOf(platform.page), 'what axe finds at a pharmacy of the platform').toEqual([])

    const own = watch(await browser.newContext())
    const page = await own.newPage()
    const entry = new Entry(page)
    const office = new BackOffice(page)
    await test.step('The owner joins, and puts a first product on the shelf.', async () => {
      await join(page, link)
      await entry.unlock(sika)
      await office.isReady()
      await office.openAgain('/stock?nouveau=oui')
      const panel = page.getByRole('complementary', { name: 'Nouveau produit' })
      await panel.getByText('Produit privé').click()
      await panel.getByRole('textbox', { name: 'Nom' }).fill('PARACÉTAMOL AHO 500 mg')
      await panel.getByRole('button', { name: 'Ajouter', exact: true }).click()
      await page.getByRole('button', { name: 'Entrer un lot' }).click()
      const lot = page.getByRole('dialog', { name: /^Entrer un lot/ })
      await lot.getByRole('textbox', { name: 'Lot', exact: true }).fill('A1')
      await lot.getByRole('textbox', { name: 'Expire le' }).fill('31/12/2029')
      await lot.getByRole('textbox', { name: 'Quantité' }).fill('40')
      await lot.getByRole('textbox', { name: 'Prix d’achat' }).fill('300')
      await lot.getByRole('textbox', { name: 'Prix public' }).fill('500')
      await lot.getByRole('button', { name: 'Entrer en stock' }).click()
      await expect(lot).toBeHidden()
    })

    await test.step('The first steps lead to the file of the opening stock, which becomes lots.', async () => {
      await office.openAgain('/')
      const steps = page.getByRole('region', { name: 'Premiers pas' })
      await steps.getByRole('link', { name: /Stock de départ/ }).click()
      await expect(office.title).toHaveText('Stock de départ')
      await page.locator('input[type=file]').setInputFiles({
        name: 'stock.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Désignation;Stock;PA;PV;Lot;Péremption\nIBUPROFÈNE AHO 400 mg;24;450;800;B7;31/12/2029\n'),
      })
      await page.getByRole('checkbox', { name: /^Faire de la ligne sans produit connu un produit/ }).check()
      await page.getByRole('button', { name: 'Entrer le stock de départ' }).click()
      const row = office.rows('Stock').filter({ hasText: 'IBUPROFÈNE AHO' })
      await expect(row).toContainText('24')
      await expect(row).toContainText('800')
    })

    const till = new Till(await openWindow(own))
    await test.step('The first sale has the number 1.', async () => {
      await till.page.goto('/kiosk/vente')
      await till.add('paracetamol aho')
      await till.payExactly()
      expect(await till.finalNumber()).toBe(1)
      await till.page.close()
    })

    await test.step('With the same account the owner opens a second pharmacy, and goes from one to the other.', async () => {
      /** The lock screen of the pharmacy; that of the former one stands until the sign-in service has answered. */
      const arrivedAt = async (pharmacy: string) => {
        await expect(entry.question).toBeVisible()
        await expect(page.getByText(pharmacy).first()).toBeVisible()
      }
      const second = await aPharmacy(platform, 'Pharmacie du Marché', name)
      const other = watch(await browser.newContext())
      const arrived = await other.newPage()
      await join(arrived, second)
      await expect(new Entry(arrived).member(sika)).toBeVisible()
      await expect(arrived.getByText('Pharmacie du Marché').first()).toBeVisible()
      await other.close()

      await office.chooseInMenu('Pharmacie du Marché, Parakou')
      await arrivedAt('Pharmacie du Marché')
      await entry.unlock(sika)
      await office.isReady()
      await expect(page.getByText('Pharmacie du Marché').first()).toBeVisible()
      await office.openAgain('/stock')
      await expect(page.getByText('Aucun produit dans le stock.')).toBeVisible()
      await office.chooseInMenu(`${name}, Parakou`)
      await arrivedAt(name)
      await entry.unlock(sika)
      await office.isReady()
      await office.openAgain('/stock')
      await expect(office.rows('Stock').filter({ hasText: 'PARACÉTAMOL AHO' })).toBeVisible()
    })

    await test.step('Suspended by the platform, its windows close, and its code opens nothing.', async () => {
      await platform.openAgain('/plateforme/pharmacies')
      await platform.rows('Pharmacies').filter({ hasText: name, hasNotText: 'Marché' }).click()
      await platform.page.getByRole('button', { name: 'Suspendre la pharmacie' }).click()
      await platform.page.getByRole('button', { name: 'Suspendre', exact: true }).click()
      await expect(platform.rows('Pharmacies').filter({ hasText: name, hasNotText: 'Marché' })).toContainText(
        'Suspendue',
      )
      await expect(entry.question).toBeVisible()
      await entry.unlock(sika)
      await expect(page.getByText(/Pharmacie suspendue/)).toBeVisible()
    })
  },
)
