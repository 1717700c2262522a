import type { Page } from '@playwright/test'
import { campGuezo, demoAccounts } from '#server/demo/demo-pharmacies.ts'
import { figureOf } from '../../e2e/money.ts'
import { scanInto } from '../../e2e/scanner.ts'

/** A member with all rights at the counter. */
const seller = campGuezo.members.find(({ role }) => role === 'titulaire')!
const account = demoAccounts.find(({ claims }) => claims.pharmacyId === campGuezo.id)!
/** Generous: a busy machine is slow, not wrong. */
const seenMs = 20_000
/** Many times the delay between a touch and the next screen. */
const passedMs = 4_000
/** A first load reads and indexes the lists. */
const readyMs = 60_000

/** The counter of one window, with the actions of a cash sale of one box. */
export function counterOf(page: Page) {
  const search = page.getByRole('searchbox', { name: 'Scanner ou chercher', exact: true })
  const ready = page.getByText('Scannez une boîte, ou tapez un nom, une DCI, un code.')
  const question = page.getByRole('heading', { name: /^Qui êtes-vous/ })
  const email = page.getByLabel('Adresse e-mail de la pharmacie')
  const elsewhere = page.getByRole('heading', { name: 'Cette vente est ouverte dans une autre fenêtre' })
  const lines = page.getByRole('list', { name: 'Lignes de la vente' }).getByRole('listitem')
  const title = page.getByRole('heading', { name: /^Vente \S+-\d+$/ })
  const toPay = page.getByRole('status', { name: /^(À payer|Reste à payer)$/ })
  const notes = page.getByRole('group', { name: 'Billets donnés par le client' }).getByRole('button')
  const end = page.getByRole('button', { name: /^Terminer/ })
  const done = page.getByRole('region', { name: /terminée$/ })

  return {
    page,
    /**
     * Brings the window to a counter that accepts scans, from any state. `alone`: only one window at a time types the
     * code.
     */
    async open(url: string, alone: <T>(work: () => Promise<T>) => Promise<T>): Promise<void> {
      await page.goto(`${url}/kiosk/`, { timeout: seenMs })
      const face = search.or(question).or(email).or(elsewhere).first()
      await face.waitFor({ timeout: readyMs })
      await alone(async () => {
        await face.waitFor({ timeout: readyMs })
        // The server may not answer yet.
        while (await email.isVisible()) {
          await email.fill(account.email)
          await page.getByLabel('Mot de passe', { exact: true }).fill(account.password)
          await page.getByRole('button', { name: 'Se connecter' }).click({ timeout: seenMs })
          await question.waitFor({ timeout: passedMs }).catch(() => undefined)
        }
        if (await question.isVisible()) {
          await page.getByRole('button', { name: new RegExp(`^${seller.lastName} `) }).click({ timeout: seenMs })
          await page.keyboard.type(seller.pin)
          await search.or(elsewhere).first().waitFor({ timeout: seenMs })
        }
      })
      if (await elsewhere.isVisible())
        await page.getByRole('button', { name: 'Nouvelle vente' }).last().click({ timeout: seenMs })
      await ready.or(done).or(lines.first()).first().waitFor({ timeout: readyMs })
    },
    /** Scans a box and enters the exact amount; returns the sale that can be ended. */
    async prepare(code: string): Promise<{ identifier: string; total: number }> {
      await search.waitFor({ timeout: seenMs })
      // A sale left over from an interruption is ended as it is.
      if ((await lines.count()) === 0) await scanInto(page, code)
      await lines.first().waitFor({ timeout: seenMs })
      const identifier = (await title.innerText({ timeout: seenMs })).replace('Vente ', '')
      // After an interruption between the note and the end, the sale is already paid.
      const total = figureOf(
        await page
          .locator('section[aria-label^="Vente "] footer')
          .getByText(/^Total/)
          .innerText({ timeout: seenMs }),
      )
      if (await toPay.isVisible()) await notes.first().click({ timeout: seenMs })
      await end.waitFor({ timeout: seenMs })
      return { identifier, total }
    },
    /** Touches « Terminer ». */
    touchEnd: (): Promise<void> => end.click({ timeout: seenMs }),
    /**
     * Waits for the screen after the sale: from then on, the customer may have the ticket. False when the screen shows
     * another sale for so long that it will not come.
     */
    async seesEnded(identifier: string): Promise<boolean> {
      const face = page.getByRole('region', { name: `Vente ${identifier} terminée` })
      const other = page.getByRole('heading', { name: new RegExp(`^Vente (?!${identifier}$)\\S+-\\d+$`) })
      await face.or(other).first().waitFor({ timeout: seenMs })
      return face.waitFor({ timeout: passedMs }).then(
        () => true,
        () =>
          other.isVisible().then((isOther) => (isOther ? false : face.waitFor({ timeout: seenMs }).then(() => true))),
      )
    },
    /** The final number of the sale just ended, if the screen shows it by now. */
    async number(identifier: string): Promise<number | null> {
      const face = page.getByRole('region', { name: `Vente ${identifier} terminée` })
      if (!(await face.isVisible())) return null
      const said = /Vente n°\s(\d+) enregistrée/.exec(await face.innerText({ timeout: seenMs }))
      return said ? Number(said[1]) : null
    },
  }
}

export type Counter = ReturnType<typeof counterOf>
