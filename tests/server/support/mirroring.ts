import { expect, onTestFinished } from 'vitest'
import { openMirror, type Mirror, type MirrorOptions } from '#server/backup/mirror.ts'
import { openRemoteStore } from '#server/backup/remote-store.ts'
import type { BackedShop } from '#tests/server/support/backed-shop.ts'
import type { openS3 } from '#tests/server/support/s3-server.ts'

type S3 = Awaited<ReturnType<typeof openS3>>

/** Mirrors the medium of a shop to a bucket; both end with the running test. */
export function mirrored(backed: BackedShop, s3: S3, options: Partial<MirrorOptions> = {}): Mirror {
  const mirror = openMirror({
    store: openRemoteStore(s3.place),
    place: 's3://sauvegardes/officine',
    directory: backed.medium,
    dataDirectory: backed.dataDirectory,
    recipient: backed.key.recipient,
    writing: () => backed.backup.writing(),
    roundMs: 100,
    ...options,
  })
  onTestFinished(async () => {
    await mirror.stop()
    await s3.close()
  })
  mirror.start()
  return mirror
}

/** The same, and waits until the bucket has everything. */
export async function isMirrored(backed: BackedShop, s3: S3): Promise<void> {
  const mirror = mirrored(backed, s3)
  await expect.poll(() => mirror.status().storedUntil, { timeout: 100_000 }).not.toBeNull()
}
