/**
 * `npm run admin:create -- --email admin@officine.example --name "AHO Sika"`: the first account of a platform, which then
 * makes pharmacies in the back-office. Prints the link with which it chooses its password. A platform without countries
 * gets those of the two CFA francs.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { cert, initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import * as z from 'zod'
import { databaseOf, readConfig } from '#server/base/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { insertAdmin, insertFirstCountries } from '#server/start/first-admin.repo.ts'
import { runCommand } from '#server/start/run-command.ts'

const Arguments = z.object({ email: z.email(), name: z.string().trim().min(1).max(200) })

async function create(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } })
  const read = Arguments.safeParse(values)
  if (!read.success) throw new Error('npm run admin:create -- --email ADRESSE --name "NOM Prénom"')
  const { email, name } = read.data
  const config = readConfig()
  // firebase-admin reads the emulator only from the environment
  if (config.emulatorHost) process.env['FIREBASE_AUTH_EMULATOR_HOST'] = config.emulatorHost
  const auth = getAuth(
    initializeApp(
      { projectId: config.projectId, ...(config.serviceAccount && { credential: cert(config.serviceAccount) }) },
      'admin-create',
    ),
  )
  const account = await auth
    .getUserByEmail(email)
    .catch(() => auth.createUser({ email, displayName: name, emailVerified: true }))
  const database = await openDatabase(databaseOf(config))
  try {
    const isNew = await database.platform(async (tx) => {
      await insertFirstCountries(tx)
      return insertAdmin(tx, { id: randomUUID(), name, email, firebaseUid: account.uid })
    })
    console.log(isNew ? `${email} administre la plateforme.` : `${email} administrait déjà la plateforme.`)
    console.log(`Mot de passe : ${await auth.generatePasswordResetLink(email)}`)
  } finally {
    await database.close()
  }
}

await runCommand(create)
