import 'fake-indexeddb/auto'
import { createStore } from 'jotai'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepOnDevice } from '#shared/store/disk/device-choices.ts'
import { diskAtom } from '#shared/store/disk/disk-atoms.ts'
import { dropLists, followDisk } from '#shared/store/disk/disk-watch.ts'
import { fillDisk } from '#tests/support/full-disk.ts'

function aWindow() {
  const store = createStore()
  onTestFinished(followDisk(store))
  onTestFinished(() => ['paper', 'answer', 'menu'].forEach((key) => localStorage.removeItem(key)))
  return () => store.get(diskAtom).trouble && store.get(diskAtom).where
}

test('a choice that a full device refuses is said, and written when space was freed', async () => {
  const trouble = aWindow()
  const free = fillDisk()
  keepOnDevice('paper', 'first', 'choice')
  keepOnDevice('paper', 'second', 'choice')
  expect(trouble()).toBe('sales')
  await dropLists()
  expect(trouble()).toBe('sales')
  free()
  await dropLists()
  expect([trouble(), localStorage.getItem('paper')]).toEqual([null, 'second'])
})

test('what was refused comes along with the next choice; a copy of lists stops nothing', () => {
  const trouble = aWindow()
  const free = fillDisk()
  keepOnDevice('answer', 'copy', 'copy')
  expect(trouble()).toBe('lists')
  keepOnDevice('menu', 'folded', 'choice')
  expect(trouble()).toBe('sales')
  free()
  keepOnDevice('paper', 'roll', 'choice')
  expect(trouble()).toBe(null)
  expect(['answer', 'menu', 'paper'].map((key) => localStorage.getItem(key))).toEqual(['copy', 'folded', 'roll'])
})

test('local storage is written where a full device is said, or does no harm', () => {
  const root = join(import.meta.dirname, '../../src')
  const writers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && /torage\(?\)?\??\.setItem\(/.test(readFileSync(join(root, file), 'utf8')))
    .toSorted()
  expect(writers).toEqual([
    // The pad says that its count is not stored.
    'backoffice/inventories/counting/phone-store.ts',
    // Throws before the page leaves for the provider.
    'shared/session/provider/provider-sign-in.ts',
    // Counts of screens: the device is unknown.
    'shared/session/reports/count-screens.ts',
    'shared/store/disk/device-choices.ts',
    'shared/windows/keep-if-room.ts',
  ])
})
