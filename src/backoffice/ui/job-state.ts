import type { StatusTone } from '#shared/ui/status-tag.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'

interface Job {
  status: 'queued' | 'running' | 'done' | 'failed'
  /** In percent. */
  progress: number
}

/** What a list says of a job of the server. `done`: « Prêt », « Importé ». */
export function jobState({ status, progress }: Job, done: string): { label: string; tone?: StatusTone } {
  switch (status) {
    case 'queued':
      return { label: 'En attente' }
    case 'running':
      return { label: `En cours, ${formatPercent(progress)}`, tone: 'info' }
    case 'done':
      return { label: done, tone: 'success' }
    case 'failed':
      return { label: 'Échec', tone: 'danger' }
  }
}
