import type { CDPSession, Page } from '@playwright/test'
import type { Browser } from './browser.ts'
import type { Chance } from './chance.ts'
import { pause, type ClosingStep, type Counters } from './counters.ts'
import type { Notebook } from './notebook.ts'
import type { Network, Proxy, SendingFault, SendingStep } from './proxy.ts'
import type { Shop } from './shop.ts'
import { within } from './within.ts'

export type World = { chance: Chance; shop: Shop; proxy: Proxy; browser: Browser; counters: Counters; notebook: Notebook }
/** What may be broken at the same time: one accident of each. */
type Lane = 'shop' | 'network' | 'browser' | 'window' | 'sending' | 'clock'
export type Accident = { name: string; lane: Lane; weight: number; befall(world: World): Promise<void> }

const sendingFaults: readonly SendingFault[] = ['answer dropped', 'answer cut in half', 'answer turned into 502', 'request lost', 'request delayed', 'request doubled', 'request doubled late', 'request overtaken by its retry']
const closingSteps: readonly ClosingStep[] = ['before the touch', 'with the touch', 'a moment after the touch', 'when it is shown']
const sendingSteps: readonly SendingStep[] = ['asked', 'answered', 'told']
/** A step that never comes (no network, nobody sells) is not waited for. */
const stepLimitMs = 15_000
const windowLimitMs = 20_000

const killed = (name: string, weight: number, kill: (world: World) => Promise<void>): Accident => ({
  name: `browser killed ${name}`,
  lane: 'browser',
  weight,
  async befall(world) {
    await Promise.race([kill(world), pause(stepLimitMs)])
    await world.counters.killBrowser()
    await pause(world.chance.between(0, 1_500))
    await world.counters.startBrowser()
  },
})

const killedAtSending = (step: SendingStep, isPassed: boolean): Accident =>
  killed(`when the request was ${step}${step === 'told' ? '' : isPassed ? ' and passed on' : ' and stopped'}`, 2, ({ proxy, browser }) =>
    new Promise<void>((done) => {
      const callOff = proxy.atNext(step, async () => {
        await browser.kill()
        done()
        return isPassed ? 'go on' : 'stop'
      })
      void pause(stepLimitMs).then(callOff)
    }))

const weather = (network: Network, weight: number): Accident => ({
  name: `network ${network}`,
  lane: 'network',
  weight,
  async befall({ chance, proxy, counters, notebook }) {
    proxy.setNetwork(network)
    const lasts = chance.between(2_000, 10_000)
    // Minutes of the outage are played: the clock jumps while it lasts.
    if (chance.isTrue(0.4)) await moveClock(counters, notebook, chance.between(1, 40))
    await pause(lasts)
    proxy.setNetwork('whole')
  },
})

let aheadMinutes = 0
async function moveClock(counters: Counters, notebook: Notebook, minutes: number): Promise<void> {
  // Within the day or so that lots and identity allow.
  aheadMinutes = Math.max(-180, Math.min(600, aheadMinutes + minutes))
  notebook.tell(`the clock is ${aheadMinutes} minutes ahead`)
  await counters.playClock(aheadMinutes * 60_000)
}

async function inWindow(world: World, work: (page: Page, devtools: CDPSession, window: number) => Promise<void>, choose?: (pages: Map<number, Page>) => Promise<number | undefined>): Promise<void> {
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
      page.evaluate(() =>
        navigator.locks.request(`chaos:${Math.random()}`, async (mine) => {
          const { held = [] } = await navigator.locks.query()
          const me = held.find((lock) => lock.name === mine?.name)?.clientId
          return held.some((lock) => lock.name === 'leader' && lock.clientId === me)
        }),
      ).catch(() => false),
      pause(3_000).then(() => false),
    ])
    if (leads) return window
  }
  return undefined
}

async function frozen({ chance }: World, devtools: CDPSession): Promise<void> {
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await pause(chance.between(2_000, 9_000))
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
}

/** All that may befall a shop, each with its weight. */
export function accidentsOf(database: 'pglite' | 'postgresql'): Accident[] {
  return [
    ...closingSteps.map((step) => killed(step, 2, ({ counters }) => counters.killAt(step))),
    ...sendingSteps.flatMap((step) => (step === 'told' ? [killedAtSending(step, true)] : [killedAtSending(step, true), killedAtSending(step, false)])),
    killed('at any moment', 2, ({ chance }) => pause(chance.between(0, 1_000))),
    {
      name: 'server killed', lane: 'shop', weight: 9,
      async befall({ shop, chance }) {
        await shop.kill()
        await pause(chance.between(0, 4_000))
        await shop.start()
      },
    },
    {
      name: 'server killed between commit and answer', lane: 'shop', weight: 5,
      async befall({ shop, proxy }) {
        await Promise.race([
          new Promise<void>((done) => {
            const callOff = proxy.atNext('answered', async () => {
              await shop.kill()
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
      name: 'database thrown away, journal replayed', lane: 'shop', weight: database === 'pglite' ? 5 : 0,
      async befall({ shop }) {
        await shop.kill()
        shop.throwDatabaseAway()
        await shop.start()
      },
    },
    weather('cut', 8),
    weather('hanging', 4),
    weather('lossy', 6),
    ...sendingFaults.map((fault): Accident => ({
      name: fault, lane: 'sending', weight: 4,
      befall({ proxy, chance }) {
        proxy.queueFaults(...Array.from({ length: chance.between(1, 3) }, () => fault))
        return Promise.resolve()
      },
    })),
    { name: 'clock moved', lane: 'clock', weight: 5, befall: ({ counters, notebook, chance }) => moveClock(counters, notebook, chance.between(-120, 120)) },
    { name: 'window crashed', lane: 'window', weight: 5, befall: (world) => inWindow(world, async (_, devtools) => void devtools.send('Page.crash').catch(() => undefined)) },
    { name: 'leader crashed', lane: 'window', weight: 3, befall: (world) => inWindow(world, async (_, devtools) => void devtools.send('Page.crash').catch(() => undefined), leaderOf) },
    { name: 'leader frozen', lane: 'window', weight: 4, befall: (world) => inWindow(world, (_, devtools) => frozen(world, devtools), leaderOf) },
    { name: 'window frozen', lane: 'window', weight: 3, befall: (world) => inWindow(world, (_, devtools) => frozen(world, devtools)) },
    { name: 'window closed', lane: 'window', weight: 3, befall: (world) => inWindow(world, (page) => page.close()) },
    { name: 'window reloaded', lane: 'window', weight: 3, befall: (world) => inWindow(world, async (page) => void (await page.reload({ timeout: 15_000 }).catch(() => undefined))) },
    {
      name: 'return from sleep', lane: 'window', weight: 2,
      befall: (world) => inWindow(world, (page) => page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))),
    },
    {
      name: 'storage filled', lane: 'browser', weight: 4,
      // A running Chromium goes on with the room that it counted before: only one that starts looks anew.
      async befall({ chance, counters, proxy }) {
        await counters.killBrowser()
        await counters.startBrowser(async (context) => {
          const devtools = await context.newCDPSession(context.pages()[0]!)
          await devtools.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize: 1 })
          void pause(chance.between(4_000, 10_000)).then(() => devtools.send('Storage.overrideQuotaForOrigin', { origin: proxy.url }).catch(() => undefined))
        })
      },
    },
  ]
}
