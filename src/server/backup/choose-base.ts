import { basename, join } from 'node:path'
import { readdir } from 'node:fs/promises'
import { basesInOrder, linesOfKey, readLines, shopFolders, type Base, type LogFile } from '#server/backup/medium.ts'
import { hashOf } from '#server/backup/sealed-file.ts'

/** Why a restore is not done: a French sentence; nothing was touched. */
export class RestoreRefusal extends Error {}

/** A base to restore from and the log of its line. `older`: the one before it, to be named when this one is damaged. */
export type Choice = { base: Base; logs: LogFile[]; older: Base | undefined }

/**
 * The newest complete base of a folder that a key opens, or the newest one that was complete at a moment. Throws
 * `RestoreRefusal` when there is none, or when the folder has the backups of several pharmacies, none of them of this key.
 */
export async function chooseBase(from: string, at: Date | undefined, recipient: string): Promise<Choice> {
  const names = await readdir(from).catch((error: NodeJS.ErrnoException) => {
    throw new RestoreRefusal(`Le dossier ${from} ne peut pas être lu (${error.code}).`)
  })
  if (names.length === 0) throw new RestoreRefusal(`Le dossier ${from} est vide.`)
  const shops = await shopFolders(from)
  const ofKey = await linesOfKey(from, recipient)
  if (shops.length > 1 && ofKey.length === 0)
    throw new RestoreRefusal(
      `${from} contient les sauvegardes de plusieurs pharmacies, et cette clé n’en ouvre aucune (${shops.map((shop) => basename(shop)).join(', ')}).`,
    )
  // One that another key opens is named by the caller.
  const lines = ofKey.length > 0 || !shops[0] ? ofKey : await readLines(shops[0])
  const bases = basesInOrder(lines)
  const [oldest] = bases
  if (!oldest) throw new RestoreRefusal(`${from} ne contient pas de sauvegarde complète d’Officine.`)
  const after = at ? bases.findIndex(({ finishedAt }) => finishedAt > at.toISOString()) : -1
  const [base, older] = (after === -1 ? bases : bases.slice(0, after)).toReversed()
  if (!base)
    throw new RestoreRefusal(
      `La plus ancienne sauvegarde de ${from} est du ${oldest.finishedAt} : choisissez un moment après elle avec --at.`,
    )
  return { base, older, logs: lines.find(({ name }) => name === base.line)!.logs }
}

/** Checks every part of a base against its manifest. Throws `RestoreRefusal` that names the first wrong one. */
export async function checkParts(
  { base, older }: Choice,
  onPart: (done: number, of: number) => void = () => undefined,
): Promise<void> {
  for (const [at, { name, sha256 }] of base.parts.entries()) {
    onPart(at, base.parts.length)
    const found = await hashOf(join(base.folder, name)).catch(() => undefined)
    if (found === sha256) continue
    const instead = older ? ` « --at ${older.finishedAt} » restaure la précédente.` : ''
    throw new RestoreRefusal(
      `La sauvegarde du ${base.finishedAt} a un morceau ${found === undefined ? 'manquant' : 'abîmé'} (${name}).${instead}`,
    )
  }
}
