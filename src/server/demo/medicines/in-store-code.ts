import { createHash } from 'node:crypto'
import { gtinCheckDigit } from '#shared/domain/product-code.ts'

/**
 * An EAN-13 with the GS1 prefix 20, reserved for use inside a shop: no real box has it. The same label gives the same
 * code.
 */
export function inStoreCode(label: string): string {
  const digits = `20${(createHash('sha256').update(label).digest().readBigUInt64BE() % 10n ** 10n).toString().padStart(10, '0')}`
  return `${digits}${gtinCheckDigit(digits)}`
}
