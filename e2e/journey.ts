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
    await give((context) => {
      context.on(
        'console',
        (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
      )
      context.on('weberror', (error) => errors.push(String(error.error())))
      return context
    })
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

const expectedError = 'expected error'
/** What the browser writes for each request that goes out without a network. */
export const noNetwork = /ERR_INTERNET_DISCONNECTED/

export { expect }
