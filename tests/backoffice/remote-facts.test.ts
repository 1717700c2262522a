import { expect, test } from 'vitest'
import type { Engine, RemoteBackup } from '#shared/contract/engine.ts'
import { mediumFacts } from '#backoffice/backup/backup-facts.tsx'
import { plain } from '#tests/backoffice/support/a-desk.tsx'

const backup = {
  directory: '/media/cle',
  isStreaming: true,
  awaySince: null,
  newestBaseAt: '2026-11-21T02:10:00Z',
  storedUntil: '2026-11-21T09:41:58Z',
  lagBytes: 0,
  fault: null,
} satisfies Engine['backup']
const remote = {
  place: 's3://sauvegardes/officine',
  state: 'current',
  since: '2026-11-01T08:00:00Z',
  newestBaseAt: '2026-11-20T02:10:00Z',
  storedUntil: '2026-11-21T09:40:00Z',
  waitingBytes: 0,
  sentBytes: 31_000_000,
  keepsAll: false,
  fault: null,
} satisfies RemoteBackup

const textOf = (given: NonNullable<Engine['backup']>) =>
  plain(
    mediumFacts(given)
      .map(([name, value]) => `${name} ${typeof value === 'string' ? value : ''}`)
      .join('\n'),
  )

test.each([
  [{ ...backup, isOnDataDisk: true }, '/media/cle, sur le même disque que les données, à jour'],
  [{ ...backup, remote }, 'Stockage distant s3://sauvegardes/officine, à jour\n'],
  [{ ...backup, remote }, '31 Mo en un jour'],
  [{ ...backup, remote: { ...remote, keepsAll: true } }, 'officine, à jour ; il garde tout'],
  [{ ...backup, remote: { ...remote, storedUntil: null } }, 'pas encore une sauvegarde complète'],
  [{ ...backup, remote: { ...remote, state: 'offline' } }, 'pas joint en ce moment, l’envoi reprend seul'],
  [{ ...backup, remote: { ...remote, state: 'waiting' } }, 'attend le support de sauvegarde'],
  [{ ...backup, remote: { ...remote, state: 'sending', waitingBytes: 12_000_000 } }, 'envoi en cours, 12 Mo à envoyer'],
  [
    { ...backup, remote: { ...remote, state: 'failing', fault: 'le stockage distant est plein' } },
    'Erreur du stockage distant le stockage distant est plein',
  ],
] satisfies [Engine['backup'], string][])('%j is said in words', (given, words) => {
  expect(textOf(given)).toContain(words)
})

test('without a remote store nothing is said of it', () => {
  expect(textOf({ ...backup, remote: null })).not.toContain('distant')
})
