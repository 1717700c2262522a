import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builds, farewell, keepLastBuilds, versionOf } from '../vite.builds.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'officine-builds-'))
  mkdirSync(join(folder, 'assets'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (path: string, text = '') => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
/** What a build leaves: its own files, some of which the former one had too. */
const build = (version: string) => {
  const files = ['assets/shared.js', `assets/kiosk-${version}.js`]
  for (const file of files) write(file, version)
  return keepLastBuilds(folder, { version, files })
}
const assets = () => readdirSync(join(folder, 'assets')).sort((one, other) => (one < other ? -1 : 1))

test('the files of the two former builds stay beside those of the last', () => {
  for (const version of ['a', 'b', 'c', 'd']) build(version)
  expect(assets()).toEqual(['kiosk-b.js', 'kiosk-c.js', 'kiosk-d.js', 'shared.js'])
  write('assets/of-nobody.js')
  expect(build('e').map(({ version }) => version)).toEqual(['e', 'd', 'c'])
  expect(assets()).toEqual(['kiosk-c.js', 'kiosk-d.js', 'kiosk-e.js', 'shared.js'])
})

test('the same build made again pushes no other out, and what is no asset is left alone', () => {
  for (const file of ['sw.js', 'kiosk.html']) write(file, 'text')
  for (const version of ['a', 'b', 'b', 'b']) build(version)
  expect(assets()).toEqual(['kiosk-a.js', 'kiosk-b.js', 'shared.js'])
  expect(readFileSync(join(folder, 'kiosk.html'), 'utf8')).toBe('text')
})

test('a build goes back to what it was: its files are those of the newest again', () => {
  for (const version of ['a', 'b', 'a', 'c', 'd']) build(version)
  expect(assets()).toEqual(['kiosk-a.js', 'kiosk-c.js', 'kiosk-d.js', 'shared.js'])
})

test('a version says what the windows are made of: the same sources and settings are the same version, any other is another', () => {
  write('package.json', '{"version":"1.2.3"}')
  write('src/kiosk/main.tsx', 'one')
  write('src/server/main.ts', 'one')
  const first = versionOf(folder, { VITE_API_BASE: '/api', VITE_B: '1' })
  expect(first).toMatch(/^1\.2\.3\+[\da-f]{8}$/)
  expect(versionOf(folder, { VITE_B: '1', VITE_API_BASE: '/api' })).toBe(first)
  write('src/server/main.ts', 'two')
  expect(versionOf(folder, { VITE_API_BASE: '/api', VITE_B: '1' })).toBe(first)

  const others = [versionOf(folder, { VITE_API_BASE: '/other', VITE_B: '1' })]
  write('src/kiosk/main.tsx', 'two')
  others.push(versionOf(folder, { VITE_API_BASE: '/api', VITE_B: '1' }))
  write('src/worker/sw.ts', '')
  others.push(versionOf(folder, { VITE_API_BASE: '/api', VITE_B: '1' }))
  expect(new Set([first, ...others]).size).toBe(4)
})

test('a build without a worker leaves the one that takes itself away', () => {
  for (const withoutWorker of [true, false]) {
    write('sw.js', 'the worker of before')
    const { writeBundle } = builds({ withoutWorker }).plugin
    if (typeof writeBundle !== 'function') throw new Error('the plugin writes nothing')
    Reflect.apply(writeBundle, undefined, [{ dir: folder }, { 'kiosk.html': {} }])
    expect(readFileSync(join(folder, 'sw.js'), 'utf8')).toBe(withoutWorker ? farewell : 'the worker of before')
  }
})
