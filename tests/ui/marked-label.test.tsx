import { expect, test } from 'vitest'
import { unbroken } from '#shared/ui/marked-label.tsx'

test('numbers stay with their unit, and « à l’unité » in one piece; places in the text stay', () => {
  const label = 'Coartem 20/120 mg cp B/24, à l’unité'
  expect(unbroken(label)).toBe('Coartem 20/120\u00a0mg cp B/24, à\u00a0l’unité')
  expect(unbroken(label)).toHaveLength(label.length)
  expect(unbroken('Pommade à la vitamine A')).toBe('Pommade à la vitamine A')
})
