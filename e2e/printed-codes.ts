import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** The digits of the codes in a picture, as a scanner types them: QR codes, or the bars of a label. */
export async function printedCodes(picture: Buffer, format: 'QRCode' | 'EAN13' = 'QRCode'): Promise<string[]> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true })
  return (await readBarcodes(Uint8Array.from(picture), { formats: [format] })).map(({ text }) => text)
}
