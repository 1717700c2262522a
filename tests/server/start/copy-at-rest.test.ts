import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyAtRest } from '#server/start/copy-at-rest.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

test('the second pass takes what was written, made and removed since the first one, and nothing else', async () => {
  const root = newDataDirectory('copy')
  onTestFinished(() => removeDataDirectory(root))
  const [from, to] = [join(root, 'from'), join(root, 'to')]
  await mkdir(join(from, 'base/1'), { recursive: true })
  for (const name of ['base/1/kept', 'base/1/changed', 'base/1/removed']) await writeFile(join(from, name), `${name} 0`)
  await chmod(join(from, 'base/1/kept'), 0o600)
  const copy = copyAtRest(from, to)
  expect(Number(await copy.pass())).toBeGreaterThan(0)
  await writeFile(join(from, 'base/1/changed'), 'base/1/changed 1')
  await writeFile(join(from, 'base/1/new'), '12345')
  await rm(join(from, 'base/1/removed'))
  expect(Number(await copy.pass())).toBe('base/1/changed 1'.length + 5)
  expect((await readdir(join(to, 'base/1'))).toSorted()).toEqual(['changed', 'kept', 'new'])
  for (const name of ['kept', 'changed', 'new'])
    expect(await readFile(join(to, 'base/1', name), 'utf8')).toBe(await readFile(join(from, 'base/1', name), 'utf8'))
  expect((await stat(join(to, 'base/1/kept'))).mode & 0o777).toBe(0o600)
  expect(Number(await copy.pass())).toBe(0)
})
