/** `npm run audit:check`: recomputes the chain of every pharmacy's audit. Fails when one was changed. */
import { databaseOf, readConfig } from '#server/base/config.ts'
import { checkAuditChains } from '#server/db/audit-chains.ts'
import { openDatabase } from '#server/db/database.ts'
import { runCommand } from '#server/start/run-command.ts'

await runCommand(async () => {
  const database = await openDatabase(databaseOf(readConfig()))
  try {
    for (const { pharmacy, entries, firstFault, erasures, emptied, head } of await checkAuditChains(database)) {
      const state = firstFault === null ? 'chaîne intacte' : `chaîne rompue à l’entrée ${firstFault}`
      const lost = emptied > 0 ? `, ${emptied} entrées vidées sans effacement` : ''
      console.log(
        `${pharmacy} : ${entries} entrées, ${state}, personnes effacées : ${erasures}${lost}, dernière empreinte ${head ?? 'aucune'}`,
      )
      if (firstFault !== null || emptied > 0) process.exitCode = 1
    }
  } finally {
    await database.close()
  }
})
