import type { Page } from '@playwright/test'
import { kioskScreens, signInTerminal, unlock, waitForProducts } from './kiosk-page.ts'
import { percentilesOf } from './percentiles.ts'
import { printTable } from './print-table.ts'

declare global {
  interface Window {
    officineLongTasks?: { at: number; ms: number }[]
  }
}

const turns = 3
const quietMs = 2_000
/** As the browser defines it. */
const longMs = 50
const aims = { firstMs: 5_000, reloadMs: 1_000 }

type Opening = {
  counter: number
  searched: number
  quiet: number
  cpu: number
  tasks: number[]
  calls: number[]
  listMb: number
}

/**
 * Opens the kiosk on new terminals and reloads it: until the counter shows, until a search finds a product, and until
 * the main thread and the network are quiet. Also the long tasks meanwhile, and the calls of the screen beside the pages of the lists.
 */
export async function openTerminals(elsewhere: () => Promise<Page>, url: string): Promise<void> {
  const first: Opening[] = []
  const again: Opening[] = []
  for (let turn = 0; turn < turns; turn++) {
    const page = await elsewhere()
    await noteLongTasks(page)
    await signInTerminal(page, url)
    await page.evaluate(() => {
      window.officineLongTasks = []
      performance.clearResourceTimings()
    })
    first.push(await openingOf(page, () => unlock(page)))
    again.push(
      await openingOf(page, async () => {
        await page.goto(`${url}/kiosk/vente`)
        await page.locator(kioskScreens.counter).or(page.locator(kioskScreens.lock)).first().waitFor()
        if (!(await page.locator(kioskScreens.counter).isVisible())) await unlock(page)
      }),
    )
    await page.context().browser()?.close()
  }
  printTable(
    'Opening of the kiosk, medians in ms from the PIN or the address',
    [
      'terminal',
      'counter',
      'found',
      'quiet',
      'processor',
      'tasks > 50',
      'longest',
      'all long',
      'calls p50',
      'max',
      'lists MB',
    ],
    [rowOf('new', first), rowOf('known, loaded again', again)],
  )
  console.log(
    `Aims: found under ${aims.firstMs} ms on a new terminal and ${aims.reloadMs} ms on a known one; no task over ${longMs} ms. Calls: those that are not a page of a list.`,
  )
}

function rowOf(name: string, openings: readonly Opening[]): (string | number)[] {
  const median = (of: (opening: Opening) => number) => percentilesOf(openings.map(of)).p50
  return [
    name,
    ...[
      median(({ counter }) => counter),
      median(({ searched }) => searched),
      median(({ quiet }) => quiet),
      median(({ cpu }) => cpu),
      median(({ tasks }) => tasks.length),
      median(({ tasks }) => Math.max(0, ...tasks)),
      median(({ tasks }) => tasks.reduce((sum, ms) => sum + ms, 0)),
      median(({ calls }) => (calls.length === 0 ? 0 : percentilesOf(calls).p50)),
      median(({ calls }) => Math.max(0, ...calls)),
    ].map((each) => each.toFixed(0)),
    median(({ listMb }) => listMb).toFixed(1),
  ]
}

async function openingOf(page: Page, open: () => Promise<void>): Promise<Opening> {
  const browser = await page.context().newCDPSession(page)
  // The time of the processor, whatever else runs on the machine.
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
  const startedAt = performance.now()
  await open()
  const counter = performance.now() - startedAt
  await waitForProducts(page)
  const searched = performance.now() - startedAt
  const quiet = await untilQuiet(page, startedAt)
  const { metrics } = await browser.send('Performance.getMetrics')
  const cpu = metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  await browser.detach()
  return { counter, searched, quiet, cpu, ...(await seenBy(page)) }
}

async function noteLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.officineLongTasks = []
    performance.setResourceTimingBufferSize(5_000)
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        window.officineLongTasks!.push({ at: startTime, ms: duration })
    }).observe({ type: 'longtask', buffered: true })
  })
}

/** Waits until neither a long task nor an answer came for `quietMs`; the ms from `startedAt` to the last of them. */
async function untilQuiet(page: Page, startedAt: number): Promise<number> {
  for (;;) {
    const sinceLast = await page.evaluate(() => {
      const tasks = window.officineLongTasks!.map(({ at, ms }) => at + ms)
      const answers = performance
        .getEntriesByType('resource')
        .map((each) => (each as PerformanceResourceTiming).responseEnd)
      return performance.now() - Math.max(0, ...tasks, ...answers)
    })
    if (sinceLast > quietMs) return performance.now() - startedAt - sinceLast
    await page.waitForTimeout(100)
  }
}

async function seenBy(page: Page): Promise<Pick<Opening, 'tasks' | 'calls' | 'listMb'>> {
  const { tasks, answers } = await page.evaluate(() => ({
    tasks: window.officineLongTasks!.map(({ ms }) => ms),
    answers: performance.getEntriesByType('resource').map((each) => {
      const { name, duration, decodedBodySize } = each as PerformanceResourceTiming
      return { name, duration, decodedBodySize }
    }),
  }))
  const asked = answers.filter(({ name }) => name.includes('/api/') && !name.includes('/hints'))
  const pages = asked.filter(({ name }) => name.includes('cursor='))
  return {
    tasks,
    calls: asked.filter((each) => !pages.includes(each)).map(({ duration }) => duration),
    listMb: pages.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0) / 1_000_000,
  }
}
