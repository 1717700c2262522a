import { chmod, mkdir, mkdtemp, readdir, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installedPackage, namedBinaries, runnable } from '#server/db/embedded/binaries.ts'
import { closedFolder } from '#server/db/embedded/reachable.ts'

const stranger = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

test('a system without a package of its own is asked for DATABASE_URL', async () => {
  await expect(installedPackage('sunos sparc')).rejects.toMatchObject({
    reason: 'platform',
    message: expect.stringContaining('DATABASE_URL') as string,
  })
})

test('a package that npm left out names npm ci', async () => {
  const other = process.platform === 'win32' ? 'linux x64' : 'win32 x64'
  await expect(installedPackage(other)).rejects.toMatchObject({
    reason: 'platform',
    message: expect.stringContaining('npm ci') as string,
  })
})

test('the library links are made where the package stands, by two starts at once and again', async () => {
  const native = await aPackage()
  const spare = join(await aFolder(), 'program')
  expect(await Promise.all([runnable(native, spare, undefined), runnable(native, spare, undefined)])).toEqual([
    native,
    native,
  ])
  expect(await runnable(native, spare, undefined)).toBe(native)
  expect(await readlink(join(native, 'lib', 'libx.so'))).toBe('libx.so.1')
})

test('a package that cannot be used where it stands is copied beside the data, once, by two starts at once', async () => {
  const native = await aPackage()
  // root may write anywhere but gives PostgreSQL to another account; others may lack the right to add links
  const closed = isRoot ? dirname(native) : join(native, 'lib')
  await chmod(closed, isRoot ? 0o700 : 0o500)
  onTestFinished(() => chmod(closed, 0o700))
  const account = isRoot ? stranger : undefined
  const folder = await aFolder()
  const spare = join(folder, 'program')
  const found = await Promise.all([runnable(native, spare, account), runnable(native, spare, account)])
  expect(found).toEqual([join(spare, 'native'), join(spare, 'native')])
  expect(await readlink(join(spare, 'native', 'lib', 'libx.so'))).toBe('libx.so.1')
  expect((await stat(spare)).uid).toBe(account?.uid ?? process.getuid?.())
  expect(await readdir(folder)).toEqual(['program'])
})

test('of a path, the first folder that an account cannot pass through is named', async () => {
  const folder = await aFolder()
  const inner = join(folder, 'closed', 'inner')
  await mkdir(inner, { recursive: true })
  expect(await closedFolder(join(inner, 'file'), stranger)).toBeUndefined()
  await chmod(join(folder, 'closed'), 0o700)
  expect(await closedFolder(join(inner, 'file'), stranger)).toBe(join(folder, 'closed'))
  expect(await closedFolder(join(inner, 'file'), { uid: (await stat(inner)).uid, gid: 0 })).toBeUndefined()
})

test.each(['native/bin', 'native', '.'])('programs are found from %s of a package, with its version', async (named) => {
  const root = join(await aPackage(), '..')
  const programs = join(root, 'native', 'bin')
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    await writeFile(join(programs, name), `#!/bin/sh\necho '${name} (PostgreSQL) 18.12 (of somebody)'\n`)
    await chmod(join(programs, name), 0o755)
  }
  expect(await namedBinaries(join(root, named), undefined)).toEqual({
    major: '18',
    version: '18.12',
    initdb: join(programs, 'initdb'),
    postgres: join(programs, 'postgres'),
    pgCtl: join(programs, 'pg_ctl'),
  })
  expect(await readlink(join(root, 'native', 'lib', 'libx.so'))).toBe('libx.so.1')
})

async function aFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'officine-program-')))
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What such a package looks like: a program, a library, and a list of links. */
async function aPackage(): Promise<string> {
  const native = join(await aFolder(), 'native')
  await mkdir(join(native, 'bin'), { recursive: true })
  await mkdir(join(native, 'lib'))
  await writeFile(join(native, 'bin', 'postgres'), '', { mode: 0o755 })
  await writeFile(join(native, 'lib', 'libx.so.1'), '')
  await writeFile(
    join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libx.so.1', target: 'native/lib/libx.so' }]),
  )
  return native
}
