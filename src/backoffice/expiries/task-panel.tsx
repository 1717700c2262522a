import type { ExpiryTask } from '#shared/contract/expiry-tasks.ts'
import { expiryTasks } from '#shared/contract/expiry-tasks.ts'
import { formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { taskWords } from '#backoffice/expiries/expiry-columns.tsx'
import { TaskGestures } from '#backoffice/expiries/task-gestures.tsx'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { FactList } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** One task beside its list. */
export function TaskPanel({ id, onClose }: PanelProps) {
  const { data: task, error, retry } = useAnswer(expiryTasks.read, { params: { id } }, { keep: true })
  const title = task?.label ?? 'Action'
  useTabTitle(title)
  return (
    <SidePanel title={title} onClose={onClose} subtitle={task && taskWords(task)}>
      {task ? (
        <Facts task={task} />
      ) : (
        <PanelFace
          error={error}
          onRetry={retry}
          missingText="Cette action n’existe pas, ou l’adresse est incomplète."
        />
      )}
    </SidePanel>
  )
}

function Facts({ task }: { task: ExpiryTask }) {
  return (
    <>
      <PanelSection title="Action" fact={<TextLink to={`/peremptions/${task.stockItemId}`}>Le lot</TextLink>}>
        <FactList
          facts={[
            ['Lot', task.lot],
            ['Péremption', task.expiresOn && formatShortDay(task.expiresOn)],
            ['Prévu', String(task.quantity)],
            ['Fait', task.doneQuantity === null ? null : String(task.doneQuantity)],
            ['Reste en stock', String(task.left)],
            ['Décidé', `${formatMoment(task.createdAt)}, ${task.createdByName}`],
            ['Terminé', task.endedAt && `${formatMoment(task.endedAt)}, ${task.endedByName}`],
            ['Perte évitée', task.saved !== null && <Money key="saved" amount={task.saved} unit />],
          ]}
        />
        {task.state === 'open' && <TaskGestures task={task} productId={task.pharmacyProductId} supplierId={null} />}
      </PanelSection>
    </>
  )
}
