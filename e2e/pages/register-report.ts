import { expect, type Page } from '@playwright/test'
import type { Row } from '../day-book.ts'
import { signedFigureOf } from '../money.ts'

type Paper = { text: string; tables: Record<string, string[][]> }

/** The page of a register in the back-office, and the sheets of A4 that it prints: the browser's own printer has no paper here. */
export class RegisterReports {
  private constructor(private readonly page: Page) {}

  /** Before the window is opened. */
  static async install(page: Page): Promise<RegisterReports> {
    await page.addInitScript(() => {
      const papers: Paper[] = []
      Object.assign(window, {
        papers,
        print() {
          const paper = document.querySelector('[role=document]')!
          const tables = [...paper.querySelectorAll('table')].map((table) => [
            table.ariaLabel,
            [...table.querySelectorAll('tbody tr')].map((row) =>
              [...row.querySelectorAll('td')].map((cell) => cell.textContent),
            ),
          ])
          papers.push({ text: paper.textContent, tables: Object.fromEntries(tables) as Paper['tables'] })
        },
      })
    })
    return new RegisterReports(page)
  }

  /** Prints the report of a count, « Fermeture n° 12 », and reads it. */
  async print(title: RegExp): Promise<{
    text: string
    rowsOf: (table: 'Attendu et compté' | 'Billets et pièces' | 'Mouvements par nature') => Row[]
  }> {
    const before = (await this.papers()).length
    await this.page.getByRole('button', { name: title }).click()
    await expect.poll(() => this.papers()).toHaveLength(before + 1)
    const { text, tables } = (await this.papers()).at(-1)!
    return { text: text.replaceAll(/\s/g, ' '), rowsOf: (table) => (tables[table] ?? []).map(rowOf) }
  }

  private papers(): Promise<Paper[]> {
    return this.page.evaluate(() => (window as unknown as { papers: Paper[] }).papers)
  }
}

/** What 80 mm of roll say of each means: expected, counted, gap. */
export function comparedOnRoll(roll: string): Row[] {
  const lines = roll.split('\n').map((line) => line.trim())
  return lines.flatMap((line, at): Row[] =>
    line === 'Attendu'
      ? [[lines[at - 1]!.replace(',', ''), ...[1, 3, 5].map((next) => signedFigureOf(lines[at + next]!))]]
      : [],
  )
}

/** A cell without a figure is left out. */
function rowOf([name = '', ...cells]: readonly string[]): Row {
  return [name.replaceAll(/\s/g, ' '), ...cells.filter(Boolean).map(signedFigureOf)]
}
