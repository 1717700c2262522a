/** What a window asks of the service worker. `version` is answered on the port that comes with it. */
export type WorkerMessage = { type: 'take-over' } | { type: 'version' } | { type: 'tidy' }

export const workerMessages = {
  /** The waiting worker becomes the one in force, in every window at once. */
  takeOver: { type: 'take-over' },
  version: { type: 'version' },
  /** Forget the files of former builds, unless a window still lives on them. */
  tidy: { type: 'tidy' },
} as const satisfies Record<string, WorkerMessage>
