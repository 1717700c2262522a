import iconv from 'iconv-lite'
import { isMacRoman } from '#server/import/is-mac-roman.ts'
import { undoubleUtf8 } from '#server/import/undouble-utf8.ts'

export type Encoding = 'UTF-8' | 'UTF-8 encodé deux fois' | 'Windows-1252' | 'MacRoman'
/** `repaired`: number of characters that an earlier wrong conversion had turned into C1 controls. */
export type DecodedText = { text: string; encoding: Encoding; repaired: number }
export type Line = { number: number; text: string }

// oxlint-disable-next-line no-control-regex -- C1 controls are what we look for
const C1_CONTROLS = /[\u0080-\u009f]/g

/**
 * Decodes a file whose encoding is not declared. Throws an Error with a French sentence when the bytes are not a text
 * table.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  refuseForeignBytes(bytes)
  const utf8 = decodeUtf8(bytes)
  const decoded = utf8 === null ? decodeOneByte(bytes) : repairUtf8(utf8)
  refuseForeignText(decoded.text)
  return decoded
}

/**
 * Splits into numbered lines, ended by CRLF or LF, or by CR alone as on an old Mac. `complete` is false when the last
 * line has no line ending: the file was truncated.
 */
export function splitLines(text: string): { lines: Line[]; complete: boolean } {
  const texts = text.split(text.includes('\n') ? /\r?\n/ : '\r')
  const complete = texts.at(-1) === ''
  if (complete) texts.pop()
  return { lines: texts.map((line, index) => ({ number: index + 1, text: line })), complete }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    refuseDamagedUtf8(new TextDecoder('utf-8').decode(bytes))
    return null
  }
}

/** iconv-lite, not TextDecoder: some releases of Node 20 and later decode « windows-1252 » as Latin-1. */
function decodeOneByte(bytes: Uint8Array): DecodedText {
  const buffer = Buffer.from(bytes)
  return isMacRoman(bytes)
    ? { text: iconv.decode(buffer, 'macintosh'), encoding: 'MacRoman', repaired: 0 }
    : { text: iconv.decode(buffer, 'win1252'), encoding: 'Windows-1252', repaired: 0 }
}

function repairUtf8(text: string): DecodedText {
  const undoubled = undoubleUtf8(text)
  if (undoubled === null) return { ...repairC1(text), encoding: 'UTF-8' }
  const lost = undoubled.match(/\ufffd/g)?.length ?? 0
  if (lost > 0)
    throw new Error(
      `texte encodé deux fois en UTF-8, ${lost} caractère(s) perdu(s) au passage : recommencez le téléchargement`,
    )
  return { ...repairC1(undoubled), encoding: 'UTF-8 encodé deux fois' }
}

/**
 * Windows-1252 text almost never contains a valid UTF-8 sequence: when most accents are valid UTF-8, the file is UTF-8
 * with damaged bytes.
 */
function refuseDamagedUtf8(lenient: string): void {
  const unreadable = lenient.match(/\ufffd/g)?.length ?? 0
  const readable = (lenient.match(/[\u0080-\u{10ffff}]/gu)?.length ?? 0) - unreadable
  if (readable > unreadable) throw new Error(`texte UTF-8 abîmé : ${unreadable} caractère(s) illisible(s)`)
}

/**
 * Repairs Windows-1252 that was read as Latin-1 and written as UTF-8: `0x92` became U+0092 instead of the apostrophe.
 */
function repairC1(text: string): { text: string; repaired: number } {
  let repaired = 0
  const sound = text.replace(C1_CONTROLS, (control) => {
    repaired += 1
    return iconv.decode(Buffer.from([control.charCodeAt(0)]), 'win1252').replace('\ufffd', '')
  })
  return { text: sound, repaired }
}

function refuseForeignBytes(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new Error('fichier vide')
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error('archive ZIP (ou classeur Excel) : décompressez-la d’abord')
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new Error('texte UTF-16 : enregistrez-le en UTF-8')
  if (bytes.includes(0)) throw new Error('ce n’est pas un fichier de texte')
}

function refuseForeignText(text: string): void {
  if (/^\s*<(!doctype|html|head|body|\?xml)/i.test(text))
    throw new Error('page web au lieu du fichier de données : recommencez le téléchargement')
  if (text.trim() === '') throw new Error('fichier vide')
}
