import { type Domain, domains } from '#shared/contract/platform.ts'
import text from '#shared/ui/text.module.css'
import { type ListColumn, numberColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import type { RecordDeclaration } from '#backoffice/ui/records/record-declaration.ts'
import { textField } from '#backoffice/ui/records/record-fields.tsx'
import { newRecordPanel, recordPanel } from '#backoffice/ui/records/record-panel.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const columns: readonly ListColumn<Domain>[] = sortedByServer([
  textColumn('name', 'Groupe', ({ name }) => name, { strong: true, width: 320, grow: 1 }),
  numberColumn('pharmacies', 'Pharmacies', ({ pharmacies }) => pharmacies, { width: 120 }),
])

const domainRecord: RecordDeclaration<Domain, { name: string }> = {
  noun: noun('groupe', 'm'),
  calls: domains,
  needs: domains.patch.permission,
  nameOf: ({ name }) => name,
  initial: (name) => ({ name }),
  valuesOf: ({ name }) => ({ name }),
  fields: [textField('name', 'Nom', { description: 'Les pharmacies d’un même titulaire.' })],
  Below: Removing,
}

function Removing({ row, onClose }: { row: Domain; onClose: () => void }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  if (row.pharmacies > 0)
    return <span className={text.quiet}>Un groupe qui a des pharmacies ne peut pas être supprimé.</span>
  const remove = async () => {
    await send(domains.remove, { params: { id: row.id } })
    say({ text: `${row.name} est supprimé` })
    onClose()
  }
  return (
    <>
      <WriteButton variant="default" loading={gesture.isRunning} onClick={() => gesture.run(remove)}>
        Supprimer le groupe
      </WriteButton>
      {gesture.modals}
    </>
  )
}

const domainList = list({
  home: '/plateforme/groupes',
  title: 'Groupes',
  noun: domainRecord.noun,
  source: serverPages(domains.list),
  useColumns: () => columns,
  filters: [searchFilter<QueryOf<typeof domains.list>>('Filtrer les groupes')],
  open: { panel: recordPanel(domainRecord), needs: domainRecord.needs },
  create: { panel: newRecordPanel(domainRecord), needs: domainRecord.needs },
})

/** Groups of pharmacies under one owner. */
export function DomainsScreen() {
  return <ListScreen list={domainList} />
}
