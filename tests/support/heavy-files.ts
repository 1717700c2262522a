import { deflateRawSync } from 'node:zlib'

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const parts = {
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Feuille" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}
const sheetOf = (rows: string): string => `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
type Part = readonly [name: string, content: string]
const book: readonly Part[] = Object.entries(parts)
const sheet = 'xl/worksheets/sheet1.xml'

/** A zip file. The libraries take half a minute for what these tests need. `declares`: another size than the true one. */
function zipOf(content: readonly Part[], declares?: number): Uint8Array {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of content) {
    const bytes = Buffer.from(text)
    const packed = text === '' ? bytes : deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    // Version 20; the checksum is not read.
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(text === '' ? 0 : 8, 4)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(declares ?? bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, place, Buffer.from(name))
    const piece = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    local.push(piece)
    at += piece.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(content.length, 8)
  end.writeUInt16LE(content.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, listed, end])
}

/** A workbook of these `<row>` elements. */
export const aBook = (rows: string, ...more: Part[]): Uint8Array => zipOf([...book, [sheet, sheetOf(rows)], ...more])

const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

/** 1 kB: one cell in the last corner of the sheet. */
export const oneFarCell = (): Uint8Array => aBook(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`)

/** 0.3 MB that unpack to 300 MB. */
export const bomb = (): Uint8Array => aBook(' '.repeat(300_000_000))

/** A sheet that unpacks to 1,000 times what the directory declares. */
export const lyingBook = (): Uint8Array => zipOf([...book, [sheet, sheetOf(' '.repeat(500_000))]], 500)

/** A workbook of 60,000 parts. */
export const manyParts = (): Uint8Array =>
  aBook('', ...Array.from({ length: 60_000 }, (_, at): Part => [`xl/worksheets/more${at}.xml`, '']))

/** A text of 14 MB without a line break. */
export const oneLine = (): Uint8Array => Buffer.from('a;'.repeat(7_000_000))
