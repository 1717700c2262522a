import { afterEach, beforeEach, vi } from 'vitest'

interface SavedDownload {
  name: string
  content: Blob
}

/** What the tests of a file save on the terminal's disk, oldest first; empty again for each test. The test environment has no downloads. */
export function savedDownloads(): SavedDownload[] {
  const saved: SavedDownload[] = []
  beforeEach(() => {
    saved.length = 0
    const blobs = new Map<string, Blob>()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      const address = `blob:${blobs.size}`
      blobs.set(address, blob as Blob)
      return address
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, content: blobs.get(this.href)! })
    })
  })
  afterEach(() => vi.restoreAllMocks())
  return saved
}
