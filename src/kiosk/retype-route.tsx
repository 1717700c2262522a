import { RetypeScreen } from './retype/retype-screen.tsx'
import { CameraPanel } from './scanners/camera-panel.tsx'
import { openCodeReader } from './scanners/code-reader.ts'

/** `/ressaisir`: receipts of a lost till, by scanner, by camera, from a picture or typed. */
export function RetypeRoute() {
  return <RetypeScreen camera={<CameraPanel />} readPicture={readPicture} />
}

async function readPicture(file: Blob): Promise<string[]> {
  const [read, picture] = await Promise.all([openCodeReader(), createImageBitmap(file)])
  try {
    return await read(picture)
  } finally {
    picture.close()
  }
}
