import iconv from 'iconv-lite'

/**
 * Bytes 0x80 to 0xBF, as Windows-1252 or Latin-1 shows them: the second and third bytes of a character in UTF-8.
 */
const CONTINUATIONS = Array.from({ length: 0x40 }, (_, index) => 0x80 + index)
const BYTE_OF = new Map([
  ...CONTINUATIONS.map((byte) => [String.fromCodePoint(byte), byte] as const),
  ...CONTINUATIONS.map((byte) => [iconv.decode(Buffer.from([byte]), 'win1252'), byte] as const),
])
BYTE_OF.delete('\ufffd')
const continuation = `[${[...BYTE_OF.keys()].join('')}]`
/** « Ã© », « â€™ », « Å“ », « Î± », the byte order mark « ï»¿ »: what French text and its symbols become. */
const MISREAD = new RegExp(`[ÂÃÄÅÎÏ]${continuation}|â${continuation}{2}|ï»¿`, 'g')

/**
 * The original text, when UTF-8 was read as Windows-1252 or Latin-1 and written as UTF-8 again; otherwise null.
 * Detected when most characters beyond ASCII are such misread sequences: correct text contains hardly any.
 */
export function undoubleUtf8(text: string): string | null {
  let misread = 0
  const sound = text.replace(MISREAD, (signs) => {
    const character = characterOf(signs)
    if (character !== null) misread += 1
    return character ?? signs
  })
  // oxlint-disable-next-line no-control-regex -- everything beyond ASCII
  const beyondAscii = sound.match(/[^\u0000-\u007f]/gu)?.length ?? 0
  return misread > 0 && misread * 2 > beyondAscii ? sound.replace(/^\ufeff/, '') : null
}

function characterOf(signs: string): string | null {
  const bytes = Array.from(signs, (sign, index) => (index === 0 ? sign.charCodeAt(0) : (BYTE_OF.get(sign) ?? 0)))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
  } catch {
    return null
  }
}
