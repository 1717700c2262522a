import * as z from 'zod'
import { copyKinds } from '#shared/domain/backup/copy-kind.ts'
import { Instant } from '#shared/contract/values.ts'

/** The copy of the backup in an S3-compatible store; sizes in bytes. */
const Remote = z.object({
  /** « s3://bucket/prefix » of BACKUP_S3. */
  place: z.string(),
  /** `waiting` for a backup that writes to the medium, `offline` without the network or the store. */
  state: z.enum(['waiting', 'offline', 'failing', 'sending', 'current']),
  /** When this bucket was first tried; null: not yet. */
  since: Instant.nullable(),
  newestBaseAt: Instant.nullable(),
  /** What was committed until then can be restored from the bucket. */
  storedUntil: Instant.nullable(),
  /** Still to be sent; null: not known yet. */
  waitingBytes: z.int().nullable(),
  /** Sent in the last 24 hours, since the start of the server at most. */
  sentBytes: z.int(),
  /** The key of the server may remove nothing: the bucket only grows. */
  keepsAll: z.boolean(),
  fault: z.string().nullable(),
})
export type RemoteBackup = z.infer<typeof Remote>

/** The database server as it runs now; sizes in bytes. */
export const Engine = z.object({
  /** Of PostgreSQL: « 18.1 ». */
  version: z.string(),
  /** The memory of its machine; null: it runs on another one than the API. */
  memory: z.int().nullable(),
  sharedBuffers: z.int(),
  effectiveCacheSize: z.int(),
  workMem: z.int(),
  joinCollapseLimit: z.int(),
  autovacuum: z.boolean(),
  /** Of all pharmacies of the server, indexes included. */
  databaseSize: z.int(),
  /** What a year adds at the pace since the first sale; null before a month of sales. */
  growthPerYear: z.int().nullable(),
  photos: z.object({ stored: z.int(), most: z.int() }),
  /** Free bytes on the disk of the database; null: it is on another machine. */
  freeBytes: z.int().nullable(),
  /** Failures of the server in the last 24 hours, since its start at most. */
  failures: z.object({ count: z.int(), lastAt: z.iso.datetime().nullable() }),
  /** What is wrong now, in French, oldest first. */
  alarms: z.array(z.object({ text: z.string(), raisedAt: z.iso.datetime() })),
  /** What each till said last, those with something to send first. `skewMs`: by how much the clock of the server is ahead. */
  tills: z.array(
    z.object({
      terminalCode: z.string(),
      waiting: z.int(),
      oldestAt: z.iso.datetime().nullable(),
      skewMs: z.int(),
      saidAt: z.iso.datetime(),
    }),
  ),
  /**
   * The backup that this server makes; null: none is set. `external`: another server keeps the data, and its
   * administrator backs it up. Earlier servers do not say it.
   */
  backup: z
    .union([
      z.literal('external'),
      z.object({
        directory: z.string(),
        isStreaming: z.boolean(),
        /** Since when the medium is missing. */
        awaySince: Instant.nullable(),
        newestBaseAt: Instant.nullable(),
        /** Everything that was committed until then is on the medium. */
        storedUntil: Instant.nullable(),
        /** Bytes of the log that are not yet there; null while nothing is written. */
        lagBytes: z.int().nullable(),
        /** What the system said when it last failed. */
        fault: z.string().nullable(),
        /** The medium is a folder of the disk that has the data. Earlier servers do not say it. */
        isOnDataDisk: z.boolean().optional(),
        /** The copy of the medium in a bucket; null: none is set. Earlier servers do not say it. */
        remote: Remote.nullable().optional(),
      }),
    ])
    .nullable()
    .optional(),
  /** Tries of the backup: restored beside the shop and compared with it. Null: this server makes no backup. */
  drill: z
    .object({
      isRunning: z.boolean(),
      last: z
        .object({
          beganAt: Instant,
          /** When the base was complete that was restored; null: none was. */
          baseAt: Instant.nullable(),
          /** In ms, until the restored database answered. */
          restoredMs: z.int().nullable(),
          /** In ms, until the medium had the last write. */
          lossMs: z.int().nullable(),
          /** How many ledgers were compared, of each pharmacy. */
          ledgers: z.int().nullable(),
          /** Why the backup was not proved; null: every ledger was equal. */
          fault: z.string().nullable(),
        })
        .nullable(),
      /** The moment of the newest backup that was restored with equal ledgers; null: none yet. */
      provenAt: Instant.nullable(),
    })
    .nullable()
    .optional(),
  /** A second shop, restored beside this one. Null: this server makes no backup. */
  beside: z
    .object({
      open: z
        .object({
          kind: z.enum(['exercise', 'past']),
          /** The day that it shows; null: all that the medium had. */
          day: z.iso.date().nullable(),
          phase: z.enum(['restoring', 'open', 'failed']),
          /** Where it listens, on the machine of this server. */
          port: z.int().nullable(),
          /** Everything that was committed until then is there. */
          holdsUntil: Instant.nullable(),
          /** When it ends by itself, if nobody uses it. */
          endsAt: Instant.nullable(),
          fault: z.string().nullable(),
        })
        .nullable(),
    })
    .nullable()
    .optional(),
  /** The second computer that follows this one; null: none may (STANDBY_PORT). Earlier servers do not say it. */
  standby: z
    .object({
      port: z.int(),
      /** Null: none was paired. */
      paired: z
        .object({
          name: z.string(),
          pairedAt: Instant,
          /** Since when it does not follow; null: it does. */
          awaySince: Instant.nullable(),
          /** Bytes of the log that it has not replayed, and for how many seconds; null: not known. */
          lagBytes: z.int().nullable(),
          lagSeconds: z.number().nullable(),
          /** It was away for too long, and copies everything when it comes back. */
          isLost: z.boolean(),
        })
        .nullable(),
    })
    .nullable()
    .optional(),
  /**
   * Https by the authority of this server; null: a proxy does it, or nobody. `helpAddress`: the page that explains to a
   * till how to trust it. Earlier servers do not say it.
   */
  shopTls: z.object({ origin: z.string(), helpAddress: z.string(), fingerprint: z.string() }).nullable().optional(),
  /** This pharmacy was restored from a backup, and nobody has confirmed it yet. */
  copy: z
    .object({
      kind: z.enum(copyKinds).default('copy'),
      madeAt: Instant,
      /** Everything that was committed until then is there. */
      holdsUntil: Instant,
      /** By how much the numbers of papers jumped. */
      skipped: z.int(),
    })
    .nullable()
    .optional(),
  /**
   * The last restore of the pharmacy, confirmed or not: what was done between `from` and `to` was lost with the former
   * server, and comes again as far as the tills send it. Null: it was never restored.
   */
  lost: z
    .object({
      from: Instant,
      to: Instant,
      /** Null: nobody has confirmed the copy yet, so that it takes nothing. */
      confirmedAt: Instant.nullable(),
      /** `sales` and `amount` (minor units): of that time, sent since. `waiting`: what the till still has; null: not heard since. */
      tills: z.array(
        z.object({
          terminalCode: z.string(),
          isHeard: z.boolean(),
          waiting: z.int().nullable(),
          sales: z.int(),
          amount: z.int(),
        }),
      ),
    })
    .nullable()
    .optional(),
})
export type Engine = z.infer<typeof Engine>
