import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb'
import { tellDisk, troubleOf } from '#shared/store/disk/disk-reports.ts'

export type Connection<Schema extends DBSchema> = {
  /**
   * Runs the work of one transaction. `work` may run twice when the handle turns out to be closed, so it must contain
   * exactly one transaction and no other side effect.
   */
  run<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T>
  /** The same for writes; success also proves that the disk has free space. */
  write<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T>
  close(): void
}

type Upgrade<Schema extends DBSchema> = NonNullable<OpenDBCallbacks<Schema>['upgrade']>

/**
 * Owns the handle of one database. Browsers close handles without notice (WebKit loses its database server, Chromium
 * clears data), and later writes through a closed handle would be lost. Therefore a closed handle is dropped, and a
 * call that fails on one reopens the database and retries once. An error that remains is reported to the screen
 * (`disk-reports`) and thrown. `prepare` runs on each new handle before any other work.
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
    // Opening would fail with the same error on each action of the user.
    if (isOutdated) throw new DOMException('another window brought a newer version', 'VersionError')
    const database = await openDB<Schema>(name, version, {
      upgrade,
      // Another window opens a newer version or deletes the database: close at once, so that it is not blocked.
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

/** Separates errors of opening from errors of the work, which may have the same name. */
class CannotOpen extends Error {
  constructor(override readonly cause: unknown) {
    super('the database does not open')
  }
}

function isDeadHandle(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError')
}
