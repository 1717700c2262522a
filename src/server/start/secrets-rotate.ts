/** `npm run secrets:rotate`: seals with SECRETS_KEY what was sealed with FORMER_SECRETS_KEYS, which may then be forgotten. */
import { databaseOf, readConfig } from '#server/base/config.ts'
import { secretsOf } from '#server/base/kept-secrets.ts'
import { openDatabase } from '#server/db/database.ts'
import { rotateFiscalTokens } from '#server/pharmacies/fiscal-token.service.ts'
import { runCommand } from '#server/start/run-command.ts'

await runCommand(async () => {
  const config = readConfig()
  const database = await openDatabase(databaseOf(config))
  try {
    const count = await rotateFiscalTokens(database, await secretsOf(config))
    console.log(`Jetons scellés avec la nouvelle clé : ${count}. Les anciennes clés ne servent plus.`)
  } finally {
    await database.close()
  }
})
