import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'

/**
 * A journey fails on what a person would not see: an error in the console, an exception, a page that axe finds fault with. Every page that a
 * journey opens is listened to; answers the journey provokes on purpose are named with `expectRefusals`.
 */
export const test = base.extend<{ watch: (page: Page) => Page; expectRefusals: (...patterns: RegExp[]) => void }>({
  expectRefusals: async ({}, use, info) => {
    await use((...patterns) => info.annotations.push(...patterns.map((pattern) => ({ type: 'expected refusal', description: pattern.source }))))
  },
  watch: async ({}, use, info) => {
    const errors: string[] = []
    await use((page) => {
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(String(error)))
      return page
    })
    const expected = info.annotations.filter(({ type }) => type === 'expected refusal').map(({ description = '' }) => new RegExp(description))
    expect(errors.filter((text) => !expected.some((pattern) => pattern.test(text))), 'errors in the console').toEqual([])
  },
  page: async ({ page, watch }, use) => {
    await use(watch(page))
  },
})

export { expect }

/** No violation of WCAG A and AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
}

/** The network as the till knows it: gone, then back. */
export async function withoutNetwork(page: Page, work: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true)
  try {
    await work()
  } finally {
    await page.context().setOffline(false)
  }
}
