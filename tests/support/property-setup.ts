import fc from 'fast-check'
import { runs } from '#tests/support/property-runs.ts'

/** For properties that name no number of their own. */
fc.configureGlobal({ numRuns: runs(100) })
