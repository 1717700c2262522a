import { BarcodeDetector, prepareZXingModule, purgeZXingModule } from 'barcode-detector/ponyfill'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { codeFormats, type CodeDetector } from './code-detector.ts'

/** The same reader everywhere, from our own address: a counter without the Internet scans too. */
export async function zxingDetector(): Promise<CodeDetector> {
  try {
    await prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true })
  } catch (error) {
    // A loading that failed would be kept: the next try begins anew.
    purgeZXingModule()
    throw error
  }
  return new BarcodeDetector({ formats: [...codeFormats] })
}
