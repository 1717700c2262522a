import type { Locator, Page } from '@playwright/test'

/** The page on which lots are counted, at a terminal and on a phone. */
export class CountingPage {
  readonly field: Locator
  readonly progress: Locator
  readonly pad: Locator

  constructor(readonly page: Page) {
    this.field = page.getByRole('textbox', { name: 'Scanner une boîte, ou chercher' })
    this.progress = page.getByRole('banner').getByRole('status').or(page.locator('header').getByRole('status')).last()
    this.pad = page.getByRole('dialog', { name: /^Compter / })
  }

  /** Scans a box and types how many of its lot lie there. */
  async count(box: string, quantity: number): Promise<void> {
    await this.field.fill(box)
    await this.field.press('Enter')
    await this.pad.waitFor()
    await this.page.keyboard.type(String(quantity))
    await this.page.keyboard.press('Enter')
    await this.pad.waitFor({ state: 'hidden' })
  }
}
