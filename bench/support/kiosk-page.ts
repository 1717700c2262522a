import type { Page } from '@playwright/test'
import { campGuezo, demoAccounts, type DemoMember } from '#server/demo/demo-pharmacies.ts'
import { watchField, type TypedField } from './painted-keys.ts'

const slowMs = 180_000
const seller = campGuezo.members[0]!
/** May count and close a register. */
export const cashier = campGuezo.members.find(({ role }) => role === 'caissier')!
/** May see every screen of the back-office. */
const owner = campGuezo.members.find(({ role }) => role === 'titulaire')!
const account = demoAccounts.find(({ claims }) => claims.pharmacyId === campGuezo.id)!

/** The element that shows that a screen of the kiosk is ready. */
export const kioskScreens = {
  signIn: 'input[name=email]',
  lock: `button[aria-pressed]:nth-of-type(${campGuezo.members.length})`,
  counter: '[aria-label="Recherche"] input',
  found: '[aria-label="Produits"] button[aria-label^="Ajouter"]',
} as const

/** Signs the terminal in with the demo's account and ends on the lock screen. */
export async function signInTerminal(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/kiosk/`)
  await page.locator(kioskScreens.signIn).fill(account.email)
  await page.locator('input[name=password]').fill(account.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await page.locator(kioskScreens.lock).waitFor({ timeout: slowMs })
}

/** From the lock screen to the counter. */
export async function unlock(page: Page, member = seller): Promise<void> {
  await typePin(page, member)
  await page.locator(kioskScreens.counter).waitFor({ timeout: slowMs })
}

/** Locks the seller out and unlocks the cashier. */
export async function relieve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verrouiller' }).click()
  await page.locator(kioskScreens.lock).waitFor()
  await unlock(page, cashier)
}

/** From the back-office's lock screen to its dashboard. */
export async function unlockAsOwner(page: Page): Promise<void> {
  await typePin(page, owner)
  await page.getByRole('navigation').first().waitFor({ timeout: slowMs })
}

async function typePin(page: Page, { lastName, pin }: DemoMember): Promise<void> {
  await page.getByRole('button', { name: new RegExp(lastName) }).click()
  await page.keyboard.type(pin, { delay: 60 })
}

/** Waits until this terminal has the whole list and can search it; returns the milliseconds. */
export async function waitForProducts(page: Page): Promise<number> {
  const startedAt = performance.now()
  const field = page.locator(kioskScreens.counter)
  await page.getByText('Scannez une boîte, ou tapez un nom').waitFor({ timeout: slowMs })
  await field.fill('a')
  await page.locator(kioskScreens.found).first().waitFor({ timeout: slowMs })
  const elapsed = performance.now() - startedAt
  await field.press('Escape')
  return elapsed
}

/** The search field of the counter; Échap empties it. */
export async function openSearch(page: Page): Promise<TypedField> {
  const field = page.locator(kioskScreens.counter)
  await field.focus()
  return watchField(page, { results: '[aria-label="Recherche"]', reset: () => field.press('Escape') })
}
