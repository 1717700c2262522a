import { expect, test } from './journey.ts'
import { Entry } from './pages/entry.ts'

test(
  'a window whose files do not come says that it loads, then offers to load the page again',
  { tag: ['@kiosk/unlock', '@server/http'] },
  async ({ page, expectErrors }) => {
    expectErrors(/ERR_FAILED .*\/assets\//)
    const again = page.getByRole('link', { name: 'Recharger la page' })
    for (const address of ['/kiosk/', '/backoffice/']) {
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto(address)
      await expect(page.getByText('Officine se charge…')).toBeVisible()
      await expect(again).toBeVisible()
      await page.unroute('**/assets/*.js')
      await again.click()
      await expect(new Entry(page).connect).toBeVisible()
      await expect(again).toHaveCount(0)
      // It still loads its late parts: one that is missing from now on would load the page again.
      await page.goto('about:blank')
    }
  },
)
