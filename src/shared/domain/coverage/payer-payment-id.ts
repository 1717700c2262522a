/**
 * The id of what a policy pays in a sale: always the same, so that a payer that takes nothing for a moment comes back as the payment that its voucher's
 * photo was taken for. Both are UUIDs; bytes of the one over bytes of the other are as good as chance, marked as made by a rule (version 8).
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
