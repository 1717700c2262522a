/**
 * `npm run bench:offline` measures the real kiosk with 52,000 products in Chromium: a start without a network until the
 * counter finds a box; « Terminer » until the data is on disk; the transfer of waiting sales after an outage; and a
 * change of 50 products until every window shows it.
 */
import type { BrowserContext, Page, Request } from '@playwright/test'
import type { Database } from '#server/db/database.ts'
import { campGuezo } from '#server/demo/demo-pharmacies.ts'
import { catalogue } from './support/catalogue.ts'
import { bareSpans, endSpans, noteEnds } from './support/disk-marks.ts'
import { lengthsOf, watchHostTime, type Span } from './support/host-time.ts'
import { inKioskOf } from './support/kiosk-of.ts'
import { kioskScreens, signInTerminal, unlock, waitForProducts } from './support/kiosk-page.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'
import { sellEach, sellTogether } from './support/sell-quickly.ts'
import { shownAfterAnswer, watchShown } from './support/shown-changes.ts'
import { stockCatalogue } from './support/stock-catalogue.ts'

const boots = 5
const queued = Number(process.env.BENCH_QUEUED ?? 200)
const changed = 50
const changes = 5
const { source, products } = catalogue(Number(process.env.BENCH_PRODUCTS ?? 52_000))
const inStock = products.filter(({ stockItems }) => stockItems.some(({ quantity }) => quantity > 0))
const codes = inStock.flatMap((product) => product.codes.filter((code) => /^\d{13}$/.test(code)).slice(0, 1))

const fill = (database: Database) => stockCatalogue(database, campGuezo.id, products, products.length)

console.log(`${products.length.toLocaleString('en')} products: ${source}`)
await inKioskOf(fill, async ({ page, newPage, elsewhere, url }) => {
  await waitForProducts(page)
  const context = page.context()
  await bootOffline(page, context, url)
  await noteEnds(page)
  await page.reload()
  await waitForProducts(page)
  await sellInAnOutage(page, context)
  await drain(page, context)
  await changeInAllWindows(page, newPage, await elsewhere(), url)
})
/** Reloads the counter without a network, with an unlocked member, until its search finds a product. */
async function bootOffline(page: Page, context: BrowserContext, url: string): Promise<void> {
  const times: number[] = []
  const found: number[] = []
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  for (let boot = 0; boot < boots; boot++) {
    const startedAt = performance.now()
    await page.goto(`${url}/kiosk/vente`)
    const field = page.locator(kioskScreens.counter)
    await field.or(page.locator(kioskScreens.lock)).first().waitFor()
    if (!(await field.isVisible())) await unlock(page)
    await field.waitFor()
    times.push(performance.now() - startedAt)
    await waitForProducts(page)
    found.push(performance.now() - startedAt)
  }
  await context.setOffline(false)
  const rowOf = (name: string, ms: readonly number[]) => {
    const { count, p50, max } = percentilesOf(ms)
    return [name, count, p50.toFixed(0), max.toFixed(0)]
  }
  printTable(
    `Boot without a network, ${products.length.toLocaleString('en')} products on the disk`,
    ['until', 'boots', 'p50 ms', 'max ms'],
    [rowOf('the counter takes a scan or a letter', times), rowOf('a search finds a product', found)],
  )
  console.log('Aim: under 1,500 ms.')
}

async function sellInAnOutage(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  const host = watchHostTime()
  await sellQueued(page)
  const { handed, durable } = await endSpans(page)
  if (durable.length !== queued) throw new Error(`${durable.length} of ${queued} ends were noted`)
  const bare = await bareSpans(page, queued)
  host?.stop()
  const rowOf = (name: string, spans: readonly Span[]) => {
    if (spans.length === 0) return [name, 0, '', '', '', '']
    const { count, p50, p95, p99, max } = percentilesOf(lengthsOf(spans))
    return [name, count, ...[p50, p95, p99, max].map((each) => each.toFixed(1))]
  }
  const rowsOf = (name: string, spans: readonly Span[]) => [
    rowOf(name, spans),
    ...(host ? [rowOf('… of these, with the processors to itself', spans.filter(host.wasOurs))] : []),
  ]
  printTable(
    'From « Terminer » until the sale is',
    ['', 'times', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'],
    [
      ...rowsOf('handed to the disk', handed),
      ...rowsOf('on the disk', durable),
      ...rowsOf('a bare strict transaction', bare),
    ],
  )
  console.log(
    `Aim: on the disk, p99 20 ms; here ${(percentilesOf(lengthsOf(durable)).p99 / percentilesOf(lengthsOf(bare)).p99).toFixed(1)} times the p99 of a bare transaction in the same page.`,
  )
}

function sellQueued(page: Page): Promise<void> {
  return sellEach(
    page,
    Array.from({ length: queued }, (_, at) => codes[at % 500]!),
  )
}

/** Restores the network and waits until the last waiting sale is answered. */
async function drain(page: Page, context: BrowserContext): Promise<void> {
  const answered: number[] = []
  let firstAskedAt = Infinity
  page.on('request', (request) => {
    if (salesIn(request) > 0) firstAskedAt = Math.min(firstAskedAt, performance.now())
  })
  const all = new Promise<void>((resolve) => {
    page.on('response', (response) => {
      if (!response.ok()) return
      for (let sales = salesIn(response.request()); sales > 0; sales--) answered.push(performance.now())
      if (answered.length >= queued) resolve()
    })
  })
  const backAt = performance.now()
  await context.setOffline(false)
  await all
  const seconds = (answered.at(-1)! - firstAskedAt) / 1000
  if (!Number.isFinite(seconds)) throw new Error('nobody saw what waited go out')
  printTable(
    'What waited goes out',
    ['sales', 'first asked after ms', 'seconds', 'sales a second'],
    [[queued, (firstAskedAt - backAt).toFixed(0), seconds.toFixed(2), (queued / seconds).toFixed(0)]],
  )
  console.log('Aim: over 50 a second.')
}

/** Number of sales in this request. */
function salesIn(request: Request): number {
  if (request.method() !== 'POST') return 0
  if (request.url().endsWith('/sales')) return 1
  return request.url().endsWith('/sales/several') ? (request.postDataJSON() as { sales: unknown[] }).sales.length : 0
}

/**
 * Another till sells 50 products in one sale, several times. Measures from the answer with the change until every
 * window here shows the new stock of one product.
 */
async function changeInAllWindows(
  page: Page,
  newPage: () => Promise<Page>,
  elsewhere: Page,
  url: string,
): Promise<void> {
  await signInTerminal(elsewhere, url)
  await unlock(elsewhere)
  await waitForProducts(elsewhere)
  const pages = [page, await newPage(), await newPage()]
  const times: number[] = []
  for (let from = 1_000; times.length < changes; from += changed) {
    const shown = products.find(({ codes: [code] }) => code === codes[from])!
    for (const each of pages) {
      await each.goto(`${url}/kiosk/vente`)
      await each.bringToFront()
      await waitForProducts(each)
      await watchShown(each, shown.label)
    }
    await elsewhere.bringToFront()
    await sellTogether(elsewhere, codes.slice(from, from + changed))
    times.push(await shownAfterAnswer(pages))
  }
  const { p50, max } = percentilesOf(times)
  printTable(
    `A change of ${changed} products, from the answer to the last window`,
    ['windows', 'changes', 'p50 ms', 'max ms'],
    [[pages.length, changes, p50.toFixed(0), max.toFixed(0)]],
  )
  console.log('Aim: under 100 ms.')
}
