/**
 * The id of a policy's payment in a sale. It is deterministic, so that a payer whose share is temporarily 0 gets the
 * same payment id again, which the photo of its voucher refers to. XOR of the two UUIDs, marked as version 8 (RFC
 * 9562). Throws RangeError for an id that is not a UUID.
 */
export function payerPaymentId(saleId: string, policyId: string): string {
  const digits = Array.from(hexOf(saleId), (digit, place) =>
    (Number.parseInt(digit, 16) ^ Number.parseInt(hexOf(policyId)[place] ?? '0', 16)).toString(16),
  )
  digits[12] = '8'
  digits[16] = ((Number.parseInt(digits[16]!, 16) & 0x3) | 0x8).toString(16)
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)]
    .map((part) => part.join(''))
    .join('-')
}

function hexOf(id: string): string {
  const hex = id.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/i.test(hex)) throw new RangeError(`not a UUID: ${id}`)
  return hex
}
