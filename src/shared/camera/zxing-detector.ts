import { BarcodeDetector, prepareZXingModule, purgeZXingModule } from 'barcode-detector/ponyfill'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { codeFormats, type CodeDetector } from './code-detector.ts'

/** The same reader in all browsers, served from our own address, so that it works without the Internet. */
export async function zxingDetector(): Promise<CodeDetector> {
  try {
    await prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true })
  } catch (error) {
    // A failed load would stay cached: clear it, so that the next attempt loads again.
    purgeZXingModule()
    throw error
  }
  return new BarcodeDetector({ formats: [...codeFormats] })
}
