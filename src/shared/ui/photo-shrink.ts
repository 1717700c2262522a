/** The size limit of a photo of a voucher: readable by a person, sent over a slow line. */
export const largestBytes = 300_000
const longestSide = 1600
const qualities = [0.8, 0.65, 0.5]
const smallerBy = 0.75
const shortestSide = 64

export type Shrunk = { mime: 'image/jpeg'; bytes: Uint8Array<ArrayBuffer> }
export type Size = { width: number; height: number }
type Encode = (size: Size, quality: number) => Promise<Blob>

/** Reduces the longest side to `longest`. Never enlarges. */
export function fittedSize({ width, height }: Size, longest = longestSide): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A JPEG of at most 300 kB and 1 600 px. Lowers the quality first, then the size, until it fits. */
export async function shrink(size: Size, encode: Encode): Promise<Shrunk> {
  for (let longest = longestSide; longest >= shortestSide; longest *= smallerBy) {
    const fitted = fittedSize(size, longest)
    for (const quality of qualities) {
      const blob = await encode(fitted, quality)
      if (blob.size <= largestBytes) return { mime: 'image/jpeg', bytes: new Uint8Array(await blob.arrayBuffer()) }
    }
  }
  throw new RangeError('a photo that cannot be shrunk')
}

/** Shrinks a camera frame or an image on a canvas. Rejects if the browser cannot draw it. */
export function shrinkPicture(picture: CanvasImageSource, size: Size): Promise<Shrunk> {
  return shrink(size, async ({ width, height }, quality) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas to draw on')
    // JPEG has no transparency: transparent pixels would become black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(picture, 0, 0, width, height)
    return new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/jpeg', quality),
    )
  })
}

/** Shrinks an image file, turned upright. Rejects if the file is not an image. */
export async function shrinkFile(file: Blob): Promise<Shrunk> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    return await shrinkPicture(picture, picture)
  } finally {
    picture.close()
  }
}
