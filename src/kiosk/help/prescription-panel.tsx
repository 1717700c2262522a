import { Button, Modal } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { CommittedField } from '#kiosk/ui/committed-field.tsx'
import {
  PatientNameField,
  PrescribedOnField,
  PrescriberField,
  usePrescription,
} from '#kiosk/counter/prescription/prescription-fields.tsx'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { listWords } from '#kiosk/counter/sale/list-words.ts'
import { findStockItemsAtom } from '#kiosk/counter/sale/stock-item-places.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { setPosology, setPrescription } from '#shared/domain/sale-lines.ts'
import classes from './help.module.css'
import { PosologyLine } from './posology-line.tsx'

interface PrescriptionPanelProps {
  sale: LocalSale
  onEdit: (edit: SaleEdit) => void
  onClose: () => void
}

/**
 * « Ordonnance »: prescriber, patient, and the posology of each line. Each field is written to the sale when it loses
 * the focus.
 */
export function PrescriptionPanel({ sale, onEdit, onClose }: PrescriptionPanelProps) {
  const { said, change } = usePrescription({ sale, onEdit })
  return (
    <Modal
      opened
      onClose={onClose}
      title="Ordonnance"
      size={880}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
    >
      <div className={classes.prescription}>
        <PrescriberField sale={sale} onEdit={onEdit} />
        <CommittedField
          label="Adresse du prescripteur"
          value={said.prescriberAddress}
          onCommit={(prescriberAddress) => change({ prescriberAddress })}
        />
        <PrescribedOnField sale={sale} onEdit={onEdit} />
        <PatientNameField sale={sale} onEdit={onEdit} />
        <CommittedField
          label="Adresse du patient"
          value={said.patientAddress}
          onCommit={(patientAddress) => change({ patientAddress })}
        />
      </div>
      <Posologies sale={sale} onEdit={onEdit} />
      <div className={classes.foot}>
        {sale.prescription ? (
          <Button variant="default" size="md" onClick={() => onEdit((stored) => setPrescription(stored, null))}>
            Retirer l’ordonnance
          </Button>
        ) : (
          <span />
        )}
        <Button size="md" onClick={onClose}>
          Garder et revenir à la vente
        </Button>
      </div>
    </Modal>
  )
}

/** The posology of each line, for its label and for the register of listed medicines. */
function Posologies({ sale, onEdit }: Pick<PrescriptionPanelProps, 'sale' | 'onEdit'>) {
  const found = useAtomValue(findStockItemsAtom)(new Set(sale.records.map(({ stockItemId }) => stockItemId)))
  const [openId, setOpenId] = useState(sale.records.length === 1 ? sale.records[0]!.id : null)
  if (sale.records.length === 0) return null
  return (
    <ul className={classes.posologies} aria-label="Posologies">
      {sale.records.map((record) => {
        const product = found.get(record.stockItemId)?.product
        return (
          <PosologyLine
            key={record.id}
            record={record}
            form={product?.form ?? null}
            list={product ? listWords(product) : null}
            isOpen={openId === record.id}
            onToggle={() => setOpenId(openId === record.id ? null : record.id)}
            onPosology={(text) => onEdit((stored) => setPosology(stored, record.id, text))}
          />
        )
      })}
    </ul>
  )
}
