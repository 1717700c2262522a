import { type Disbursement, type DisbursementPhoto, disbursements } from '#shared/contract/disbursements.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import text from '#shared/ui/text.module.css'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { PhotoThumbs } from '#backoffice/ui/photo-thumbs.tsx'
import { FactList } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** One disbursement beside its list: reason, recipient and photo of the receipt. */
export function DisbursementPanel({ id, onClose }: PanelProps) {
  const { data: disbursement, error, retry } = useAnswer(disbursements.read, { params: { id } })
  const title = disbursement ? `Décaissement n°\u00a0${disbursement.number}` : 'Décaissement'
  useTabTitle(title)
  return (
    <SidePanel title={title} onClose={onClose} subtitle={disbursement && formatMoment(disbursement.spentAt)}>
      {disbursement ? (
        <Facts disbursement={disbursement} />
      ) : (
        <PanelFace
          error={error}
          onRetry={retry}
          missingText="Ce décaissement n’existe pas, ou l’adresse est incomplète."
        />
      )}
      {disbursement && <Receipt id={id} />}
    </SidePanel>
  )
}

function Facts({
  disbursement: { amount, reason, beneficiary, note, userName, registerId },
}: {
  disbursement: Disbursement
}) {
  return (
    <PanelSection title="Détail">
      <FactList
        facts={[
          ['Montant', <Money key="amount" amount={amount} unit />],
          ['Motif', reason],
          ['Bénéficiaire', beneficiary],
          ['Note', note],
          ['Payé par', userName],
          [
            'Sorti de',
            <TextLink key="register" to={`/caisses/${registerId}`}>
              sa caisse
            </TextLink>,
          ],
        ]}
      />
    </PanelSection>
  )
}

const nameOf = ({ takenAt }: DisbursementPhoto): string => `Justificatif, ${formatMoment(takenAt)}`

function Receipt({ id }: { id: string }) {
  const { data: photos, error, retry } = useAnswer(disbursements.photos, { params: { id } })
  return (
    <PanelSection title="Justificatif">
      {!photos ? (
        <PanelFace
          error={error}
          onRetry={retry}
          missingText="Ce décaissement n’existe pas, ou l’adresse est incomplète."
        />
      ) : photos.length === 0 ? (
        <span className={text.quiet}>Aucune photo du justificatif.</span>
      ) : (
        <PhotoThumbs photos={photos} nameOf={nameOf} />
      )}
    </PanelSection>
  )
}
