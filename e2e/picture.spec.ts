import { join } from 'node:path'
import { expect, test } from './journey.ts'

/** The picture of the README, taken anew when asked for: `OFFICINE_PICTURES=1 npm run test:e2e -- picture`. */
test('the counter of the README', { tag: ['@picture', '@kiosk/sale'] }, async ({ till }) => {
  await till.open()
  await till.add('coartem 20/120')
  await till.add('paracetamol denk 500')
  await till.page.keyboard.press('+')
  await till.add('augmentin 1 g sach')
  await till.add('sro oms')
  await till.search.fill('amoxi')
  await expect(till.hits.nth(4)).toBeVisible()
  await till.page.screenshot({ path: join(import.meta.dirname, '../docs/counter.png') })
})
