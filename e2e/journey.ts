import { expect, test as base, type BrowserContext } from '@playwright/test'
import { openWindow } from './open-window.ts'
import { BackOffice } from './pages/back-office.ts'
import { Till } from './pages/till.ts'
import { openShopApi, type ShopApi } from './shop-api.ts'

type Journey = {
  /** The counter's window of a browser that was never here. */
  till: Till
  /** A back-office window of the same browser. */
  backOffice: BackOffice
  /** Listens to every window of a further browser. */
  watch: (context: BrowserContext) => BrowserContext
  /** Errors of the console that the journey provokes on purpose: the browser reports each refused or unanswered request. */
  expectErrors: (...patterns: RegExp[]) => void
}

/** A journey fails on what a person would not see: an error in the console or an exception, in any window that it opens. */
export const test = base.extend<Journey, { shop: ShopApi }>({
  shop: [async ({}, give) => give(await openShopApi()), { scope: 'worker' }],

  expectErrors: async ({}, give, info) => {
    await give((...patterns) =>
      info.annotations.push(...patterns.map(({ source }) => ({ type: expectedError, description: source }))),
    )
  },
  watch: async ({}, give, info) => {
    const errors: string[] = []
    const contexts: BrowserContext[] = []
    await give((context) => {
      contexts.push(context)
      cutWhenLoaded(context)
      context.on(
        'console',
        (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
      )
      context.on('weberror', (error) => errors.push(String(error.error())))
      return context
    })
    if (info.status !== info.expectedStatus) await tellPages(contexts)
    const expected = info.annotations.flatMap(({ type, description }) =>
      type === expectedError && description ? [new RegExp(description)] : [],
    )
    expect(
      errors.filter((text) => !expected.some((pattern) => pattern.test(text))),
      'errors in the console',
    ).toEqual([])
  },
  context: async ({ context, watch }, give) => give(watch(context)),

  till: async ({ page }, give) => give(new Till(page)),
  backOffice: async ({ context, till }, give) => {
    // The counter's window is the first one of the browser.
    void till
    await give(new BackOffice(await openWindow(context)))
  },
})

/** The network goes once every counter has all its parts in memory, which it loads in idle time: from then on no screen of it needs a file. */
function cutWhenLoaded(context: BrowserContext): void {
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async (isOffline) => {
    const counters = context.pages().filter((page) => new URL(page.url()).pathname.startsWith('/kiosk/'))
    if (isOffline)
      for (const page of counters) await expect(page.locator('html')).toHaveAttribute('data-parts', 'loaded')
    await setOffline(isOffline)
  }
}

/** Prints what stands in each window of a journey that failed: where journeys run elsewhere, only what they print is kept. */
async function tellPages(contexts: readonly BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const text = await page.innerText('body', { timeout: 2_000 }).catch(String)
    // oxlint-disable-next-line no-console -- the report of the journeys
    console.log(`\n── ${page.url()} ──\n${text.replaceAll(/\n+/g, ' · ').slice(0, 4_000)}`)
  }
}

const expectedError = 'expected error'
/** What the browser writes for each request that goes out without a network. */
export const noNetwork = /ERR_INTERNET_DISCONNECTED/

export { expect }
