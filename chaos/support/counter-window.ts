import type { Page } from '@playwright/test'
import { campGuezo, demoAccounts } from '#server/demo/demo-pharmacies.ts'
import { figureOf } from '../../e2e/money.ts'
import { scanInto } from '../../e2e/scanner.ts'

/** May do everything at the counter. */
const seller = campGuezo.members.find(({ role }) => role === 'titulaire')!
const account = demoAccounts.find(({ claims }) => claims.pharmacyId === campGuezo.id)!
/** Slow is not wrong: the machine may be busy. */
const seenMs = 20_000
/** From a touch to the face that answers it, many times over. */
const passedMs = 4_000
/** A first load reads and indexes the lists. */
const readyMs = 60_000

/** The counter of one window, as a hand uses it for a sale of one box for cash. */
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
    /** From wherever it stands to a counter that can be scanned into. `alone`: one window at a time types the code. */
    async open(url: string, alone: <T>(work: () => Promise<T>) => Promise<T>): Promise<void> {
      await page.goto(`${url}/kiosk/`, { timeout: seenMs })
      const face = search.or(question).or(email).or(elsewhere).first()
      await face.waitFor({ timeout: readyMs })
      await alone(async () => {
        await face.waitFor({ timeout: readyMs })
        // Nobody may answer yet.
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
    /** Scans a box and takes the exact amount; answers what stands to be ended. */
    async prepare(code: string): Promise<{ identifier: string; total: number }> {
      await search.waitFor({ timeout: seenMs })
      // What an interruption left typed is ended as it stands.
      if ((await lines.count()) === 0) await scanInto(page, code)
      await lines.first().waitFor({ timeout: seenMs })
      const identifier = (await title.innerText({ timeout: seenMs })).replace('Vente ', '')
      // Interrupted between the note and the end it is paid already.
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
     * The face after the sale stands on the screen: from here the ticket may be in the customer's hand. False when another sale stands there without
     * it for so long that it will not come.
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
    /** The final number of the sale just ended, where the screen says it by now. */
    async number(identifier: string): Promise<number | null> {
      const face = page.getByRole('region', { name: `Vente ${identifier} terminée` })
      if (!(await face.isVisible())) return null
      const said = /Vente n°\s(\d+) enregistrée/.exec(await face.innerText({ timeout: seenMs }))
      return said ? Number(said[1]) : null
    },
  }
}

export type Counter = ReturnType<typeof counterOf>
