import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb'

export type Connection<Schema extends DBSchema> = {
  /** Runs one transaction's work. It may run twice when the handle turns out dead, so `work` must be one transaction and nothing else. */
  run<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T>
  close(): void
}

/**
 * Owns the handle of one database. Browsers close handles behind our back (WebKit loses its server, Chromium clears data), and code that
 * keeps using the dead handle loses every later write in silence: so a closed handle is dropped, and a call that meets a dead one opens afresh, once.
 */
export function connect<Schema extends DBSchema>(name: string, version: number, upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>): Connection<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined

  const open = () => {
    const mine: Promise<IDBPDatabase<Schema>> = openDB<Schema>(name, version, {
      upgrade,
      // Another window brings a newer version, or deletes the cache: stand aside at once.
      blocking: () => void drop(mine),
      terminated: () => forget(mine),
    })
    mine.catch(() => forget(mine))
    return mine
  }
  const forget = (handle: typeof opening) => {
    if (opening === handle) opening = undefined
  }
  const drop = async (handle: Promise<IDBPDatabase<Schema>>) => {
    forget(handle)
    await handle.then((database) => database.close()).catch(() => undefined)
  }

  return {
    async run(work) {
      const handle = (opening ??= open())
      try {
        return await work(await handle)
      } catch (error) {
        if (!isDeadHandle(error)) throw error
        await drop(handle)
        return work(await (opening ??= open()))
      }
    },
    close() {
      if (opening) void drop(opening)
    },
  }
}

function isDeadHandle(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError')
}
