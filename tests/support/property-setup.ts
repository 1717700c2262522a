import fc from 'fast-check'
import { runs } from '#tests/support/extent.ts'

/** For properties that name no number of their own. */
fc.configureGlobal({ numRuns: runs(100) })
