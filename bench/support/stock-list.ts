import type { Page } from '@playwright/test'
import { campGuezo } from '#server/demo/demo-pharmacies.ts'
import { openBarePage } from './bare-page.ts'
import { inKioskOf } from './kiosk-of.ts'
import { unlockAsOwner } from './kiosk-page.ts'
import { fillShelf, shelf } from './large-shelf.ts'
import { watchField } from './painted-keys.ts'
import { percentilesOf } from './percentiles.ts'
import { printTable } from './print-table.ts'
import { compareFrames } from './scrolled-frames.ts'
import { compareTyping } from './typed-search.ts'

const slowMs = 240_000
const openings = 8
const searchField = 'main input[type=search], main [role=searchbox]'
/** Products of the shelf by name, by number, and one that is not there. */
const texts = ['produit 0419', '051', 'produit 99', 'zzz', 'produit 0 00']

/** First paint, frames while scrolling, and a filter's answer of the back-office's stock list, in Chromium. */
export async function measureStockList(): Promise<void> {
  await inKioskOf(
    (database) => fillShelf(database, campGuezo),
    async ({ page: till, newPage, url }) => {
      // The windows of a terminal have one member: the seller leaves for the owner.
      await till.getByRole('button', { name: 'Verrouiller' }).click()
      const bare = await openBarePage(await newPage())
      const page = await newPage()
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${url}/backoffice/`)
      await unlockAsOwner(page)
      await firstPaints(page)
      await compareFrames(page, { list: 'stock list', step: 900 })
      const field = page.locator(searchField).first()
      await field.focus()
      const ours = await watchField(page, { results: 'main', reset: () => field.fill('') })
      await compareTyping(`stock list, filter of ${shelf.products.toLocaleString('en')} products`, {
        bare,
        ours,
        texts,
      })
      console.log('Aim: a filter answers within 50 ms.')
    },
  )
}

/** From the touch of « Stock » in the menu to its rows, after the list was read once. */
async function firstPaints(page: Page): Promise<void> {
  const stock = page.getByRole('navigation').getByRole('link', { name: 'Stock', exact: true })
  const home = page.getByRole('navigation').getByRole('link', { name: 'Tableau de bord' })
  await stock.click()
  await page
    .getByText(/5\d\s\d{3}\sproduits/)
    .first()
    .waitFor({ timeout: slowMs })
  const times: number[] = []
  for (let run = 0; run < openings; run += 1) {
    await home.click()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForTimeout(500)
    times.push(
      await stock.evaluate(
        (link: HTMLElement) =>
          new Promise<number>((done) => {
            const startedAt = performance.now()
            const watch = new MutationObserver(() => {
              if (!document.querySelector('main [role=grid] [data-row]')) return
              watch.disconnect()
              requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - startedAt)))
            })
            watch.observe(document, { childList: true, subtree: true })
            link.click()
          }),
      ),
    )
  }
  const { count, p50, p95, max } = percentilesOf(times)
  printTable(
    'From the touch of « Stock » to its rows on the screen',
    ['times', 'p50 ms', 'p95 ms', 'max ms'],
    [[count, ...[p50, p95, max].map((ms) => ms.toFixed(0))]],
  )
}
