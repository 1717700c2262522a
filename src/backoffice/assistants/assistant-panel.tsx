import { assistants } from '#shared/contract/assistants.ts'
import { formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { FactList } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** One token beside the list: how long it holds, what it asked, and its end. */
export function AssistantPanel({ id, onClose }: PanelProps) {
  const send = useSend()
  const gesture = useGesture()
  const { data: token, error, retry } = useAnswer(assistants.read, { params: { id } })
  const title = token?.name ?? 'Assistant'
  useTabTitle(title)
  const revoke = () =>
    gesture.ask({
      title: `Révoquer la clé de «\u00a0${title}\u00a0»\u202f?`,
      text: 'Le programme qui la tient ne reçoit plus aucune réponse. Une clé révoquée ne revient pas.',
      yes: 'Révoquer',
      run: () => send(assistants.revoke, { params: { id } }),
    })
  return (
    <SidePanel title={title} onClose={onClose}>
      {token ? (
        <PanelSection title="Clé">
          <FactList
            facts={[
              ['Faite par', token.byName],
              ['Le', formatMoment(token.createdAt)],
              ['Valable jusqu’au', formatShortDay(token.lastDay)],
              ['Révoquée le', token.revokedAt && formatMoment(token.revokedAt)],
              ['Dernière question', token.calledAt && formatMoment(token.calledAt)],
              [
                'Ses questions',
                <TextLink key="audit" to={`/parametres/journal/${id}`}>
                  dans le journal
                </TextLink>,
              ],
            ]}
          />
          {token.state === 'off' && <p>Qui l’a faite ne travaille plus ici, ou ne voit plus les rapports.</p>}
          {token.state !== 'revoked' && (
            <WriteButton variant="default" mt="md" disabled={gesture.isRunning} onClick={revoke}>
              Révoquer la clé
            </WriteButton>
          )}
        </PanelSection>
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Cet assistant n’existe pas." />
      )}
      {gesture.modals}
    </SidePanel>
  )
}
