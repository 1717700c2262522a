import { useSetAtom } from 'jotai'
import * as z from 'zod'
import type { ErrorGesture } from '#shared/domain/error-phrases.ts'
import { AppError } from '#shared/domain/errors.ts'
import { edited, type SaleError } from '#shared/domain/local-sale.ts'
import { setBuyer } from '#shared/domain/sale-lines.ts'
import { openFreshRegisterAtom } from '#shared/store/register/fresh-register.ts'
import type { CatalogueAction } from '#shared/ui/catalogue-modal.tsx'
import { ErrorModal } from '#shared/ui/error-modal.tsx'
import { IncompletePayments } from './incomplete-payments.tsx'
import { MendableRefusal } from './mendable-refusal.tsx'
import { prescriptionAsked, PrescriptionRefusal } from './prescription-refusal.tsx'
import { RegulariseSale } from './regularise-sale.tsx'
import type { RefusalModalProps } from './refusal-props.ts'
import { remedyOf } from './refusal-remedies.ts'
import { isUnknownPatient, UnknownPatient } from './unknown-patient.tsx'
import { useRightAction } from './use-right-action.ts'

/**
 * The dialog for a refusal by this terminal or by the server, with the action that solves the problem if there is one.
 */
export function RefusalModal({ refusal, ...props }: RefusalModalProps) {
  if (refusal === null) return null
  if (refusal.message === 'sales:cannotCloseSaleWithInvalidPayment')
    return <IncompletePayments refusal={refusal} {...props} />
  if (refusal.message === 'sales:regularisationNeeded') return <RegulariseSale {...props} />
  if (isUnknownPatient(refusal)) return <UnknownPatient {...props} />
  const asked = prescriptionAsked(refusal)
  if (asked) return <PrescriptionRefusal asked={asked} {...props} />
  const remedy = remedyOf(refusal, props.sale)
  if (remedy) return <MendableRefusal refusal={refusal} remedy={remedy} {...props} />
  return <PlainRefusal refusal={refusal} {...props} />
}

function PlainRefusal({ refusal, ...props }: Omit<RefusalModalProps, 'refusal'> & { refusal: SaleError }) {
  const { onEdit, onResume, onRefreshLots, onEnd } = props
  const openRegister = useSetAtom(openFreshRegisterAtom)
  const right = useRightAction(refusal, props)
  const onward =
    right ??
    (refusal.message === 'sales:registerClosed'
      ? { label: 'Ouvrir une nouvelle caisse', onClick: () => void openRegister(refusal.details).then(onResume) }
      : refusal.message === 'sales:largeChange'
        ? {
            label: 'Oui, terminer ainsi',
            isRisky: true,
            onClick: () => {
              onEdit((stored) => edited(stored, 'confirm the cash', { confirmedCash: tenderedIn(refusal.details) }))
              onEnd()
            },
          }
        : onwardOf(refusal.message, props))
  const gestures: Record<ErrorGesture, () => void> = {
    resume: onResume,
    close: onResume,
    retry: onEnd,
    reload: onRefreshLots,
    'sign-in': onResume,
  }
  return (
    <ErrorModal
      error={new AppError(refusal.message, refusal.details)}
      onGesture={(gesture) => gestures[gesture]()}
      onward={onward}
    />
  )
}

function tenderedIn(details: unknown): number | undefined {
  return z.object({ tendered: z.number() }).safeParse(details).data?.tendered
}

/** The action that solves the problem, for refusals that can be solved at the counter. */
function onwardOf(
  message: string,
  { sale, onEdit, onResume, onPay }: Pick<RefusalModalProps, 'sale' | 'onEdit' | 'onResume' | 'onPay'>,
): CatalogueAction | undefined {
  switch (message) {
    case 'sales:cannotCloseSaleWithNotEnoughPaid':
      return { label: 'Encaisser le reste', onClick: onPay }
    case 'sales:overpaid':
      return { label: 'Corriger les paiements', onClick: onPay }
    case 'sales:invalidBuyerTaxId':
      return {
        label: 'Laisser le numéro vide',
        onClick: () => {
          onEdit((stored) => setBuyer(stored, stored.buyer ? { ...stored.buyer, taxId: null } : null))
          onResume()
        },
      }
    case 'sales:totalMismatch':
      return {
        label: 'Recalculer',
        onClick: () => {
          // Every edit computes the payments again. This edit changes nothing else.
          onEdit((stored) => stored)
          onResume()
        },
      }
    case 'sales:cannotEditCanceledSale':
    case 'sales:replacedUnknown':
      return sale.replaces
        ? {
            label: 'En faire une nouvelle vente',
            onClick: () => {
              onEdit((stored) => edited(stored, 'make it a new sale', { replaces: null }))
              onResume()
            },
          }
        : undefined
    default:
      return undefined
  }
}
