import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { policyStateWords } from '#shared/domain/coverage/coverage-words.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { missingInformation } from '#shared/domain/missing-information.ts'
import { lineTotal } from '#shared/domain/sale.ts'
import { Money } from '#shared/ui/money.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { ShareBar } from './coverage-line.tsx'
import { nameOf } from './coverage-names.ts'
import { CoveragePanel } from './coverage-panel.tsx'
import type { SaleCoverage, ShownPayer } from './coverage-shown.ts'
import classes from './coverage.module.css'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'

interface CoverageBarProps {
  sale: LocalSale
  coverage: SaleCoverage
  onEdit: (edit: SaleEdit) => void
}

/** In the foot of the ticket: what each payer takes of the sale. A touch, or F7, opens « Qui paie quoi ». */
export function CoverageBar({ sale, coverage, onEdit }: CoverageBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  useShortcuts({ F7: () => setIsOpen((was) => !was) })
  const { payers, covered } = coverage
  const total = [...sale.records, ...sale.vouchers].reduce((sum, line) => sum + lineTotal(line), 0)
  const paying = payers.filter(({ payment }) => payment)
  const lacks = sale.payments.some((payment) =>
    missingInformation(payment, { patientId: sale.patient?.id ?? null }).includes('voucherNumber'),
  )
  return (
    <>
      <button
        type="button"
        className={`${classes.foot} officine-focus`}
        aria-haspopup="dialog"
        aria-keyshortcuts="F7"
        onClick={() => setIsOpen(true)}
      >
        {covered > 0 && <ShareBar total={total} patient={total - covered} isWide />}
        <span className={classes.footText}>
          {paying.length > 0 ? (
            <Payers paying={paying} />
          ) : (
            <span className={classes.reason}>{whyNothing(payers, sale.records.length > 0)}</span>
          )}
          {lacks && <span className={classes.lacks}>Bon à saisir</span>}
          <IconChevronRight size={22} aria-label="Qui paie quoi" />
        </span>
      </button>
      <CoveragePanel isOpen={isOpen} sale={sale} coverage={coverage} onEdit={onEdit} onClose={() => setIsOpen(false)} />
    </>
  )
}

function Payers({ paying }: { paying: readonly ShownPayer[] }) {
  const [only] = paying
  if (paying.length === 1 && only)
    return (
      <span className={classes.payers}>
        {nameOf(only)} prend en charge{' '}
        <b>
          <Money amount={only.payment!.amount} />
        </b>
      </span>
    )
  return (
    <span className={classes.payers}>
      {paying.map((payer, place) => (
        <Fragment key={payer.shown.policy.id}>
          {place > 0 && ' · '}
          {nameOf(payer)}
          {'\u00a0'}
          <b>
            <Money amount={payer.payment!.amount} />
          </b>
        </Fragment>
      ))}
    </span>
  )
}

/** « Police expirée (NSIA) »: why no policy pays, each reason once. */
function whyNothing(payers: readonly ShownPayer[], hasLines: boolean): string {
  const usable = payers.filter(
    ({ isDeclined, shown: { state } }) => !isDeclined && (state?.kind === 'valid' || state?.kind === 'expiring'),
  )
  if (usable.length > 0)
    return hasLines ? 'Aucune ligne n’est prise en charge' : `Couvert par ${usable.map(nameOf).join(', ')}`
  return `Rien n’est pris en charge\u00a0: ${payers.map((payer) => `${nameOf(payer)} (${barredWords(payer)})`).join(', ')}`
}

function barredWords({ isDeclined, shown: { state } }: ShownPayer): string {
  if (isDeclined) return 'non utilisée'
  return state ? policyStateWords(state).toLowerCase() : 'contrat inconnu ou archivé'
}
