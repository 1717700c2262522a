/** Messages from a window to the service worker. `version` is answered on the port sent with it. */
export type WorkerMessage = { type: 'take-over' } | { type: 'version' } | { type: 'tidy' }

export const workerMessages = {
  /** Activates the waiting worker in all windows. */
  takeOver: { type: 'take-over' },
  version: { type: 'version' },
  /** Deletes the files of former builds, unless a window still uses them. */
  tidy: { type: 'tidy' },
} as const satisfies Record<string, WorkerMessage>
