import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { spawnProgram } from '#tests/server/support/server-process.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

test('the sign-in emulator ends with its parent, also when that is killed', async () => {
  const directory = newDataDirectory('emulator')
  onTestFinished(() => removeDataDirectory(directory))
  const parent = spawnProgram('tests/server/support/emulator-process.ts', {}, [join(directory, 'sign-in')])
  await expect.poll(parent.output, { timeout: 100_000 }).toMatch(/127\.0\.0\.1:\d+/)
  const url = `http://${parent.output().trim()}/`
  const answers = (): Promise<boolean> =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  expect(await answers()).toBe(true)
  await parent.end('SIGKILL')
  await expect.poll(answers, { timeout: 10_000 }).toBe(false)
})
