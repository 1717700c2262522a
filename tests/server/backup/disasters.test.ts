import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { chanceOf } from '../../../chaos/support/chance.ts'
import { DisasterShop, type Loss } from '#tests/server/support/disaster-shop.ts'
import { canMount, mountSmallDisk } from '#tests/server/support/small-disk.ts'

/** Only `npm run test:deep -- disasters` runs them: a round takes half a minute. */
const rounds = Number(process.env.OFFICINE_DISASTERS ?? 0)
const seed = Number(process.env.OFFICINE_SEED ?? 1)
const chance = chanceOf(seed)
/** Sales in a round before its disaster, and after it. */
const some = () => chance.between(5, 40)
const megabytes = 400

type Disaster = (shop: DisasterShop) => Promise<Loss | void>

/** The sales go on while it happens; when it is over, the shop sells and is backed up again. */
const disasters: Readonly<Record<string, Disaster>> = {
  'kill -9 of our process': async (shop) => {
    await shop.killOurs()
    await shop.start()
  },
  'kill -9 of PostgreSQL': (shop) => shop.killPostgres(),
  'kill -9 of both': async (shop) => {
    await shop.killBoth()
    await shop.start()
  },
  'the stick pulled while it is written': async (shop) => {
    const away = `${shop.medium}-away`
    await rename(shop.medium, away)
    await shop.isAway()
    await shop.sold(some())
    if (chance.isTrue(0.5)) {
      await shop.killBoth()
      await shop.start()
    }
    // the place where it was mounted may stand, empty
    if (existsSync(shop.medium)) rmSync(shop.medium, { recursive: true })
    await rename(away, shop.medium)
  },
  'another stick, then the first again': async (shop) => {
    const first = await shop.exchangeMedium()
    await shop.sold(some())
    await shop.isFollowed()
    const second = await shop.exchangeMedium()
    rmSync(shop.medium, { recursive: true })
    await rename(first, shop.medium)
    await shop.isFollowed()
    rmSync(second, { recursive: true })
  },
  'a stick that is full': (shop) =>
    onDisk(shop, async () => {
      const { bavail, bsize } = statfsSync(shop.medium)
      const filling = join(shop.medium, 'filling')
      writeFileSync(filling, Buffer.alloc(bavail * bsize))
      await shop.sold(300)
      await shop.faultIs('le support est plein')
      rmSync(filling)
      await shop.isFollowed()
    }),
  'a stick that is read-only': (shop) =>
    onDisk(shop, async () => {
      await shop.killBoth()
      execFileSync('mount', ['-o', 'remount,ro', shop.medium])
      await shop.start()
      await shop.sold(some())
      await shop.faultIs('le support est en lecture seule')
      execFileSync('mount', ['-o', 'remount,rw', shop.medium])
      await shop.isFollowed()
    }),
  'the clock back by a year': async (shop) => {
    await shop.killBoth()
    const later = new Date(Date.now() + 365 * 86_400_000)
    await utimes(join(shop.data, 'global', 'pg_control'), later, later)
    await shop.start()
  },
  'the computer is gone; restored on a bare folder': async (shop) => {
    await shop.isFollowed()
    await shop.sold(some())
    await shop.killBoth()
    return shop.restoreElsewhere(Date.now())
  },
  'the computer dies while a base is copied': async (shop) => {
    const former = await shop.exchangeMedium()
    await shop.sold(1)
    await pause(chance.between(0, 400))
    await shop.killBoth()
    await shop.start()
    await shop.isFollowed()
    rmSync(former, { recursive: true })
  },
}
const needsDisk = ['a stick that is full', 'a stick that is read-only']

/** Another stick that is a disk of its own, for as long as something happens to it. */
async function onDisk(shop: DisasterShop, happens: () => Promise<void>): Promise<void> {
  const former = await shop.exchangeMedium()
  const unmount = mountSmallDisk(shop.medium, megabytes)
  try {
    await shop.isFollowed()
    await happens()
  } finally {
    unmount()
    rmSync(shop.medium, { recursive: true, force: true })
    await rename(former, shop.medium)
  }
}

test.skipIf(process.platform !== 'linux' || rounds === 0)(
  'whatever happens to server, engine and medium while tills sell: no sale is lost or doubled, ledgers are equal, and the medium has them all',
  async () => {
    const shop = new DisasterShop(3)
    await shop.start()
    await shop.isStored()
    const known = Object.keys(disasters).filter((name) => canMount || !needsDisk.includes(name))
    let order: string[] = []
    const losses: Loss[] = []
    for (let round = 1; round <= rounds; round++) {
      if (order.length === 0) order = chance.shuffled(known)
      const name = order.pop()!
      const startedAt = Date.now()
      shop.beginRush()
      await shop.sold(some())
      const loss = await disasters[name]!(shop)
      await shop.sold(some())
      await shop.endRush()
      await shop.isStored()
      await shop.judge(async (ledgers) => expect(await shop.ledgersOfMedium(), name).toEqual(ledgers))
      if (loss) losses.push(loss)
      const lost = loss ? `; ${loss.ms} ms lost, ${loss.answered} answered sales came back from the tills` : ''
      process.stdout.write(`${round}: ${name}, ${((Date.now() - startedAt) / 1000).toFixed(1)} s${lost}\n`)
    }
  },
  rounds * 240_000,
)
