/** Syllables that sound alike in no way a person would confuse on the phone: 16 consonants, 4 vowels. */
const consonants = 'bdfghjklmnprstvz'
const vowels = 'aiou'
const wordCount = 6
/** Of a word: two consonants and two vowels. */
const wordBits = 12
/** Random bytes that the words of a pairing are made of: 72 bits. */
export const pairingBytes = (wordCount * wordBits) / 8

/** Six words of four letters for 72 random bits: « bado lusi … ». Throws for another number of bytes. */
export function pairingWords(bytes: Uint8Array): string {
  if (bytes.length !== pairingBytes) throw new Error(`${pairingBytes} bytes make the words of a pairing`)
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const words = Array.from({ length: wordCount }, (_, at) => {
    const word = parseInt(bits.slice(at * wordBits, (at + 1) * wordBits), 2)
    return [consonants[word >> 8], vowels[(word >> 6) & 3], consonants[(word >> 2) & 15], vowels[word & 3]].join('')
  })
  return words.join(' ')
}

/** The words as a person typed them, in the form of `pairingWords`; undefined: these are no six words of a pairing. */
export function readPairingWords(typed: string): string | undefined {
  const letters = typed.toLowerCase().replaceAll(/[^a-z]/g, '')
  const syllable = `[${consonants}][${vowels}]`
  if (!new RegExp(`^(?:${syllable}){${wordCount * 2}}$`).test(letters)) return undefined
  return letters.match(/.{4}/g)!.join(' ')
}
