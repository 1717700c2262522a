/** Messages from a window to the service worker. `version` and `keep` are answered on the port sent with them. */
export type WorkerMessage = { type: 'take-over' } | { type: 'version' } | { type: 'keep' } | { type: 'tidy' }

export const workerMessages = {
  /** Activates the waiting worker in all windows. */
  takeOver: { type: 'take-over' },
  version: { type: 'version' },
  /** Puts all files of its build on the terminal; answers whether they are there. */
  keep: { type: 'keep' },
  /** Deletes the files of former builds, unless a window still uses them. */
  tidy: { type: 'tidy' },
} as const satisfies Record<string, WorkerMessage>
