import { codeFormats, type CodeDetector } from './code-detector.ts'

type NativeDetector = {
  new (options: { formats: readonly string[] }): CodeDetector
  getSupportedFormats: () => Promise<readonly string[]>
}

/**
 * Returns a function that finds the codes in a picture: the browser's detector if it supports all formats, otherwise
 * ours, loaded on demand. Rejects if loading fails.
 */
export async function openCodeReader(): Promise<(picture: HTMLVideoElement | ImageBitmap) => Promise<string[]>> {
  const detector =
    (await nativeDetector().catch(() => null)) ?? (await (await import('./zxing-detector.ts')).zxingDetector())
  return async (picture) =>
    (await detector.detect(picture)).map(({ rawValue }) => rawValue).filter((code) => code !== '')
}

async function nativeDetector(): Promise<CodeDetector | null> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetector }
  const known = await Native?.getSupportedFormats()
  return Native && codeFormats.every((format) => known?.includes(format)) ? new Native({ formats: codeFormats }) : null
}
