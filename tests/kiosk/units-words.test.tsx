import { expect, test } from 'vitest'
import { unitsWords } from '#kiosk/sale/units-words.ts'

const line = (label: string, quantity: number) => ({ id: label, stockItemId: label, label, quantity, price: 100 })

test.each([
  ['boxes', { records: [line('Coartem', 2), line('Doliprane', 1)], vouchers: [] }, '3\u00a0boîtes'],
  ['one box', { records: [line('Coartem', 1)], vouchers: [] }, '1\u00a0boîte'],
  [
    'tablets are no boxes',
    { records: [line('Coartem', 1), line('Coartem, à l’unité', 6)], vouchers: [] },
    '7\u00a0articles',
  ],
  [
    'a service is no box',
    { records: [line('Coartem', 1)], vouchers: [{ id: 'v', label: 'Injection', quantity: 1, price: 500 }] },
    '2\u00a0articles',
  ],
  ['nothing', { records: [], vouchers: [] }, '0\u00a0boîte'],
])('%s', (_name, sale, words) => expect(unitsWords(sale)).toBe(words))
