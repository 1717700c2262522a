import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#shared/store/disk/connection.ts'
import { hearDisk, type DiskReport } from '#shared/store/disk/disk-reports.ts'

type Schema = { notes: { key: string; value: string } }
const open = (version = 1) =>
  connect<Schema>('a-database', version, (database, from) => {
    if (from < 1) database.createObjectStore('notes')
  })

test('a handle that the browser closed behind our back is replaced, and the write is not lost', async () => {
  const connection = open()
  await connection.run(async (database) => {
    await database.put('notes', 'first', 'a')
    database.close()
  })
  await connection.run((database) => database.put('notes', 'second', 'b'))
  expect(await connection.run((database) => database.getAll('notes'))).toEqual(['first', 'second'])
})

test('an error of the work itself is not retried', async () => {
  let runs = 0
  const failing = open().run(() => {
    runs++
    return Promise.reject(new Error('a rule'))
  })
  await expect(failing).rejects.toThrow('a rule')
  expect(runs).toBe(1)
})

test('a window with a newer version is not blocked by an older one', async () => {
  const old = open()
  await old.run((database) => database.put('notes', 'kept', 'a'))
  expect(await open(2).run((database) => database.get('notes', 'a'))).toBe('kept')
})

const hear = () => {
  const told: DiskReport[] = []
  onTestFinished(hearDisk((report) => told.push(report)))
  return told
}

test('an old window with an idle handle says that it is old, and writes nothing any more', async () => {
  const told = hear()
  const old = open()
  await old.run((database) => database.put('notes', 'kept', 'a'))
  expect(await open(2).run((database) => database.get('notes', 'a'))).toBe('kept')
  expect(told).toContainEqual({ kind: 'trouble', name: 'a-database', trouble: 'newer-version' })
  await expect(old.write((database) => database.put('notes', 'stale', 'a'))).rejects.toMatchObject({
    name: 'VersionError',
  })
  expect(await open(2).run((database) => database.get('notes', 'a'))).toBe('kept')
})

test('a page that comes back with an older build is told at once that a newer one was here', async () => {
  const newer = open(2)
  await newer.run((database) => database.put('notes', 'kept', 'a'))
  const told = hear()
  await expect(open().run((database) => database.get('notes', 'a'))).rejects.toMatchObject({ name: 'VersionError' })
  expect(told).toEqual([{ kind: 'trouble', name: 'a-database', trouble: 'newer-version' }])
})

test.each([
  ['SecurityError', 'private'],
  ['InvalidStateError', 'private'],
  ['UnknownError', 'unreadable'],
  ['DataError', 'unreadable'],
] as const)('a database that does not open with %s is said to be %s', async (name, trouble) => {
  const told = hear()
  globalThis.indexedDB.open = () => {
    throw new DOMException('no', name)
  }
  await expect(open().run((database) => database.get('notes', 'a'))).rejects.toMatchObject({ name })
  expect(told).toEqual([{ kind: 'trouble', name: 'a-database', trouble }])
})

test('a full disk is said until a writing succeeds again; the writing itself is refused', async () => {
  const told = hear()
  const connection = open()
  const full = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'))
  await expect(connection.write(full)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(told.at(-1)).toEqual({ kind: 'trouble', name: 'a-database', trouble: 'full' })
  await connection.write((database) => database.put('notes', 'again', 'a'))
  expect(told.at(-1)).toEqual({ kind: 'well', name: 'a-database', isWritten: true })
})
