import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentProps, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { editSaleAtom, type SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { scansAheadAtom } from '#kiosk/counter/scan/scan-inbox.ts'
import type { Person } from '#shared/contract/persons.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { setPatient } from '#shared/domain/sale-lines.ts'
import { correctPatientAtom, createPatientAtom, localPatientsAtom } from '#shared/store/sales/patient-atoms.ts'
import { ClientsScreen } from './clients/clients-screen.tsx'
import { refusedPatient } from './clients/refused-patient.ts'
import { PurchasesPanel } from './help/purchases-panel.tsx'
import { resume } from './help/resume-purchases.ts'
import { saleInHandAtom, useSellTo } from '#kiosk/counter/shown-sale/use-sell-to.ts'

/**
 * `/clients`: finds the patient to sell to. `?fiche=` opens the card of a client, `?corriger=` a patient that the
 * server refused.
 */
export function ClientsRoute() {
  const sale = useAtomValue(saleInHandAtom)
  const search = useSearch()
  const asked = new URLSearchParams(search)
  const refused = useAtomValue(localPatientsAtom).find(
    ({ id, status }) => id === asked.get('corriger') && status === 'ERROR',
  )
  const create = useSetAtom(createPatientAtom)
  const correct = useSetAtom(correctPatientAtom)
  const { sell, onScanAhead } = useSelling()
  const [, navigate] = useLocation()
  return (
    <Finding
      key={search}
      sale={sale}
      shownId={asked.get('fiche') ?? sale?.patient?.id}
      refused={refused && refusedPatient(refused)}
      onCorrect={async (patient) => {
        const { id } = refused ? await correct(refused, patient) : await create(patient)
        navigate(`/clients?fiche=${id}`, { replace: true })
      }}
      onNotCorrected={() => navigate('/clients', { replace: true })}
      onBack={() => navigate(sale ? `/vente/${sale.id}` : '/vente')}
      onSell={sell}
      onScanAhead={onScanAhead}
    />
  )
}

interface ClientFinderProps {
  /** The open sale, beside which the patient is looked for. */
  sale: LocalSale
  onEdit: (edit: SaleEdit) => void
  onClose: () => void
}

/** Finds the patient of the sale that is shown, without leaving it. */
export function ClientFinder({ sale, onEdit, onClose }: ClientFinderProps) {
  const sell: Sell = ({ id, firstName, lastName }, then = (stored) => stored) => {
    onEdit((stored) => then(setPatient(stored, { id, firstName, lastName })))
    onClose()
  }
  return (
    <Finding
      isBeside
      sale={sale}
      shownId={sale.patient?.id}
      onCorrect={() => Promise.resolve()}
      onNotCorrected={onClose}
      onBack={onClose}
      onSell={sell}
      onScanAhead={undefined}
    />
  )
}

/** Sells to a patient; `then` is applied to the sale as well. */
type Sell = (person: Person, then?: SaleEdit) => void

/** The clients, with the last purchases of one above them. */
function Finding({
  onSell,
  ...props
}: Omit<ComponentProps<typeof ClientsScreen>, 'onSell' | 'onCreate' | 'onPurchases' | 'isCovered'> & { onSell: Sell }) {
  const create = useSetAtom(createPatientAtom)
  const [asking, setAsking] = useState<Person | null>(null)
  return (
    <>
      <ClientsScreen
        {...props}
        onCreate={async (patient) => (await create(patient)).id}
        onSell={(person) => onSell(person)}
        onPurchases={setAsking}
        isCovered={asking !== null}
      />
      {asking && (
        <PurchasesPanel
          patient={asking}
          sale={props.sale}
          onResume={(lines) => onSell(asking, resume(lines))}
          // Close after the key event, otherwise the same Échap would also close the card below.
          onClose={() => void setTimeout(() => setAsking(null))}
        />
      )}
    </>
  )
}

/** Puts a patient on a sale, then applies `then` to that sale. A second touch meanwhile does nothing. */
function useSelling(): {
  sell: Sell
  onScanAhead: ((text: string) => void) | undefined
} {
  const sellTo = useSellTo()
  const edit = useSetAtom(editSaleAtom)
  const [, navigate] = useLocation()
  const isGoing = useRef(false)
  const [isOnTheWay, setIsOnTheWay] = useState(false)
  const setAhead = useSetAtom(scansAheadAtom)
  const setGoing = (is: boolean) => {
    isGoing.current = is
    setIsOnTheWay(is)
  }
  const sell = ({ id, firstName, lastName }: Person, then?: SaleEdit) => {
    if (isGoing.current) return
    setGoing(true)
    void sellTo({ id, firstName, lastName })
      .then(async (saleId) => {
        if (then) await edit(saleId, then)
        navigate(`/vente/${saleId}`)
      })
      // The terminal was locked, or the disk refused: the card stays open, and the user may try again.
      .catch(() => setAhead([]))
      .finally(() => setGoing(false))
  }
  return { sell, onScanAhead: isOnTheWay ? (text) => setAhead((before) => [...before, text]) : undefined }
}
