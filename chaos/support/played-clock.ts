import type { BrowserContext } from '@playwright/test'
import { within } from './within.ts'

const answerLimitMs = 5_000

declare global {
  interface Window {
    /** Milliseconds that the clock of this machine is played ahead (or behind). */
    officineClock?: { aheadMs: number }
  }
}

/** Every window opened from now on sees the clock so far ahead, and those that stand open at once. */
export async function playClock(context: BrowserContext, aheadMs: number): Promise<void> {
  await context.addInitScript(install, aheadMs)
  await Promise.all(
    context.pages().map((page) => within(answerLimitMs, page.evaluate(install, aheadMs)).catch(() => undefined)),
  )
}

/** How many windows say that their clock is so far ahead, and which ones say otherwise; one that crashed or froze says nothing. */
export async function askClocks(context: BrowserContext, aheadMs: number): Promise<{ right: number; wrong: string[] }> {
  const said = { right: 0, wrong: new Array<string>() }
  await Promise.all(
    context
      .pages()
      .filter((page) => page.url().startsWith('http'))
      .map(async (page) => {
        const askedAt = Date.now()
        const now = await within(
          answerLimitMs,
          page.evaluate(() => Date.now()),
        ).catch(() => undefined)
        if (now === undefined) return
        if (now >= askedAt + aheadMs - 1_000 && now <= Date.now() + aheadMs + 1_000) said.right++
        else said.wrong.push(`${now - askedAt} ms`)
      }),
  )
  return said
}

/** Runs in the page, without a name given to anything: what runs these sources marks names by a helper that the page does not have. */
function install(aheadMs: number): void {
  if (window.officineClock) {
    window.officineClock.aheadMs = aheadMs
    return
  }
  const clock = (window.officineClock = { aheadMs })
  const Real = Date
  window.Date = class extends Real {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(Real.now() + clock.aheadMs)
      else super(...(given as [number]))
    }
    static override now(): number {
      return Real.now() + clock.aheadMs
    }
  } as DateConstructor
}
