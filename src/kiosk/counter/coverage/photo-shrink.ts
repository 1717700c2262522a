/** What a photo of a voucher may weigh: read by a person, sent over a slow line. */
export const largestBytes = 300_000
const longestSide = 1600
const qualities = [0.8, 0.65, 0.5]
const smallerBy = 0.75
const shortestSide = 64

export type Shrunk = { mime: 'image/jpeg'; bytes: Uint8Array<ArrayBuffer> }
export type Size = { width: number; height: number }
type Encode = (size: Size, quality: number) => Promise<Blob>

/** No side longer than a page needs to be read by; never enlarged. */
export function fittedSize({ width, height }: Size, longest = longestSide): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A JPEG of at most 300 kB and 1 600 px: first coarser, then smaller, until it fits. */
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

/** What was drawn by the camera or read from a file, shrunk on a canvas. Rejects where the browser cannot draw it. */
export function shrinkPicture(picture: CanvasImageSource, size: Size): Promise<Shrunk> {
  return shrink(size, async ({ width, height }, quality) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas to draw on')
    // A picture with holes would be black in JPEG.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(picture, 0, 0, width, height)
    return new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/jpeg', quality),
    )
  })
}

/** A photo as phones and cameras write them, upright. Rejects for what is no picture. */
export async function shrinkFile(file: Blob): Promise<Shrunk> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    return await shrinkPicture(picture, picture)
  } finally {
    picture.close()
  }
}
