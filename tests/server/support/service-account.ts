import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes the key file of a service account as the console of Firebase gives it; returns its path. */
export async function aServiceAccount(folder: string, projectId: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = join(folder, `${projectId}.json`)
  await writeFile(
    file,
    JSON.stringify({
      type: 'service_account',
      project_id: projectId,
      client_email: `officine@${projectId}.iam.gserviceaccount.com`,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  )
  return file
}
