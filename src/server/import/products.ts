import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import cliProgress from 'cli-progress'
import { databaseOf, readConfig } from '#server/base/config.ts'
import { complaintOf, openReferential } from '#server/import/command.ts'
import { importProducts } from '#server/import/import-products.ts'
import { readProductsCommandLine } from '#server/import/products-command-line.ts'

try {
  await run()
} catch (error) {
  for (const line of complaintOf(error)) console.error(line)
  process.exitCode = 1
}

async function run(): Promise<void> {
  // npm changes to the root of the project; INIT_CWD is the directory where the command was typed
  const commandLine = readProductsCommandLine(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd())
  const config = readConfig()
  const database = await openReferential(databaseOf(config))
  // prints nothing when the output is not a terminal
  const bar = new cliProgress.SingleBar(
    { format: 'Référentiel {bar} {percentage} %', hideCursor: true },
    cliProgress.Presets.shades_classic,
  )
  try {
    const counts = await importProducts(database, commandLine, {
      now: new Date(),
      say: (lines) => {
        for (const line of lines) console.log(line)
      },
      writeLeft: (tsv) => writeLeft(config.dataDirectory, tsv),
      report: (percent) => {
        if (!bar.isActive) bar.start(100, 0)
        bar.update(percent)
      },
    })
    bar.stop()
    if (counts)
      console.log(
        `\nImporté : ${counts.created} nouveaux, ${counts.changed} complétés ou changés, ${counts.same} inchangés.`,
      )
  } finally {
    bar.stop()
    await database.close()
  }
}

/** Replaces the file of the previous import. */
async function writeLeft(dataDirectory: string, tsv: string): Promise<string> {
  const directory = join(dataDirectory, 'import')
  await mkdir(directory, { recursive: true })
  const path = join(directory, 'products-set-aside.tsv')
  // the byte order mark tells spreadsheets that the file is UTF-8
  await writeFile(path, `\ufeff${tsv}`)
  return path
}
