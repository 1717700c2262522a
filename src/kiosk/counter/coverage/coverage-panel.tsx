import { Button, Modal } from '@mantine/core'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { setPayments } from '#shared/domain/sale-lines.ts'
import { lineTotal } from '#shared/domain/sale.ts'
import { Money } from '#shared/ui/money.tsx'
import { CoveragePayer } from './coverage-payer.tsx'
import type { SaleCoverage } from './coverage-shown.ts'
import { CoverageTable } from './coverage-table.tsx'
import classes from './coverage.module.css'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'

interface CoveragePanelProps {
  isOpen: boolean
  sale: LocalSale
  coverage: SaleCoverage
  onEdit: (edit: SaleEdit) => void
  onClose: () => void
}

/** « Qui paie quoi »: each payer with its amount and its voucher, then each line with what no payer covers, and why. */
export function CoveragePanel({ isOpen, sale, coverage, onEdit, onClose }: CoveragePanelProps) {
  const total = [...sale.records, ...sale.vouchers].reduce((sum, line) => sum + lineTotal(line), 0)
  const asked = coverage.payers.find(
    ({ payment }) => payment?.type === 'INSURANCE' && !payment.insuranceMetadata.voucher,
  )
  return (
    // In a stack, Échap closes only the modal on top (the photo of a voucher).
    <Modal.Stack>
      <Modal
        stackId="payers"
        opened={isOpen}
        onClose={onClose}
        title="Qui paie quoi"
        size={860}
        centered
        withCloseButton={false}
        classNames={{ body: classes.panel, header: classes.panelHead, title: classes.panelTitle }}
      >
        <ul className={classes.payerList} aria-label="Payeurs">
          {coverage.payers.map((payer, place) => (
            <CoveragePayer
              key={payer.shown.policy.id}
              saleId={sale.id}
              payer={payer}
              order={coverage.payers.length > 1 ? place + 1 : undefined}
              isAskedFor={isOpen && payer === asked}
              onEdit={onEdit}
              onPayment={(payment) =>
                onEdit((stored) =>
                  setPayments(
                    stored,
                    stored.payments.map((other) => (other.id === payment.id ? payment : other)),
                  ),
                )
              }
            />
          ))}
        </ul>
        {sale.records.length + sale.vouchers.length > 0 && <CoverageTable sale={sale} coverage={coverage} />}
        <div className={classes.panelFoot}>
          <span>
            À la charge du patient{'\u00a0'}:{' '}
            <b>
              <Money amount={total - coverage.covered} unit />
            </b>
          </span>
          <Button size="md" variant="default" onClick={onClose}>
            Fermer
          </Button>
        </div>
      </Modal>
    </Modal.Stack>
  )
}
