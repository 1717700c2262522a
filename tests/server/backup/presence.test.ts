import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MediumAway, openPresence } from '#server/backup/presence.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

test.skipIf(!existsSync('/dev/shm'))(
  'a medium on the disk of the data is told once; another disk is not, and is never taken for that one again',
  async () => {
    const root = newDataDirectory('presence')
    const shm = mkdtempSync('/dev/shm/officine-presence-')
    onTestFinished(() => {
      removeDataDirectory(root)
      rmSync(shm, { recursive: true, force: true })
    })
    const dataDirectory = join(root, 'data')
    const place = join(root, 'medium')
    for (const folder of [dataDirectory, place]) mkdirSync(folder)
    const said: string[] = []
    const now = () => new Date()
    const open = (directory: string) =>
      openPresence({ directory, dataDirectory, now, say: (sentence) => said.push(sentence) })
    const own = open(place)
    await own.require()
    await own.require()
    expect(said).toEqual([expect.stringContaining('est sur le même disque que les données')])
    expect(await own.isOwnDisk()).toBe(true)
    const stick = open(shm)
    await stick.require()
    expect([await stick.isOwnDisk(), said.length]).toEqual([false, 1])
    await expect(open(place).require()).rejects.toThrow(MediumAway)
    expect(await open(place).isOwnDisk()).toBe(false)
  },
)
