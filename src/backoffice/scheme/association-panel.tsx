import { IconLinkOff } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import {
  productHealthInsurance as scheme,
  type ProductHealthInsurance,
} from '#shared/contract/product-health-insurance.ts'
import { products } from '#shared/contract/products.ts'
import { schemeLinesAtom } from '#shared/store/lists/scheme-atoms.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { ProductPick } from '#backoffice/scheme/product-pick.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/scheme/scheme.module.css'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { FactList } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** One line of the scheme beside the list: what it reimburses, and its product. */
export function AssociationPanel({ id: lineId, onClose }: PanelProps) {
  const { data, error, retry } = useAnswer(scheme.read, { params: { id: lineId } })
  const lines = useAtomValue(schemeLinesAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const line = data ?? (isOffline ? lines.get(lineId) : undefined)
  const title = line?.label ?? 'Ligne du régime'
  useTabTitle(title)
  return (
    <SidePanel title={title} subtitle={line?.archived && <StatusTag>Archivée</StatusTag>} onClose={onClose}>
      {line ? (
        <KnownLine line={line} />
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Cette ligne n’est pas dans la liste du régime." />
      )}
    </SidePanel>
  )
}

function KnownLine({ line }: { line: ProductHealthInsurance }) {
  const mayEdit = useMay(scheme.associateProduct)
  const send = useSend()
  const gesture = useGesture()
  const associate = (productId: string | null) =>
    gesture.run(() =>
      send(scheme.associateProduct, {
        params: { id: line.id },
        body: { productId, productHealthInsuranceId: line.id },
      }),
    )
  return (
    <>
      <PanelSection title="Ligne du régime">
        <FactList
          facts={[
            ['Code', line.code],
            ['DCI', line.inn],
            ['Dosage', line.dosage],
            ['Forme', line.form],
            ['Prix de base', <Money key="price" amount={line.basePrice} unit />],
            ['Taux', formatPercent(line.rate)],
          ]}
        />
      </PanelSection>
      <PanelSection title="Produit">
        {line.productId ? (
          <Associated productId={line.productId} />
        ) : (
          <p className={text.none}>Aucun produit. Le régime ne paiera rien pour cette ligne.</p>
        )}
        {line.productId && mayEdit && (
          <WriteButton
            mt="sm"
            variant="default"
            leftSection={<IconLinkOff size={18} aria-hidden />}
            loading={gesture.isRunning}
            onClick={() => associate(null)}
          >
            Dissocier
          </WriteButton>
        )}
      </PanelSection>
      {mayEdit && !line.archived && (
        <PanelSection title={line.productId ? 'Associer un autre produit' : 'Associer un produit'}>
          <ProductPick
            key={line.productId}
            initial={line.productId ? '' : [line.inn ?? line.label, line.inn && line.dosage].filter(Boolean).join(' ')}
            chosenId={line.productId}
            isBusy={gesture.isRunning || gesture.isOffline}
            onPick={associate}
          />
        </PanelSection>
      )}
      {gesture.modals}
    </>
  )
}

function Associated({ productId }: { productId: string }) {
  const { data: product } = useAnswer(products.read, { params: { id: productId } })
  const isOffline = useAtomValue(isOfflineAtom)
  return (
    <p className={`${text.none} ${classes.associated}`}>
      <b className={classes.product}>
        {product?.label ?? (isOffline ? 'Associée\u00a0: le nom du produit demande le réseau.' : '…')}
      </b>
      {product && (
        <small>
          {[product.inns.map(({ name, dosage }) => [name, dosage].filter(Boolean).join(' ')).join(' + '), product.form]
            .filter(Boolean)
            .join(' · ')}
        </small>
      )}
    </p>
  )
}
