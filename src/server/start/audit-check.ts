import { databaseOf, readConfig } from '#server/base/config.ts'
import { checkAuditChains } from '#server/db/audit-chains.ts'
import { openDatabase } from '#server/db/database.ts'

const database = await openDatabase(databaseOf(readConfig()))
try {
  for (const { pharmacy, entries, firstFault, head } of await checkAuditChains(database)) {
    const state = firstFault === null ? 'chaîne intacte' : `chaîne rompue à l’entrée ${firstFault}`
    console.log(`${pharmacy} : ${entries} entrées, ${state}, dernière empreinte ${head ?? 'aucune'}`)
    if (firstFault !== null) process.exitCode = 1
  }
} finally {
  await database.close()
}
