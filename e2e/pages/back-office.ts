import type { Page } from '@playwright/test'
import { Entry } from './entry.ts'

/** The back-office as the owner uses it. */
export class BackOffice {
  readonly entry: Entry

  constructor(readonly page: Page) {
    this.entry = new Entry(page)
  }
}
