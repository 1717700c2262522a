import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { orderPreparations, type SupplierShare } from '#shared/contract/order-preparations.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import table from '#backoffice/ui/small-table.module.css'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** « Répartition »: what becomes an order of each supplier, and what speaks against it. */
export function SupplierSplit({ reply }: { reply: CallReply<typeof orderPreparations.records> | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const shares = reply?.bySupplier ?? []
  if (shares.length === 0) return null
  const warned = shares.filter(({ missing, beyond }) => missing > 0 || beyond > 0).length
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {warned > 0 ? `Répartition (${warned} à voir)` : 'Répartition'}
      </Button>
      {isOpen && <SplitModal shares={shares} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SplitModal({ shares, onClose }: { shares: readonly SupplierShare[]; onClose: () => void }) {
  return (
    <PanelModal opened onClose={onClose} title="Répartition entre fournisseurs" size="xl" centered>
      <p className={text.quiet}>
        Chaque produit va au fournisseur le moins cher qui l’a, unités gratuites comptées. Sous un minimum ou au-delà
        d’un encours, ses produits peuvent aller au suivant.
      </p>
      <table className={table.table} aria-label="Répartition">
        <thead>
          <tr>
            <th>Fournisseur</th>
            <th className={table.end}>Produits</th>
            <th className={table.end}>Montant HT</th>
            <th>Minimum</th>
            <th>Encours</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <Share key={share.supplierId} share={share} />
          ))}
        </tbody>
      </table>
    </PanelModal>
  )
}

function Share({ share }: { share: SupplierShare }) {
  const { supplierId, supplierName, lines, amount, minimumOrder, missing, creditLimit, owed, beyond, movable } = share
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const may = useMay(orderPreparations.spread)
  const spread = () =>
    gesture.run(async () => {
      const { moved, kept } = await send(orderPreparations.spread, { params: { id: supplierId } })
      say({
        text: `${plural(moved, 'produit déplacé', 'produits déplacés')}${kept > 0 ? `, ${plural(kept, 'reste', 'restent')} sans autre offre` : ''}`,
      })
    })
  return (
    <tr>
      <td>{supplierName}</td>
      <td className={table.end}>{lines}</td>
      <td className={table.end}>
        <b>
          <Money amount={amount} />
        </b>
      </td>
      <td>
        {minimumOrder === null ? '–' : <Money amount={minimumOrder} />}
        {missing > 0 && (
          <>
            , il manque <Money amount={missing} />
          </>
        )}
      </td>
      <td>
        <Money amount={owed} />
        {creditLimit !== null && (
          <>
            {' '}
            sur <Money amount={creditLimit} />
          </>
        )}
        {beyond > 0 && (
          <>
            , dépassé de <Money amount={beyond} />
          </>
        )}
      </td>
      <td className={table.end}>
        {may && movable > 0 && (
          <WriteButton variant="default" size="xs" loading={gesture.isRunning} onClick={spread}>
            Donner aux suivants ({movable})
          </WriteButton>
        )}
        {gesture.modals}
      </td>
    </tr>
  )
}
