import type { Page } from '@playwright/test'
import { watchField, type TypedField } from './painted-keys.ts'

const html = '<!doctype html><title>floor</title><input autofocus><ul></ul>'

/** The baseline of this machine: an empty page that only appends one row at each key. */
export async function openBarePage(page: Page): Promise<TypedField> {
  await page.setContent(html)
  await page.evaluate(() => {
    const [input, list] = [document.querySelector('input')!, document.querySelector('ul')!]
    input.addEventListener('input', () =>
      list.append(Object.assign(document.createElement('li'), { textContent: input.value })),
    )
  })
  await page.locator('input').focus()
  const reset = () =>
    page.evaluate(() => {
      document.querySelector('input')!.value = ''
      document.querySelector('ul')!.replaceChildren()
    })
  return watchField(page, { results: 'ul', reset })
}
