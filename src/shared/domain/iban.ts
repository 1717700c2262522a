/** Whether a text is an IBAN whose check digits are right. Spaces do not count. Law: one changed digit is never right. */
export function isIban(text: string): boolean {
  const plain = text.replaceAll(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(plain)) return false
  const digits = `${plain.slice(4)}${plain.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return digits.split('').reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
