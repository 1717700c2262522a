import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb'
import { tellDisk, troubleOf } from '#shared/store/disk/disk-reports.ts'

export type Connection<Schema extends DBSchema> = {
  /** Runs one transaction's work. It may run twice when the handle turns out dead, so `work` must be one transaction and nothing else. */
  run<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T>
  /** The same for what writes: when it resolves, the disk has room again. */
  write<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T>
  close(): void
}

type Upgrade<Schema extends DBSchema> = NonNullable<OpenDBCallbacks<Schema>['upgrade']>

/**
 * Owns the handle of one database. Browsers close handles behind our back (WebKit loses its server, Chromium clears data), and code that
 * keeps using the dead handle loses every later write in silence: so a closed handle is dropped, and a call that meets a dead one opens afresh, once.
 * What cannot be mended so is said on screen (`disk-reports`), and thrown. `prepare` is done on every fresh handle before anybody uses it.
 */
export function connect<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: Upgrade<Schema>,
  prepare?: (database: IDBPDatabase<Schema>) => Promise<void>,
): Connection<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined
  let isOutdated = false

  const open = () => {
    const mine: Promise<IDBPDatabase<Schema>> = openPrepared(() => forget(mine))
    mine.catch(() => forget(mine))
    return mine
  }
  const openPrepared = async (lost: () => void) => {
    // A page that would only be refused must not try again at each gesture.
    if (isOutdated) throw new DOMException('another window brought a newer version', 'VersionError')
    const database = await openDB<Schema>(name, version, {
      upgrade,
      // Another window brings a newer version, or deletes the cache: stand aside at once.
      blocking: (_mine, newer, event) => {
        lost()
        ;(event.target as IDBDatabase).close()
        if (newer !== null && newer > version) outdated()
      },
      terminated: lost,
    })
    await prepare?.(database)
    tellDisk({ kind: 'well', name, isWritten: false })
    return database
  }
  const outdated = () => {
    isOutdated = true
    tellDisk({ kind: 'trouble', name, trouble: 'newer-version' })
  }
  const forget = (handle: typeof opening) => {
    if (opening === handle) opening = undefined
  }
  const drop = async (handle: Promise<IDBPDatabase<Schema>>) => {
    forget(handle)
    await handle.then((database) => database.close()).catch(() => undefined)
  }
  const opened = async (): Promise<IDBPDatabase<Schema>> => {
    try {
      return await (opening ??= open())
    } catch (error) {
      throw new CannotOpen(error)
    }
  }
  const twice = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    try {
      return await work(await opened())
    } catch (error) {
      if (!isDeadHandle(error instanceof CannotOpen ? error.cause : error)) throw error
      if (opening) await drop(opening)
      return work(await opened())
    }
  }
  const run = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    try {
      return await twice(work)
    } catch (error) {
      const isOpening = error instanceof CannotOpen
      const cause = isOpening ? error.cause : error
      const trouble = troubleOf(cause, isOpening)
      if (trouble) tellDisk({ kind: 'trouble', name, trouble })
      throw cause
    }
  }

  return {
    run,
    async write(work) {
      const result = await run(work)
      tellDisk({ kind: 'well', name, isWritten: true })
      return result
    },
    close() {
      if (opening) void drop(opening)
    },
  }
}

/** Tells an error of opening from one of the work, which may bear the same name. */
class CannotOpen extends Error {
  constructor(override readonly cause: unknown) {
    super('the database does not open')
  }
}

function isDeadHandle(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError')
}
