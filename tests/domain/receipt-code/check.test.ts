import { expect, test } from 'vitest'
import { crc32 } from '#shared/domain/receipt-code/check.ts'

test('the checksum is CRC-32 as everybody computes it: codes on paper are read for ever', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  expect(crc32(new Uint8Array())).toBe(0)
})
