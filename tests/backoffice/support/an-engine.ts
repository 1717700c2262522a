import type { Engine } from '#shared/contract/engine.ts'

/** A server of a shop that runs well. */
export const engine: Engine = {
  version: '18.1',
  memory: 8_200_000_000,
  sharedBuffers: 536_870_912,
  effectiveCacheSize: 4_100_000_000,
  workMem: 16_777_216,
  joinCollapseLimit: 20,
  autovacuum: true,
  databaseSize: 1_234_000_000,
  growthPerYear: 420_000_000,
  photos: { stored: 17_000_000_000, most: 20_000_000_000 },
  freeBytes: 42_000_000_000,
  failures: { count: 0, lastAt: null },
  alarms: [],
  tills: [],
}
