import type { ReactNode } from 'react'
import { type FactValue, factsOf } from '#shared/domain/error-facts.ts'
import { errorTexts } from '#shared/domain/error-catalogue.ts'
import type { ErrorGesture } from '#shared/domain/error-phrases.ts'
import type { AppError, ErrorMessage } from '#shared/domain/errors.ts'
import { type CatalogueAction, type CatalogueFact, CatalogueModal } from './catalogue-modal.tsx'
import { useCurrency } from './currency.tsx'
import { formatDay, formatDuration } from './date-format.ts'
import { type Currency, formatAmount, formatMoney } from './money-format.ts'

interface ErrorModalProps {
  /** The refusal to show; null closes the modal. */
  error: AppError | null
  /**
   * Called with the pressed button's gesture; the screen executes it and sets `error` to null. Escape is the first
   * button.
   */
  onGesture: (gesture: ErrorGesture) => void
  /** Rows (CatalogueRow) that solve it in place, shown instead of the facts. */
  children?: ReactNode
  /** An action of the screen, placed after the buttons of the catalogue. */
  onward?: CatalogueAction | undefined
}

function messageOf(error: AppError): ErrorMessage {
  return Object.hasOwn(errorTexts, error.message) ? (error.message as ErrorMessage) : 'internal'
}

/** A fact of a refusal as text. */
export function writeFact(value: FactValue, currency: Currency): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return formatAmount(value, { decimals: 0 })
  if ('money' in value) return formatMoney(value.money, currency)
  if ('day' in value) return formatDay(value.day)
  return formatDuration(value.seconds)
}

/** The facts of a refusal as texts. */
export function shownFacts(message: ErrorMessage, details: unknown, currency: Currency): CatalogueFact[] {
  return factsOf(message, details).map(({ label, value }) => ({ label, value: writeFact(value, currency) }))
}

/** A refusal of the catalogue with its texts, facts and buttons. */
export function ErrorModal({ error, onGesture, children, onward }: ErrorModalProps) {
  const currency = useCurrency()
  if (!error) return null
  const message = messageOf(error)
  const { title, text, kept, buttons } = errorTexts[message]
  const actions = [
    ...buttons.map(({ label, gesture }): CatalogueAction => ({ label, onClick: () => onGesture(gesture) })),
    ...(onward ? [onward] : []),
  ]
  return (
    <CatalogueModal
      opened
      tone={message === 'internal' || message === 'requests:invalidResponseStatus' ? 'danger' : 'warning'}
      title={title}
      text={text}
      kept={kept}
      facts={children ? undefined : shownFacts(message, error.details, currency)}
      actions={actions as [CatalogueAction, ...CatalogueAction[]]}
    >
      {children}
    </CatalogueModal>
  )
}
