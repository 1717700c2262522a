import type { Request } from '@playwright/test'
import { expect, test } from './journey.ts'
import { aurele, gilles, koffi, mireille, rachelle } from './people.ts'

test(
  'each default role walks through all screens of its menu, and no call is refused',
  { tag: ['@deep', '@backoffice/settings', '@server/roles', '@server/http'] },
  async ({ backOffice }) => {
    test.slow()
    const { page } = backOffice
    const refused: string[] = []
    let who = ''
    // Calls that have no answer yet; the stream of hints never ends.
    const open = new Set<Request>()
    page.on('request', (request) => {
      if (request.url().includes('/api/') && !request.url().endsWith('/events')) open.add(request)
    })
    page.on('requestfinished', (request) => open.delete(request))
    page.on('requestfailed', (request) => open.delete(request))
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${who}: ${response.request().method()} ${response.url()}`)
    })
    for (const [index, member] of [aurele, koffi, rachelle, mireille, gilles].entries()) {
      who = member.shortName
      if (index === 0) await backOffice.open(member)
      else {
        await backOffice.chooseInMenu('Verrouiller ou changer d’utilisateur')
        await backOffice.entry.unlock(member)
        await backOffice.isReady()
      }
      const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
      const titles = (await links.allInnerTexts()).filter((text) => /^[A-ZÉ]/.test(text) && text !== 'Aide')
      expect(titles.length).toBeGreaterThan(5)
      for (const title of titles) {
        const link = links.filter({ hasText: new RegExp(`^${title}$`) })
        await link.click()
        await expect(backOffice.title).toBeVisible()
        await expect(link).toHaveAttribute('aria-current', 'page')
        await expect.poll(() => open.size).toBe(0)
      }
    }
    expect(refused).toEqual([])
  },
)
