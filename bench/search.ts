/**
 * `npm run bench:search`: from a key to the painted result in the real kiosk with 52,000 products, beside the floor of a bare page in the same browser;
 * and the search index alone, in Node. `-- --index` measures the index only.
 */
import { chromium, type Browser } from '@playwright/test'
import { buildWindows } from '#server/start/windows.ts'
import { chromiumArgs, ensureChromium } from '../e2e/chromium.ts'
import { measureBarePage } from './support/bare-page.ts'
import { openBenchShop } from './support/bench-shop.ts'
import { catalogue } from './support/catalogue.ts'
import { measureIndexAlone } from './support/index-alone.ts'
import { kioskScreens, signInTerminal, unlock, waitForProducts } from './support/kiosk-page.ts'
import { typeAndMeasure, type PaintedKeys } from './support/painted-keys.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'
import { typedQueries } from './support/typed-queries.ts'

const keyLimit = 300
const { source, products } = catalogue(52_000)

async function measureKiosk(): Promise<void> {
  console.log('\nbuilding the windows and stocking the shop…')
  await buildWindows()
  const shop = await openBenchShop(products)
  try {
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
    try {
      await measureIn(browser, shop.url)
    } finally {
      await browser.close()
    }
  } finally {
    await shop.stop()
  }
}

/** The floor before and after, so that what else the machine does falls on both. */
async function measureIn(browser: Browser, url: string): Promise<void> {
  const texts = textsOf(keyLimit)
  const half = texts.slice(0, Math.ceil(texts.length / 2))
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const bare = async (): Promise<PaintedKeys> => {
    const page = await context.newPage()
    const keys = await measureBarePage(page, half)
    await page.close()
    return keys
  }
  const before = await bare()
  const page = await context.newPage()
  await signInTerminal(page, url)
  await unlock(page)
  console.log(`the list of ${products.length.toLocaleString('en')} products was on the terminal ${((await waitForProducts(page)) / 1000).toFixed(1)} s after the unlock`)
  const kiosk = await typeAndMeasure(page, { texts, results: '[aria-label="Recherche"]', reset: () => page.locator(kioskScreens.counter).press('Escape') })
  await page.close()
  const after = await bare()
  print({ rendered: [...before.rendered, ...after.rendered], shown: [...before.shown, ...after.shown] }, kiosk)
}

/** Queries whole until their keys reach the limit. */
function textsOf(limit: number): string[] {
  let keys = 0
  return typedQueries(products, limit).map(({ text }) => text).filter((text) => (keys += text.length) <= limit)
}

function print(floor: Omit<PaintedKeys, 'unchanged'>, kiosk: PaintedKeys): void {
  for (const [title, until] of [['From key to result on the screen (the frame after it begins), in Chromium', 'shown'], ['Of that, until the page has rendered the result', 'rendered']] as const) {
    const [below, ours] = [percentilesOf(floor[until]), percentilesOf(kiosk[until])]
    const rowOf = (name: string, { count, p50, p95, p99, max }: typeof below) => [name, count, ...[p50, p95, p99, max].map((ms) => ms.toFixed(1))]
    printTable(title, ['page', 'keys', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'], [
      rowOf('bare page, one row appended', below),
      rowOf('kiosk, search of 52,000', ours),
      ['ratio', '', ...(['p50', 'p95', 'p99', 'max'] as const).map((at) => (ours[at] / below[at]).toFixed(2))],
    ])
  }
  console.log(`${kiosk.unchanged} keys of the kiosk changed nothing that can be seen (a space). Aim: on the screen, p95 within 1.5 times the floor.`)
}

console.log(`52,000 products: ${source}`)
measureIndexAlone(products, typedQueries(products, 1000))
if (!process.argv.includes('--index')) await measureKiosk()
