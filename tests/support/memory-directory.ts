/**
 * The part of the origin-private file system that a journal uses, for Node, which has none. It stands like a disk: what was flushed stays when every window is
 * gone. `room` is what still fits, in bytes; `isRefused` makes every opening fail.
 */
export class MemoryDirectory {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>()
  room = Infinity
  isRefused = false
  /** Called before a file is opened: a test may hold it up. */
  opening: () => Promise<void> = () => Promise.resolve()

  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle
  }

  async *keys(): AsyncGenerator<string> {
    for (const name of await Promise.resolve([...this.files.keys()])) yield name
  }

  async getFileHandle(name: string, { create = false } = {}) {
    await this.opening()
    if (this.isRefused) throw new DOMException('no access', 'NotAllowedError')
    if (!this.files.has(name)) {
      if (!create) throw new DOMException('no such file', 'NotFoundError')
      this.files.set(name, new Uint8Array())
    }
    return { createSyncAccessHandle: () => Promise.resolve(this.open(name)) }
  }

  removeEntry(name: string): Promise<void> {
    this.files.delete(name)
    return Promise.resolve()
  }

  /** Cuts the last bytes off, as a power cut in the middle of a writing does. */
  tear(bytes: number): void {
    for (const [name, content] of this.files) this.files.set(name, content.slice(0, content.length - bytes))
  }

  private open(name: string) {
    const content = () => this.files.get(name)!
    return {
      getSize: () => content().length,
      read: (buffer: Uint8Array, { at }: { at: number }) => {
        const part = content().subarray(at, at + buffer.length)
        buffer.set(part)
        return part.length
      },
      write: (bytes: Uint8Array, { at }: { at: number }) => {
        const fitting = Math.min(bytes.length, this.room)
        this.room -= fitting
        const next = new Uint8Array(Math.max(content().length, at + fitting))
        next.set(content())
        next.set(bytes.subarray(0, fitting), at)
        this.files.set(name, next)
        return fitting
      },
      truncate: (size: number) => void this.files.set(name, content().slice(0, size)),
      flush: () => undefined,
      close: () => undefined,
    }
  }
}
