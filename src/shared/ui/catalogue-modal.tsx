import { Button, Modal } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useCallback, useId } from 'react'
import classes from './catalogue-modal.module.css'
import tones from './tone.module.css'

export type CatalogueTone = 'warning' | 'danger' | 'info'

export interface CatalogueFact {
  /** « Encours », « Cette vente », « Limite ». */
  label: string
  value: ReactNode
}

export interface CatalogueAction {
  label: string
  onClick: () => void
  /** Why the button is disabled, shown below the buttons. Undefined: enabled. */
  disabledReason?: string
  isLoading?: boolean
  /** Never the primary button, which a hurried hand presses: it confirms what is likely a mistake. */
  isRisky?: boolean
}

interface CatalogueModalProps {
  opened: boolean
  /** warning: something is missing; danger: refused or failed; info: already done. */
  tone?: CatalogueTone
  /** What happened. */
  title: string
  /** What to do. */
  text?: ReactNode
  facts?: readonly CatalogueFact[]
  /** Rows (CatalogueRow), one per problem, with the control that solves it. */
  children?: ReactNode
  /** What was saved: « Vos lignes et vos paiements sont conservés. » */
  kept?: string
  /** Buttons from left to right; the last one that is not risky is primary. Escape triggers the first. */
  actions: readonly [CatalogueAction, ...CatalogueAction[]]
}

/** With more facts they are listed vertically. */
const mostFactsAbreast = 3

const signs = { warning: IconAlertTriangle, danger: IconAlertCircle, info: IconInfoCircle }

/** A refusal of the catalogue. A click on the overlay does not close it, because a refusal needs an answer. */
export function CatalogueModal({
  opened,
  tone = 'warning',
  title,
  text,
  facts,
  children,
  kept,
  actions,
}: CatalogueModalProps) {
  const [titleId, textId] = [useId(), useId()]
  const hasText = text !== undefined
  const Sign = signs[tone]
  const [first] = actions
  // Mantine overwrites `role` with "dialog", and sets its ids only for Modal.Title and Modal.Body.
  const asAlertDialog = useCallback(
    (node: HTMLElement | null) => {
      node?.setAttribute('role', 'alertdialog')
      node?.setAttribute('aria-labelledby', titleId)
      if (hasText) node?.setAttribute('aria-describedby', textId)
    },
    [titleId, textId, hasText],
  )
  const reason = actions.find((action) => action.disabledReason)?.disabledReason
  return (
    <Modal.Root
      opened={opened}
      onClose={() => !first.disabledReason && first.onClick()}
      closeOnClickOutside={false}
      centered
      size={812}
      shadow="xl"
    >
      <Modal.Overlay />
      <Modal.Content ref={asAlertDialog} className={classes.content}>
        <div>
          <div className={classes.head}>
            <span className={`${classes.sign} ${tones[tone]}`}>
              <Sign size={34} aria-hidden />
            </span>
            <div>
              {/* The title has the focus, so that the Enter key at the end of a scan does not press a button. */}
              <h2 id={titleId} className={classes.title} tabIndex={-1} data-autofocus>
                {title}
              </h2>
              {hasText && (
                <div id={textId} className={classes.text}>
                  {text}
                </div>
              )}
            </div>
          </div>
          {facts && facts.length > 0 && (
            <dl className={facts.length > mostFactsAbreast ? classes.factList : classes.facts}>
              {facts.map((fact, index) => (
                <div key={index}>
                  <dt>{fact.label}</dt>
                  <dd>{fact.value}</dd>
                </div>
              ))}
            </dl>
          )}
          {children && <div className={classes.rows}>{children}</div>}
          {kept && (
            <div className={classes.kept}>
              <IconCircleCheck size={24} aria-hidden />
              {kept}
            </div>
          )}
          <div className={classes.foot}>
            <Actions actions={actions} />
            {reason && <div className={classes.reason}>{reason}</div>}
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

function Actions({ actions }: Pick<CatalogueModalProps, 'actions'>) {
  const primary = actions.findLast(({ isRisky }) => !isRisky)
  return (
    <div className={classes.actions}>
      {actions.map((action) => (
        <Button
          key={action.label}
          size="md"
          variant={action === primary ? 'filled' : 'default'}
          data-primary={action === primary || undefined}
          disabled={action.disabledReason !== undefined}
          loading={action.isLoading}
          onClick={action.onClick}
        >
          {action.label}
        </Button>
      ))}
    </div>
  )
}

interface CatalogueRowProps {
  icon?: ReactNode
  /** « Couverture NSIA · 6 600 F CFA » */
  title: ReactNode
  /** What is missing, in orange. */
  missing?: string
  text?: ReactNode
  /** The field or buttons that solve it. */
  children?: ReactNode
}

export function CatalogueRow({ icon, title, missing, text, children }: CatalogueRowProps) {
  return (
    <div className={classes.row}>
      {icon}
      <div className={classes.rowNames}>
        <b>{title}</b>
        {missing && <span className={classes.missing}>{missing}</span>}
        {text}
      </div>
      {children && <div className={classes.gestures}>{children}</div>}
    </div>
  )
}
