import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { fiscalDocuments, type FiscalDocumentOfSale } from '#shared/contract/fiscal-documents.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { certifiedOf, isAwaited } from '#shared/domain/fiscal/paper-document.ts'
import { fiscalProfile, invoicingOf } from '#shared/domain/fiscal/profiles.ts'
import { awaitedWords } from '#shared/papers/fiscal-words.ts'
import { InvoicePages } from '#shared/papers/invoice-pages.tsx'
import { returnInvoice, saleInvoice, type Invoice } from '#shared/papers/invoice.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import classes from '#backoffice/sales/sales.module.css'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

type Copy = { fiscal: FiscalDocumentOfSale | null; isReprint: boolean }
type Paper = { name: string; fiscal: FiscalDocumentOfSale | null; invoice: (copy: Copy) => Invoice }

/** The invoice of a sale and the credit notes of what undid it, each on A4, with its code once it is certified. */
export function SaleInvoices({ sale }: { sale: Sale }) {
  const pharmacy = useAtomValue(terminalAtom)?.pharmacy
  const country = pharmacy?.country
  const mayAsk = useMay(fiscalDocuments.ask)
  const isCertifying = country !== undefined && country.fiscalPlatform !== 'none'
  const { data } = useAnswer(fiscalDocuments.ofSale, { params: { id: sale.id } }, { enabled: isCertifying })
  const documents = isCertifying ? data : []
  const send = useSend()
  const gesture = useGesture()
  const [shown, setShown] = useState<Invoice | null>(null)
  if (!country) return null
  const isAskable =
    mayAsk &&
    documents?.length === 0 &&
    sale.status === 'CLOSED' &&
    invoicingOf(fiscalProfile(country.fiscalPlatform), pharmacy.settings.fiscalInvoices) === 'on-request'
  // The document counts its papers, and the second one is a duplicate.
  const print = ({ fiscal, invoice }: Paper) =>
    gesture.run(async () => {
      const isReprint =
        certifiedOf(fiscal) !== null && (await send(fiscalDocuments.printed, { params: { id: fiscal!.id } })).before > 0
      setShown(invoice({ fiscal, isReprint }))
    })
  return (
    <PanelSection title="Sur papier A4">
      {papersOf(sale, documents ?? [], country.cashRoundingStep).map((paper) => {
        const certified = certifiedOf(paper.fiscal)
        return (
          <div key={paper.name} className={`${classes.line} ${classes.paper}`}>
            <span>
              {paper.name}
              {certified && <small>{certified.elements.code}</small>}
              {isAwaited(paper.fiscal) && (
                <div>
                  <StatusTag tone="warning">{awaitedWords}</StatusTag>
                </div>
              )}
            </span>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              disabled={!documents || gesture.isRunning || (certified !== null && gesture.isOffline)}
              aria-label={`Imprimer sur A4\u00a0: ${paper.name}`}
              onClick={() => print(paper)}
            >
              Imprimer
            </Button>
          </div>
        )
      })}
      {isAskable && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={gesture.isOffline}
          loading={gesture.isRunning}
          onClick={() => gesture.run(() => send(fiscalDocuments.ask, { params: { id: sale.id } }))}
        >
          Demander la facture normalisée
        </Button>
      )}
      {gesture.modals}
      {shown && <InvoicePages invoice={shown} onPrinted={() => setShown(null)} />}
    </PanelSection>
  )
}

function papersOf(sale: Sale, documents: readonly FiscalDocumentOfSale[], cashStep: number): Paper[] {
  const find = (kind: FiscalDocumentOfSale['kind'], id: string | null) =>
    documents.find((document) => document.kind === kind && document.returnId === id) ?? null
  const ofSale = (copy: Copy) => saleInvoice(sale, { ...copy, cashStep })
  const undoing = find('credit', null)
  return [
    { name: 'Facture', fiscal: find('sale', null), invoice: ofSale },
    ...(undoing ? [{ name: 'Avoir de l’annulation', fiscal: undoing, invoice: ofSale }] : []),
    ...sale.returns.map((note) => ({
      name: `Avoir n°\u00a0${note.number}`,
      fiscal: find('credit', note.id),
      invoice: (copy: Copy) => returnInvoice(note, sale, copy),
    })),
  ]
}
