import { RetypeScreen } from './retype/retype-screen.tsx'
import { CameraPanel } from './scanners/camera-panel.tsx'
import { openCodeReader } from '#shared/camera/code-reader.ts'

/** `/ressaisir`: restores the sales of a lost till from receipts, by scanner, camera, picture or keyboard. */
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
