import type { BrowserContext } from '@playwright/test'

declare global {
  interface Window {
    /** Milliseconds that the clock of this machine is played ahead (or behind). */
    officineClock?: { aheadMs: number }
  }
}

/** Every window opened from now on sees the clock so far ahead, and those that stand open at once. */
export async function playClock(context: BrowserContext, aheadMs: number): Promise<void> {
  await context.addInitScript(install, aheadMs)
  await Promise.all(context.pages().map((page) => page.evaluate(install, aheadMs).catch(() => undefined)))
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
