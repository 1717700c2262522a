import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const quietModules = 4

/** A drawn QR code as dots, white around it; `isStained`: a part of a sixth of its width is rubbed off. */
export function dotsOf(drawing: Element, dots: number, isStained = false) {
  const modules = Number(drawing.getAttribute('viewBox')!.split(' ')[2])
  const width = (modules + 2 * quietModules) * dots
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  const isRubbedOff = (at: number) => isStained && at > modules * 0.6 && at < modules * 0.77
  for (const [, x, y, run] of drawing
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < dots; row++) {
      for (let dot = 0; dot < Number(run) * dots; dot++) {
        if (isRubbedOff(Number(y)) && isRubbedOff(Number(x) + dot / dots)) continue
        const at = (((Number(y) + quietModules) * dots + row) * width + (Number(x) + quietModules) * dots + dot) * 4
        data.fill(0, at, at + 3)
      }
    }
  }
  return { data, width, height: width, colorSpace: 'srgb' as const, modules }
}

/** The texts that a decoder reads from the dots. */
export async function readDots(picture: ReturnType<typeof dotsOf>): Promise<string[]> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true })
  return (await readBarcodes(picture, { formats: ['QRCode'] })).map(({ text }) => text)
}
