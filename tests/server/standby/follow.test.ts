import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { standbyShop } from '#tests/server/support/standby-shop.ts'

test.skipIf(process.platform !== 'linux')(
  'a second computer is paired by six words and follows; it answers no call, and has everything',
  async () => {
    const { first, second, words, isFollowed } = await standbyShop('followed')
    await first.sell()
    await second.start(['--of', `127.0.0.1:${first.standbyPort}`, '--words', await words()])
    await isFollowed()
    expect((await first.sell()).status).toBe(201)
    await isFollowed()
    expect(await second.sell()).toMatchObject({ status: 503, body: { message: 'server:standby' } })
    const state = (await (await fetch(`http://127.0.0.1:${second.port}/relais/etat`)).json()) as object
    expect(state).toMatchObject({ isFollowing: true, lagBytes: 0, fault: null })
    expect(await readFile(join(second.dataDirectory, 'pin-secret'), 'utf8')).toBe(
      await readFile(join(first.dataDirectory, 'pin-secret'), 'utf8'),
    )
  },
  1_200_000,
)
