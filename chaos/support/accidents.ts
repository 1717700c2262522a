import type { CDPSession, Page } from '@playwright/test'
import type { Browser } from './browser.ts'
import type { Chance } from './chance.ts'
import { pause, type ClosingStep, type Counters } from './counters.ts'
import type { Notebook } from './notebook.ts'
import { copiedSales, loseDatabases } from './profile.ts'
import type { Network, Proxy, SendingFault, SendingStep } from './proxy.ts'
import type { Shop } from './shop.ts'
import { within } from './within.ts'

declare global {
  interface Window {
    officineBeat?: ReturnType<typeof setInterval>
    officineBeats?: number
  }
}

export type World = {
  chance: Chance
  shop: Shop
  proxy: Proxy
  browser: Browser
  counters: Counters
  notebook: Notebook
}
/** Accidents of different lanes may overlap; two of the same lane may not. */
type Lane = 'shop' | 'network' | 'browser' | 'window' | 'sending' | 'clock'
/**
 * `took`: called when the accident is seen to have an effect; an accident without effect proves nothing. `isFirst`:
 * runs before the others, so that the shortest run includes it.
 */
export type Accident = {
  name: string
  lane: Lane
  weight: number
  isFirst?: boolean
  befall(world: World, took: () => void): Promise<void>
}

const sendingFaults: readonly SendingFault[] = [
  'answer dropped',
  'answer cut in half',
  'answer turned into 502',
  'request lost',
  'request delayed',
  'request doubled',
  'request doubled late',
  'request overtaken by its retry',
]
const closingSteps: readonly ClosingStep[] = [
  'before the touch',
  'with the touch',
  'a moment after the touch',
  'when it is shown',
]
const sendingSteps: readonly SendingStep[] = ['asked', 'answered', 'told']
/** Limit for a step that may never come (no network, nobody sells). */
const stepLimitMs = 15_000
const windowLimitMs = 20_000
/** How long a server goes on selling after its copy was taken, when few sales come. */
const sellingLimitMs = 30_000
/** How long it takes a terminal that lost everything to sign in, read its lists and sell, on a busy machine. */
const signInLimitMs = 60_000

const killed = (name: string, weight: number, kill: (world: World) => Promise<void>): Accident => ({
  name: `browser killed ${name}`,
  lane: 'browser',
  weight,
  async befall(world, took) {
    if (await Promise.race([kill(world).then(() => true), pause(stepLimitMs)])) took()
    await world.counters.killBrowser()
    await pause(world.chance.between(0, 1_500))
    await world.counters.startBrowser()
  },
})

const killedAtSending = (step: SendingStep, isPassed: boolean): Accident =>
  killed(
    `when the request was ${step}${step === 'told' ? '' : isPassed ? ' and passed on' : ' and stopped'}`,
    2,
    ({ proxy, browser }) =>
      new Promise<void>((done) => {
        const callOff = proxy.atNext(step, async () => {
          await browser.kill()
          done()
          return isPassed ? 'go on' : 'stop'
        })
        void pause(stepLimitMs).then(callOff)
      }),
  )

/** Kills the browser while a sale waits to be sent: only this terminal has it. */
function killedBeforeSending({ proxy, counters }: World): Promise<void> {
  const onTheWay = new Promise<void>((done) => {
    const callOff = proxy.atNext('asked', async () => {
      await counters.killBrowser()
      done()
      return 'stop'
    })
    void pause(stepLimitMs).then(callOff).then(done)
  })
  return onTheWay.then(() => counters.killBrowser())
}

const weather = (network: Network, weight: number): Accident => ({
  name: `network ${network}`,
  lane: 'network',
  weight,
  async befall({ chance, proxy, counters, notebook }, took) {
    const spoiledBefore = proxy.spoiled()
    proxy.setNetwork(network)
    const lasts = chance.between(2_000, 10_000)
    // The clock jumps during the outage, to simulate minutes.
    if (chance.isTrue(0.4)) await moveClock(counters, notebook, chance.between(1, 40))
    await pause(lasts)
    proxy.setNetwork('whole')
    if (proxy.spoiled() > spoiledBefore) took()
  },
})

let aheadMinutes = 0
async function moveClock(counters: Counters, notebook: Notebook, minutes: number): Promise<boolean> {
  // Within the day or so that lots and identity allow.
  aheadMinutes = Math.max(-180, Math.min(600, aheadMinutes + minutes))
  notebook.tell(`the clock is ${aheadMinutes} minutes ahead`)
  notebook.clockMoved()
  const isMoved = await counters.playClock(aheadMinutes * 60_000)
  notebook.clockMoved()
  return isMoved
}

async function inWindow(
  world: World,
  work: (page: Page, devtools: CDPSession, window: number) => Promise<void>,
  choose?: (pages: Map<number, Page>) => Promise<number | undefined>,
): Promise<void> {
  const pages = world.counters.pages()
  const window = (await choose?.(pages)) ?? (pages.size > 0 ? world.chance.oneOf([...pages.keys()]) : undefined)
  const page = window === undefined ? undefined : pages.get(window)
  if (!page || window === undefined) return
  const devtools = await within(windowLimitMs, page.context().newCDPSession(page))
  await within(windowLimitMs, work(page, devtools, window))
  devtools.detach().catch(() => undefined)
}

/** The window that holds the leader's lock. */
async function leaderOf(pages: Map<number, Page>): Promise<number | undefined> {
  for (const [window, page] of pages) {
    const leads = await Promise.race([
      page
        .evaluate(() =>
          navigator.locks.request(`chaos:${Math.random()}`, async (mine) => {
            const { held = [] } = await navigator.locks.query()
            const me = held.find((lock) => lock.name === mine?.name)?.clientId
            return held.some((lock) => lock.name === 'leader' && lock.clientId === me)
          }),
        )
        .catch(() => false),
      pause(3_000).then(() => false),
    ])
    if (leads) return window
  }
  return undefined
}

async function frozen({ chance }: World, page: Page, devtools: CDPSession, took: () => void): Promise<void> {
  // A timer of the window itself: it stops when the window is frozen.
  await page.evaluate(
    () => void (window.officineBeat = setInterval(() => (window.officineBeats = (window.officineBeats ?? 0) + 1), 100)),
  )
  // The debugger halts the window with all that it holds; Chromium 150 does not freeze a shown window by its lifecycle.
  await devtools.send('Debugger.enable')
  await devtools.send('Debugger.pause')
  const lastsMs = chance.between(2_000, 9_000)
  await pause(lastsMs)
  await devtools.send('Debugger.disable')
  const beats = await page.evaluate(() => {
    clearInterval(window.officineBeat)
    const counted = window.officineBeats ?? 0
    window.officineBeats = 0
    return counted
  })
  if (beats < lastsMs / 200) took()
}

async function crashed(page: Page, devtools: CDPSession, took: () => void): Promise<void> {
  const gone = page.waitForEvent('crash', { timeout: windowLimitMs }).then(took, () => undefined)
  devtools.send('Page.crash').catch(() => undefined)
  await gone
}

/** All accidents, each with its weight. */
export function accidentsOf(canFill: boolean): Accident[] {
  return [
    ...closingSteps.map((step) => killed(step, 2, ({ counters }) => counters.killAt(step))),
    ...sendingSteps.flatMap((step) =>
      step === 'told' ? [killedAtSending(step, true)] : [killedAtSending(step, true), killedAtSending(step, false)],
    ),
    killed('at any moment', 2, ({ chance }) => pause(chance.between(0, 1_000))),
    {
      name: 'databases of the browser lost, its second copy gives back',
      lane: 'browser',
      weight: 3,
      isFirst: true,
      async befall(world, took) {
        const { browser, counters, notebook } = world
        await killedBeforeSending(world)
        const copied = copiedSales(browser.disk.directory)
        const has = new Set(copied.map(({ identifier }) => identifier))
        const lacks = [...notebook.sales.values()].filter(
          ({ shownAt, identifier }) => shownAt !== null && !has.has(identifier),
        )
        const waiting = copied.filter(({ isWaiting }) => isWaiting).length
        notebook.tell(
          `the second copy has ${has.size} ended sales, of which ${waiting} wait, and lacks ${lacks.length} of those shown`,
        )
        // A receipt waits for the second copy only for a moment. When the copy lags behind, it must not be the only one
        // left.
        if (lacks.length === 0) {
          loseDatabases(browser.disk.directory)
          if (waiting > 0) took()
        }
        await counters.startBrowser()
        // Keep the sign-in undisturbed until somebody sells again.
        const before = notebook.shownCount()
        const until = Date.now() + signInLimitMs
        while (notebook.shownCount() === before && Date.now() < until) await pause(50)
      },
    },
    {
      name: 'server killed',
      lane: 'shop',
      weight: 9,
      async befall({ shop, chance }, took) {
        await shop.kill()
        took()
        await pause(chance.between(0, 4_000))
        await shop.start()
      },
    },
    {
      name: 'database killed',
      lane: 'shop',
      weight: 6,
      async befall({ shop, chance }, took) {
        await shop.killDatabase()
        took()
        await pause(chance.between(0, 4_000))
      },
    },
    {
      name: 'server and database killed',
      lane: 'shop',
      weight: 4,
      isFirst: true,
      async befall({ shop, chance }, took) {
        await Promise.all([shop.kill(), shop.killDatabase()])
        took()
        await pause(chance.between(0, 4_000))
        await shop.start()
      },
    },
    {
      name: 'server killed between commit and answer',
      lane: 'shop',
      weight: 5,
      async befall({ shop, proxy }, took) {
        await Promise.race([
          new Promise<void>((done) => {
            const callOff = proxy.atNext('answered', async () => {
              await shop.kill()
              took()
              done()
              return 'stop'
            })
            void pause(stepLimitMs).then(callOff)
          }),
          pause(stepLimitMs),
        ])
        await shop.kill()
        await shop.start()
      },
    },
    {
      name: 'database thrown away, terminals give back',
      lane: 'shop',
      weight: 5,
      isFirst: true,
      async befall({ shop, notebook }, took) {
        const before = await shop.identifiers().catch(() => [])
        await shop.kill()
        await shop.throwDatabaseAway()
        notebook.serverWentBack()
        await shop.start()
        notebook.tell(`${before.length} sales were there, and ${(await shop.identifiers()).length} are`)
        if (before.length > shop.soldBefore) took()
      },
    },
    {
      name: 'older backup restored, terminals give back',
      lane: 'shop',
      weight: 4,
      isFirst: true,
      async befall({ shop, notebook, chance }, took) {
        // Sometimes an old backup; otherwise only the last sales are lost.
        if (!shop.hasBackup() || chance.isTrue(0.5)) {
          await shop.kill()
          await shop.backUp()
          await shop.start()
          const enough = notebook.shownCount() + chance.between(2, 12)
          const until = Date.now() + sellingLimitMs
          while (notebook.shownCount() < enough && Date.now() < until) await pause(50)
        }
        const before = await shop.identifiers().catch(() => [])
        await shop.kill()
        await shop.restoreBackup()
        notebook.serverWentBack()
        await shop.start()
        const left = new Set(await shop.identifiers())
        const lost = before.filter((identifier) => !left.has(identifier)).length
        notebook.tell(`the backup lacks ${lost} of ${before.length} sales`)
        if (lost > 0) took()
      },
    },
    weather('cut', 8),
    weather('hanging', 4),
    weather('lossy', 6),
    ...sendingFaults.map((fault): Accident => ({
      name: fault,
      lane: 'sending',
      weight: 4,
      befall({ proxy, chance }, took) {
        proxy.queueFaults(took, ...Array.from({ length: chance.between(1, 3) }, () => fault))
        return Promise.resolve()
      },
    })),
    {
      name: 'clock moved',
      lane: 'clock',
      weight: 5,
      befall: async ({ counters, notebook, chance }, took) =>
        (await moveClock(counters, notebook, chance.between(-120, 120))) ? took() : undefined,
    },
    {
      name: 'window crashed',
      lane: 'window',
      weight: 5,
      befall: (world, took) => inWindow(world, (page, devtools) => crashed(page, devtools, took)),
    },
    {
      name: 'leader crashed',
      lane: 'window',
      weight: 3,
      befall: (world, took) => inWindow(world, (page, devtools) => crashed(page, devtools, took), leaderOf),
    },
    {
      name: 'leader frozen',
      lane: 'window',
      weight: 4,
      befall: (world, took) => inWindow(world, (page, devtools) => frozen(world, page, devtools, took), leaderOf),
    },
    {
      name: 'window frozen',
      lane: 'window',
      weight: 3,
      befall: (world, took) => inWindow(world, (page, devtools) => frozen(world, page, devtools, took)),
    },
    {
      name: 'window closed',
      lane: 'window',
      weight: 3,
      befall: (world, took) => inWindow(world, (page) => page.close().then(took)),
    },
    {
      name: 'window reloaded',
      lane: 'window',
      weight: 3,
      befall: (world, took) => inWindow(world, (page) => page.reload({ timeout: 15_000 }).then(took, () => undefined)),
    },
    {
      name: 'return from sleep',
      lane: 'window',
      weight: 2,
      befall: (world, took) =>
        inWindow(world, (page) =>
          page
            .evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
            .then(took),
        ),
    },
    {
      name: 'storage filled',
      lane: 'browser',
      weight: canFill ? 4 : 0,
      isFirst: true,
      async befall({ chance, browser, notebook }, took) {
        const refusedBefore = notebook.refusedCount()
        browser.disk.fill()
        try {
          await pause(chance.between(3_000, 8_000))
        } finally {
          browser.disk.free()
        }
        if (notebook.refusedCount() > refusedBefore) took()
      },
    },
  ]
}
