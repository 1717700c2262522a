/** TypeScript knows it in workers only, and this project has one library for all rooms. */
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
