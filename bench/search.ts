/**
 * `npm run bench:search`: from a key to the result on the screen in the real kiosk with 52,000 products, beside the floor of a bare page in the same
 * browser; and the search index alone, in Node. `-- --index` measures the index only.
 */
import { chromium, type Browser } from '@playwright/test'
import { buildWindows } from '#server/start/windows.ts'
import { chromiumArgs, ensureChromium } from '../e2e/chromium.ts'
import { openBarePage } from './support/bare-page.ts'
import { openBenchShop } from './support/bench-shop.ts'
import { catalogue } from './support/catalogue.ts'
import { ifInterrupted } from './support/if-interrupted.ts'
import { measureIndexAlone } from './support/index-alone.ts'
import { openSearch, signInTerminal, unlock, waitForProducts } from './support/kiosk-page.ts'
import type { KeyTimes, TypedField } from './support/painted-keys.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'
import { typedQueries } from './support/typed-queries.ts'

const keyCount = 120
const turns = 3
const { source, products } = catalogue(52_000)

async function measureKiosk(): Promise<void> {
  console.log('\nbuilding the windows and stocking the shop…')
  await buildWindows()
  const shop = await openBenchShop(products)
  try {
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs, handleSIGINT: false, handleSIGTERM: false })
    browser.once('disconnected', ifInterrupted(() => browser.close()))
    try {
      await measureIn(browser, shop.url)
    } finally {
      await browser.close()
    }
  } finally {
    await shop.stop()
  }
}

/** Both pages by turns, so that what else the machine does weighs on both. */
async function measureIn(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const bare = await openBarePage(await context.newPage())
  const page = await context.newPage()
  await signInTerminal(page, url)
  await unlock(page)
  console.log(`the list of ${products.length.toLocaleString('en')} products was searched ${((await waitForProducts(page)) / 1000).toFixed(1)} s after the first unlock`)
  const kiosk = await openSearch(page)

  const texts = textsOf(keyCount)
  // once unmeasured, a few: a counter has been at work since the morning
  for (const field of [bare, kiosk]) await typeAll(field, texts.slice(0, 4))
  const measured: { bare: KeyTimes[][]; kiosk: KeyTimes[][] } = { bare: [], kiosk: [] }
  for (let turn = 0; turn < turns; turn++) {
    measured.bare.push(await typeAll(bare, texts))
    measured.kiosk.push(await typeAll(kiosk, texts))
  }
  print(measured)
}

async function typeAll(field: TypedField, texts: readonly string[]): Promise<KeyTimes[]> {
  await field.show()
  const keys: KeyTimes[] = []
  for (const text of texts) keys.push(...(await field.type(text)))
  return keys
}

/** Whole queries until they have so many keys. */
function textsOf(keys: number): string[] {
  let typed = 0
  return typedQueries(products, keys).map(({ text }) => text).filter((text) => (typed += text.length) <= keys)
}

function print(measured: { bare: KeyTimes[][]; kiosk: KeyTimes[][] }): void {
  const everyKey = (of: KeyTimes[][], until: keyof KeyTimes): number[] => of.flat().flatMap((key) => key[until] ?? [])
  const medianKeys = (of: KeyTimes[][], until: keyof KeyTimes): number[] => of[0]!.flatMap((key, at) => (key[until] === null ? [] : percentilesOf(of.flatMap((turn) => turn[at]?.[until] ?? [])).p50))
  const part = (title: string, keysOf: typeof everyKey, until: keyof KeyTimes): void => {
    const [floor, ours] = [percentilesOf(keysOf(measured.bare, until)), percentilesOf(keysOf(measured.kiosk, until))]
    const rowOf = (name: string, { count, p50, p95, p99, max }: typeof floor) => [name, count, ...[p50, p95, p99, max].map((ms) => ms.toFixed(1))]
    printTable(title, ['page', 'keys', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'], [
      rowOf('bare page, one row appended', floor),
      rowOf('kiosk, search of 52,000', ours),
      ['ratio', '', ...(['p50', 'p95', 'p99', 'max'] as const).map((at) => (ours[at] / floor[at]).toFixed(2))],
    ])
  }
  part('From key to result on the screen (the frame after it begins), in Chromium', everyKey, 'shown')
  part(`The same, each key at its median of ${turns} turns: what other programs of this machine take away falls out`, medianKeys, 'shown')
  part('From key until the page has rendered the result, each key at its median', medianKeys, 'rendered')
  console.log('Aim: on the screen, p95 within 1.5 times the floor.')
}

console.log(`52,000 products: ${source}`)
measureIndexAlone(products, typedQueries(products, 1000))
if (!process.argv.includes('--index')) await measureKiosk()
