import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { renderUnicodeCompact } from 'uqr'
import { keptOnce } from '#server/base/kept-secrets.ts'

/** `identity` opens the backups, `recipient` seals them. */
export type RecoveryKey = { identity: string; recipient: string }

/**
 * The recovery key of a data directory, made at the first start. It stays beside the data, never on the medium: whoever
 * reads the data directory reads the database itself, and a lost sheet can be printed again (decision 0085).
 */
export async function recoveryKeyOf(dataDirectory: string): Promise<RecoveryKey> {
  return readRecoveryKey(await keptOnce(dataDirectory, 'backup-identity', generateX25519Identity))
}

/** Reads a key as somebody typed it or a file holds it. Throws a French sentence for what is none. */
export async function readRecoveryKey(typed: string): Promise<RecoveryKey> {
  const identity =
    typed
      .replace(/\s+/g, '')
      .toUpperCase()
      .match(/AGE-SECRET-KEY-1[\dA-Z]{58}/)?.[0] ?? ''
  try {
    return { identity, recipient: await identityToRecipient(identity) }
  } catch {
    throw new Error('Ce n’est pas une clé de secours : elle commence par AGE-SECRET-KEY-1, et chaque caractère compte.')
  }
}

/** The A4 page for the safe. */
export function recoverySheet({ identity, recipient }: RecoveryKey, on: Date): string {
  return `OFFICINE – FICHE DE SECOURS                                    ${on.toISOString().slice(0, 10)}

Cette clé ouvre les sauvegardes de la pharmacie. Sans elle, une sauvegarde ne
sert à rien ; avec elle et le support, n’importe qui lit tout. Gardez cette
feuille dans un coffre, loin de l’ordinateur et du support de sauvegarde.

Clé de secours :

    ${(identity.match(/.{1,37}/g) ?? []).join('\n    ')}

${renderUnicodeCompact(identity)}

Pour restaurer sur un ordinateur où Officine est installée :

    sudo ./officine backup:restore --from SUPPORT --to DOSSIER --key -

ou, depuis les sources, « npm run backup:restore -- » et la suite ;
puis tapez la clé. Elle va avec les sauvegardes marquées
${recipient}
`
}
