import { IconReceipt } from '@tabler/icons-react'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo } from 'react'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import { shortName } from '#shared/domain/person.ts'
import { goodsOf } from '#shared/domain/sale.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { IconTile } from '#shared/ui/icon-tile.tsx'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { lookAtRefusedAtom, type ReadReceipt } from './retype-atoms.ts'
import classes from './retype.module.css'

/** A sale that was read from its receipt, and its state. It is sent while the next receipt is scanned. */
export function RetypedRow({ read }: { read: ReadReceipt }) {
  const { sale } = read
  const members = useAtomValue(terminalAtom)?.members
  const seller = members?.find(({ id }) => id === sale.sellerId)
  const { tone, words, why, isRefused } = useStanding(read)
  const { state } = useAtomValue(connectivityAtom)
  const lookAtRefused = useSetAtom(lookAtRefusedAtom)
  useEffect(() => {
    if (isRefused && state !== 'offline') void lookAtRefused(sale)
  }, [isRefused, state, lookAtRefused, sale])
  return (
    <li className={classes.row} aria-label={`Ticket ${sale.identifier}`}>
      <IconTile tone={isRefused ? 'danger' : 'neutral'}>
        <IconReceipt size={24} />
      </IconTile>
      <div className={classes.names}>
        <b>{sale.identifier}</b>
        <span>
          {[
            formatMoment(sale.soldAt),
            plural(goodsOf(sale).length, 'ligne'),
            seller ? shortName(seller) : 'vendeur inconnu ici',
          ].join(' · ')}
        </span>
        {why && <span>{why}</span>}
      </div>
      <div className={classes.end}>
        <b>
          <Money amount={sale.total} />
        </b>
        <StatusTag tone={tone}>{words}</StatusTag>
      </div>
    </li>
  )
}

type Standing = { tone: StatusTone; words: string; why?: string | undefined; isRefused?: boolean }

/** The state on the disk. If the disk has none, the outcome of reading. */
function useStanding({ sale: { id }, outcome }: ReadReceipt): Standing {
  const { local, sent } = useAtomValue(
    useMemo(
      () =>
        atom((get) => ({
          local: get(snapshotAtom).sales.find((sale) => sale.id === id),
          sent: get(snapshotAtom).acknowledged.find((sale) => sale.id === id),
        })),
      [id],
    ),
  )
  if (sent) return { tone: 'success', words: `Enregistrée, n°\u00a0${sent.reply.number}` }
  if (local?.status === 'ERROR')
    return {
      tone: 'danger',
      words: 'Refusée',
      why: `${catalogueEntry(local.errors[0]?.message ?? '')?.title ?? 'Le serveur l’a refusée'}. Elle est dans la file d’envoi, avec ce qu’il faut faire.`,
      isRefused: true,
    }
  if (local) return { tone: 'info', words: 'En attente d’envoi' }
  return outcomes[outcome]
}

const outcomes: Record<ReadReceipt['outcome'], Standing> = {
  checking: { tone: 'neutral', words: 'Vérification…' },
  queued: { tone: 'info', words: 'En attente d’envoi' },
  here: { tone: 'success', words: 'Déjà sur ce poste' },
  'at-server': { tone: 'success', words: 'Déjà enregistrée' },
  failed: { tone: 'danger', words: 'Non reprise', why: 'Gardez le ticket et scannez-le encore.' },
}
