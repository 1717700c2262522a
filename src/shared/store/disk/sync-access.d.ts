/** TypeScript declares these types only in the worker library; this project uses one library for all folders. */
interface FileSystemSyncAccessHandle {
  getSize(): number
  read(buffer: Uint8Array<ArrayBuffer>, options?: { at: number }): number
  write(buffer: Uint8Array<ArrayBuffer>, options?: { at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}
interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>
}
