import cliProgress from 'cli-progress'
import { databaseOf, readConfig } from '#server/base/config.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { complaintOf, openReferential } from '#server/import/command.ts'
import { readCommandLine } from '#server/import/command-line.ts'
import { importBdpm } from '#server/import/import-bdpm.ts'
import { printSummary } from '#server/import/print-summary.ts'
import { readBdpm } from '#server/import/read-bdpm.ts'
import { writeSetAside } from '#server/import/write-set-aside.ts'

const STEPS = { reading: 'Lecture des fichiers', writing: 'Référentiel', stocking: 'Mise en stock' }
const FILE_COUNT = 7

try {
  await run()
} catch (error) {
  for (const line of complaintOf(error)) console.error(line)
  process.exitCode = 1
}

async function run(): Promise<void> {
  // npm changes to the root of the project; INIT_CWD is the directory where the command was typed
  const { folder, stock, acceptShorter } = readCommandLine(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd())
  const config = readConfig()
  const startedAt = Date.now()
  const now = new Date(startedAt)
  const progress = showProgress()
  try {
    let filesRead = 0
    const bdpm = await readBdpm(folder, {
      today: now.toISOString().slice(0, 10),
      onFile: () => progress.advance('reading', ++filesRead, FILE_COUNT),
    })
    const database = await openReferential(databaseOf(config))
    try {
      const imported = await importBdpm(database, bdpm, {
        ...(stock > 0 ? { stock: { pharmacyId: demoId('pharmacy', 'camp-guezo'), count: stock } } : {}),
        now,
        acceptShorter,
        onProgress: progress.advance,
      })
      progress.stop()
      const setAsideFile = await writeSetAside(config.dataDirectory, bdpm.setAside)
      for (const line of printSummary(bdpm, imported, setAsideFile, Date.now() - startedAt)) console.log(line)
    } finally {
      await database.close()
    }
  } finally {
    progress.stop()
  }
}

/**
 * One progress bar with a line per step. Prints nothing when the output is not a terminal (cli-progress writes to
 * terminals only).
 */
function showProgress(): {
  advance: (step: keyof typeof STEPS, done: number, total: number) => void
  stop: () => void
} {
  const bar = new cliProgress.SingleBar(
    { format: '{step} {bar} {percentage} %', hideCursor: true },
    cliProgress.Presets.shades_classic,
  )
  let current: keyof typeof STEPS | null = null
  return {
    advance: (step, done, total) => {
      if (step !== current) {
        bar.stop()
        bar.start(total, 0, { step: STEPS[step].padEnd(20) })
        current = step
      }
      bar.update(done)
    },
    stop: () => bar.stop(),
  }
}
