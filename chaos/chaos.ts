/**
 * `npm run chaos`: real Chromium windows sell for cash to the real server through a proxy, while failures occur at
 * moments that a seed chooses. At the end, with the network restored, every sale that was shown as ended is checked.
 * `--sales 10000 --windows 5` for a night; `--every 6`: one failure per 6 sales; `--seed` repeats a run; `--aloud`
 * prints events as they happen; `--report file` writes the laws as JSON. Exits with 1 and prints the events when a law
 * is broken.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildWindows } from '#server/start/windows.ts'
import { runChaos } from './support/run-chaos.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    sales: { type: 'string', default: '300' },
    windows: { type: 'string', default: '4' },
    every: { type: 'string', default: '6' },
    report: { type: 'string' },
    aloud: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
})
const whole = (name: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} ${text}: a whole number`)
  return Number(text)
}
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : whole('seed', values.seed)

if (!values['no-build']) await buildWindows()
const { laws, figures } = await runChaos({
  seed,
  every: whole('every', values.every),
  isAloud: values.aloud,
  sales: whole('sales', values.sales),
  windows: whole('windows', values.windows),
})
if (values.report) writeFileSync(values.report, JSON.stringify({ seed, laws, figures }))
process.exit(laws.every(({ broken }) => broken.length === 0) ? 0 : 1)
