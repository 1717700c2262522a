import { Button, Modal } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { dayOfAtom, leftOfAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useNow } from '#shared/ui/use-now.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale, SalePatient } from '#shared/domain/local-sale.ts'
import { displayName } from '#shared/domain/person.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { ofName } from '#shared/ui/of-name.ts'
import { plural } from '#shared/ui/plural.ts'
import classes from './help.module.css'
import { PurchaseRow } from './purchase-row.tsx'
import { leftBeside, resumedLines, type ResumedLine } from './resume-purchases.ts'
import { usePurchases } from './use-purchases.ts'

interface PurchasesPanelProps {
  patient: SalePatient
  /** The ticket that the purchases would be added to. Undefined: a new one. */
  sale: Pick<LocalSale, 'records'> | undefined
  /** Called once: the second tap of a double tap is ignored. */
  onResume: (lines: readonly ResumedLine[]) => void
  /** Undefined if no ticket is open beside it. */
  onEquivalents?: (product: PharmacyProduct) => void
  onMissed?: (product: PharmacyProduct) => void
  onClose: () => void
}

/** The last purchases of a patient. The chosen ones are added to the ticket again, at today's price. */
export function PurchasesPanel({ patient, sale, onResume, onEquivalents, onMissed, onClose }: PurchasesPanelProps) {
  const known = usePurchases(patient.id)
  const products = useAtomValue(productsAtom)
  const today = useAtomValue(dayOfAtom)(useNow())
  const leftOf = leftBeside(sale, useAtomValue(leftOfAtom))
  const { cashStep } = useAtomValue(tradeAtom)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const isResumed = useRef(false)
  const rows = (known?.purchases ?? []).map((purchase) => {
    const product = products.get(purchase.pharmacyProductId)
    return { purchase, product, lines: product ? resumedLines(product, purchase, { today, leftOf, cashStep }) : [] }
  })
  const resume = (ids: ReadonlySet<string>) => {
    const lines = rows.filter(({ purchase }) => ids.has(purchase.pharmacyProductId)).flatMap((row) => row.lines)
    if (isResumed.current || lines.length === 0) return
    isResumed.current = true
    onResume(lines)
  }
  const toggle = (id: string) =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Derniers achats ${ofName(displayName(patient))}`}
      size={880}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
    >
      {known?.isLocal && (
        <p className={classes.local} role="status">
          Seulement les ventes de ce poste, depuis 30 jours{'\u00a0'}: les autres demandent le réseau.
        </p>
      )}
      {known === null && <Loader label="Recherche des achats" />}
      {known && rows.length === 0 && <p className={classes.nothing}>Aucun achat connu de ce patient.</p>}
      <ul className={classes.purchases} aria-label="Derniers achats">
        {rows.map(({ purchase, product, lines }, place) => (
          <PurchaseRow
            key={purchase.pharmacyProductId}
            purchase={purchase}
            product={product}
            lines={lines}
            leftOf={leftOf}
            today={today}
            isFirst={place === 0}
            isChosen={chosen.has(purchase.pharmacyProductId)}
            onToggle={() => toggle(purchase.pharmacyProductId)}
            onEnter={() => resume(chosen.size > 0 ? chosen : new Set([purchase.pharmacyProductId]))}
            onEquivalents={onEquivalents}
            onMissed={onMissed}
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <Button variant="default" size="md" onClick={onClose}>
          Fermer
        </Button>
        {rows.length > 0 && (
          <Button
            size="md"
            leftSection={<IconHistory size={26} aria-hidden />}
            disabled={chosen.size === 0}
            onClick={() => resume(chosen)}
          >
            {chosen.size === 0
              ? 'Reprendre\u00a0: choisissez un produit'
              : `Reprendre ${plural(chosen.size, 'produit')}`}
          </Button>
        )}
      </div>
    </Modal>
  )
}
