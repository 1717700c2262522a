import { expect, test } from 'vitest'
import { connect } from '#shared/store/connection.ts'

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
