import { IconPlus, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { contracts } from '#shared/contract/contracts.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { bodyOfException, type ContractDetail, type ContractException } from '#backoffice/payers/contract-detail.ts'
import { ExceptionModal } from '#backoffice/payers/exception-modal.tsx'
import text from '#shared/ui/text.module.css'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ListHead } from '#backoffice/ui/list-head.tsx'
import { sortedHere } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton, WriteIcon } from '#backoffice/ui/write-button.tsx'

const nothing = <span className={text.quiet}>Celui du contrat</span>

const columns: readonly ExportedColumn<ContractException>[] = sortedHere([
  {
    key: 'product',
    header: 'Produit',
    width: 260,
    grow: 1,
    render: ({ label }) => <b>{unbroken(label)}</b>,
    exported: ({ label }) => label,
  },
  {
    key: 'excluded',
    header: 'Couverture',
    width: 120,
    render: ({ excluded }) =>
      excluded ? <StatusTag tone="danger">Exclu</StatusTag> : <StatusTag tone="success">Couvert</StatusTag>,
    exported: ({ excluded }) => (excluded ? 'Exclu' : 'Couvert'),
  },
  {
    key: 'coverage',
    header: 'Taux',
    width: 140,
    align: 'end',
    render: ({ excluded, coverage }) => (excluded ? '–' : coverage === null ? nothing : formatPercent(coverage)),
    exported: ({ excluded, coverage }) => (excluded ? null : coverage),
  },
  {
    key: 'reference',
    header: 'Prix de référence',
    width: 150,
    align: 'end',
    render: ({ excluded, referencePrice }) =>
      excluded || referencePrice === null ? '–' : <Money amount={referencePrice} />,
    exported: ({ referencePrice }) => (referencePrice === null ? null : { money: referencePrice }),
  },
])

/** A contract's exceptions for products: excluded, another percentage, or a reference price. */
export function ExceptionTable({ contract }: { contract: ContractDetail }) {
  const [opened, setOpened] = useState<ContractException | 'new' | null>(null)
  const mayEdit = useMay(contracts.patch)
  const send = useSend()
  const { ask, modals } = useGesture()
  const { id, products } = contract
  const shown = useMemo((): readonly ExportedColumn<ContractException>[] => {
    if (!mayEdit) return columns
    const remove = (exception: ContractException) =>
      ask({
        title: 'Retirer ce produit de la liste\u202f?',
        text: `${exception.label} sera couvert comme les autres.`,
        yes: 'Retirer',
        run: () =>
          send(contracts.patch, {
            params: { id },
            body: { products: products.filter((each) => each !== exception).map(bodyOfException) },
          }),
      })
    const gestures = {
      key: 'gestures',
      header: 'Actions',
      width: 84,
      align: 'end' as const,
      exported: () => null,
      render: (exception: ContractException) => (
        <WriteIcon
          size={28}
          variant="subtle"
          color="gray"
          aria-label={`Retirer ${exception.label}`}
          onClick={() => remove(exception)}
        >
          <IconX size={16} aria-hidden />
        </WriteIcon>
      ),
    }
    return [...columns, gestures]
  }, [mayEdit, ask, send, id, products])
  return (
    <>
      <ListHead
        actions={
          <>
            <ListExport
              name={`Produits exclus ou à taux particulier ${contract.payerName} ${contract.label}`}
              columns={columns}
              source={() => ({ rows: products })}
              isLocal
            />
            {mayEdit && !contract.archived && (
              <WriteButton leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened('new')}>
                Ajouter un produit
              </WriteButton>
            )}
          </>
        }
      >
        <span>{plural(products.length, 'produit')}</span>
      </ListHead>
      <ListRoom>
        <DataTable
          label="Produits exclus ou à taux particulier"
          columns={shown}
          rowKey={({ pharmacyProductId }) => pharmacyProductId}
          rows={products}
          sort={{ column: 'product', direction: 'ascending' }}
          emptyText="Tous les produits sont couverts au taux du contrat."
          {...(mayEdit && !contract.archived
            ? { onOpen: setOpened, emptyAction: { label: 'Ajouter un produit', onClick: () => setOpened('new') } }
            : {})}
        />
      </ListRoom>
      {opened && (
        <ExceptionModal
          contract={contract}
          exception={opened === 'new' ? null : opened}
          onClose={() => setOpened(null)}
        />
      )}
      {modals}
    </>
  )
}
