import type { Locator, Page } from '@playwright/test'

/**
 * The printer of a window: it keeps every ticket, and leaves the last sheet in the page as it was handed over, with its page rule.
 * The browser's own has no paper here.
 */
export class Printer {
  /** The last ticket, as a sheet of paper. */
  readonly sheet: Locator

  private constructor(private readonly page: Page) {
    this.sheet = page.locator('body > #printed-sheet')
  }

  /** Before the window is opened. */
  static async install(page: Page): Promise<Printer> {
    await page.addInitScript(() => {
      const tickets: string[] = []
      Object.assign(window, {
        tickets,
        print() {
          const paper = document.querySelector<HTMLElement>('[data-receipt]:not(#printed-sheet)')!
          tickets.push(paper.innerText)
          document.querySelectorAll('#printed-sheet, [data-printed]').forEach((last) => last.remove())
          const sheet = Object.assign(paper.cloneNode(true) as HTMLElement, { id: 'printed-sheet', ariaHidden: 'true' })
          const rule = Object.assign(document.createElement('style'), {
            textContent: [...document.head.querySelectorAll('style')].at(-1)?.textContent ?? '',
          })
          rule.dataset['printed'] = ''
          document.head.append(rule)
          document.body.append(sheet)
        },
      })
    })
    return new Printer(page)
  }

  /** Every ticket so far, as it reads. */
  tickets(): Promise<string[]> {
    return this.page.evaluate(() => (window as unknown as { tickets: string[] }).tickets)
  }

  /** What a telephone sees of the last sheet. */
  async photograph(): Promise<Buffer> {
    await this.page.emulateMedia({ media: 'print' })
    const picture = await this.sheet.screenshot()
    await this.page.emulateMedia({ media: null })
    return picture
  }

  /** The pages that a print gives, in millimetres. */
  async paper(): Promise<{ width: number; height: number }[]> {
    const pdf = (await this.page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const millimetres = (points: string | undefined) => Math.round((Number(points) * 25.4) / 72)
    return [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => ({
      width: millimetres(width),
      height: millimetres(height),
    }))
  }
}
