/** Runs the played journeys whose title matches the argument, as `npm test` runs the real ones. */
import { journeys } from '../journeys-step.ts'
import { conclude } from '../steps.ts'

conclude([journeys(['--grep', process.argv[2]!], {}, 'tests/support/played-journeys/playwright.config.ts')])
