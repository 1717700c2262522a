import * as z from 'zod'
import { Instant } from '#shared/contract/values.ts'

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
      }),
    ])
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
  /** This pharmacy was restored from a backup, and nobody has confirmed it yet. */
  copy: z
    .object({
      madeAt: Instant,
      /** Everything that was committed until then is there. */
      holdsUntil: Instant,
      /** By how much the numbers of papers jumped. */
      skipped: z.int(),
    })
    .nullable()
    .optional(),
})
export type Engine = z.infer<typeof Engine>
