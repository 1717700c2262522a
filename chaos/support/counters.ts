import type { BrowserContext, Page } from '@playwright/test'
import type { Browser } from './browser.ts'
import type { Chance } from './chance.ts'
import { counterOf, type Counter } from './counter-window.ts'
import type { Notebook } from './notebook.ts'
import { askClocks, playClock } from './played-clock.ts'
import { watchDisk } from './disk-watch.ts'
import { within } from './within.ts'

/** A moment during a closing at which the browser may be killed. */
export type ClosingStep = 'before the touch' | 'with the touch' | 'a moment after the touch' | 'when it is shown'

export type Counters = {
  /** Sells in all windows until told to stop. */
  sell(): Promise<void>
  stopSelling(): Promise<void>
  /** Starts the browser over its profile; windows open by themselves, after `before`. */
  startBrowser(before?: (context: BrowserContext) => Promise<void>): Promise<void>
  killBrowser(): Promise<void>
  /** Kills the browser at this step of the next closing in any window; resolves when it is dead. */
  killAt(step: ClosingStep): Promise<void>
  /** Open windows by number. */
  pages(): Map<number, Page>
  /** Opens every window that is not open, and leaves all at the counter. */
  openAll(): Promise<void>
  /** Returns whether every window that could be asked reports the new clock. */
  playClock(aheadMs: number): Promise<boolean>
  /** When a sale was last shown (milliseconds of the clock). */
  lastShownAt(): number
  recoveries(): number
}

type Sellers = {
  browser: Browser
  notebook: Notebook
  chance: Chance
  url: string
  windows: number
  shelf: readonly string[]
}

/** Generous for a slow machine; a window that is gone never answers. */
const openLimitMs = 90_000
const saleLimitMs = 60_000

export function openCounters({ browser, notebook, chance, url, windows, shelf }: Sellers): Counters {
  const open = new Map<number, { counter: Counter; generation: number; isCrashed: boolean }>()
  const stopped = { isTrue: false }
  let selling: Promise<unknown> = Promise.resolve()
  let aheadMs = 0
  let lastShownAt = Date.now()
  let recoveries = 0
  let armed: { step: ClosingStep; fire: () => Promise<void> } | undefined
  let typing: Promise<unknown> = Promise.resolve()
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const start = (): Promise<T> => within(openLimitMs, work())
    const mine = typing.then(start, start)
    typing = mine.catch(() => undefined)
    return mine
  }

  const isStanding = (window: number): boolean => {
    const mine = open.get(window)
    return (
      mine !== undefined && !mine.isCrashed && mine.generation === browser.generation && !mine.counter.page.isClosed()
    )
  }
  /** The window at its counter, reopened if necessary. */
  const counterAt = async (window: number): Promise<Counter | undefined> => {
    const { context, generation } = browser
    if (!context) return undefined
    if (isStanding(window)) return open.get(window)!.counter
    const former = open.get(window)
    if (former && former.generation === generation) await leave(former.counter.page)
    const page = await within(openLimitMs, context.newPage())
    page.setDefaultTimeout(30_000)
    const mine = { counter: counterOf(page), generation, isCrashed: false }
    page.once('crash', () => void (mine.isCrashed = true))
    try {
      await within(openLimitMs * windows, mine.counter.open(url, alone))
    } catch (error) {
      await leave(page)
      throw error
    }
    open.set(window, mine)
    return mine.counter
  }
  const isKilledAt = async (step: ClosingStep): Promise<boolean> => {
    if (armed?.step !== step) return false
    const { fire } = armed
    armed = undefined
    await fire()
    return true
  }

  const sellOnce = async (window: number, counter: Counter): Promise<void> => {
    const { identifier, total } = await counter.prepare(chance.oneOf(shelf))
    if (await isKilledAt('before the touch')) return
    notebook.ending(identifier, total, window, Date.now() + aheadMs)
    const touching = counter.touchEnd()
    touching.catch(() => undefined)
    if (await isKilledAt('with the touch')) return
    await touching
    if (armed?.step === 'a moment after the touch') {
      await pause(chance.between(0, 80))
      if (await isKilledAt('a moment after the touch')) return
    }
    // Another window was faster: this one has moved on to its next sale.
    if (!(await counter.seesEnded(identifier))) return
    notebook.shown(identifier, window, Date.now() + aheadMs)
    lastShownAt = Date.now()
    if (await isKilledAt('when it is shown')) return
    const number = await counter.number(identifier)
    if (number !== null) notebook.numbered(identifier, number)
  }

  const workAt = async (window: number): Promise<void> => {
    while (!stopped.isTrue) {
      try {
        const counter = await counterAt(window)
        if (counter) await within(saleLimitMs, sellOnce(window, counter))
        else await pause(100)
      } catch (error) {
        if (stopped.isTrue) return
        recoveries++
        notebook.tell(`window ${window}: begins again (${reasonOf(error)})`)
        const mine = open.get(window)
        open.delete(window)
        if (mine && mine.generation === browser.generation) await leave(mine.counter.page)
        await pause(200)
      }
    }
  }

  const counters: Counters = {
    sell() {
      stopped.isTrue = false
      selling = Promise.all(Array.from({ length: windows }, (_, window) => workAt(window)))
      return selling.then(() => undefined)
    },
    async stopSelling() {
      stopped.isTrue = true
      await selling
    },
    startBrowser: (before) =>
      browser.start(async (context) => {
        await watchDisk(context, notebook)
        if (aheadMs !== 0) await playClock(context, aheadMs)
        await before?.(context)
      }),
    async killBrowser() {
      armed = undefined
      await browser.kill()
    },
    killAt: (step) =>
      new Promise((done) => {
        const fire = (): Promise<void> => browser.kill().then(done)
        armed = { step, fire }
      }),
    pages: () =>
      new Map(
        [...open].filter(([window]) => isStanding(window)).map(([window, { counter }]) => [window, counter.page]),
      ),
    async openAll() {
      for (let window = 0; window < windows; window++) {
        for (let attempt = 1; !isStanding(window); attempt++) {
          if (!browser.context) throw new Error('no browser is open')
          await counterAt(window).catch(async (error: unknown) => {
            if (attempt >= 5) throw error
            await pause(500)
          })
        }
      }
    },
    async playClock(ahead) {
      aheadMs = ahead
      if (!browser.context) return false
      await playClock(browser.context, ahead)
      // A window that was loading may have started before it got the new clock.
      const { right, wrong } = await askClocks(browser.context, ahead)
      notebook.tell(
        `${right} windows are ${ahead / 60_000} minutes ahead${wrong.length > 0 ? `, and others ${wrong.join(', ')}` : ''}`,
      )
      return right > 0 && wrong.length === 0
    },
    lastShownAt: () => lastShownAt,
    recoveries: () => recoveries,
  }
  return counters
}

/** Closes a window, whatever its state. */
async function leave(page: Page): Promise<void> {
  await within(3_000, page.close()).catch(() => undefined)
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 2).join(' ')
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
