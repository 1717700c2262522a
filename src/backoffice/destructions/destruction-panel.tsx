import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { destructions, type DestructionReport } from '#shared/contract/destructions.ts'
import { stockReasonWords } from '#shared/domain/stock-reasons.ts'
import { formatMoment, formatMonth, formatShortDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import text from '#shared/ui/text.module.css'
import { DestructionPages } from '#backoffice/destructions/destruction-pages.tsx'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { FactList } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** One destruction beside its list, with its report to print. */
export function DestructionPanel({ id, onClose }: PanelProps) {
  const { data: report, error, retry } = useAnswer(destructions.read, { params: { id } })
  const [isPrinting, setIsPrinting] = useState(false)
  const title = report ? `Destruction n°\u00a0${report.number}` : 'Destruction'
  useTabTitle(title)
  if (!report)
    return (
      <SidePanel title={title} onClose={onClose}>
        <PanelFace
          error={error}
          onRetry={retry}
          missingText="Cette destruction n’existe pas, ou l’adresse est incomplète."
        />
      </SidePanel>
    )
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      subtitle={formatShortDay(report.destroyedOn)}
      footer={
        <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => setIsPrinting(true)}>
          Imprimer le PV
        </Button>
      }
    >
      <PanelSection title="Procès-verbal">
        <FactList
          facts={[
            ['Méthode', report.method],
            ['Témoin', report.witness],
            ['Note', report.note],
            ['Saisie', `${formatMoment(report.recordedAt)}, ${report.byName}`],
            ...(report.value === null
              ? []
              : ([['Valeur au coût', <Money key="value" amount={report.value} unit />]] as const)),
          ]}
        />
      </PanelSection>
      <PanelSection title="Lots détruits">
        <Lines report={report} />
      </PanelSection>
      {isPrinting && <DestructionPages report={report} onPrinted={() => setIsPrinting(false)} />}
    </SidePanel>
  )
}

function Lines({ report: { lines } }: { report: DestructionReport }) {
  return (
    <table className={`${table.table} ${table.dense}`}>
      <thead>
        <tr>
          <th>Produit</th>
          <th>Motif</th>
          <th className={table.end}>Qté</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ stockItemId, label, lot, expiresOn, reason, quantity }) => (
          <tr key={stockItemId}>
            <td className={table.wide} title={label}>
              {label}
              <br />
              <span className={text.quiet}>
                {[lot ? `lot ${lot}` : 'sans numéro', expiresOn && formatMonth(expiresOn)].filter(Boolean).join(', ')}
              </span>
            </td>
            <td>{stockReasonWords[reason]}</td>
            <td className={table.end}>{formatAmount(quantity, { decimals: 0 })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
