/** `npm run backup:key`: prints the recovery key of this data directory as a page for the safe. */
import { recoveryKeyOf, recoverySheet } from '#server/backup/recovery-key.ts'
import { readConfig } from '#server/base/config.ts'
import { runCommand } from '#server/start/run-command.ts'

await runCommand(async () => {
  console.log(recoverySheet(await recoveryKeyOf(readConfig().dataDirectory), new Date()))
})
