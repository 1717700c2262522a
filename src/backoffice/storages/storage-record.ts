import { pharmacyProductStorages, type Storage } from '#shared/contract/pharmacy-product-storages.ts'
import { StorageContent } from '#backoffice/storages/storage-content.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import type { RecordDeclaration } from '#backoffice/ui/records/record-declaration.ts'
import { textField } from '#backoffice/ui/records/record-fields.tsx'

/** The record of a storage, with what lies in it. The server refuses to archive it while something does. */
export const storageRecord: RecordDeclaration<Storage, { label: string }> = {
  noun: noun('rangement', 'm'),
  calls: pharmacyProductStorages,
  needs: pharmacyProductStorages.patch.permission,
  nameOf: ({ label }) => label,
  nameField: 'label',
  initial: (label) => ({ label }),
  valuesOf: ({ label }) => ({ label }),
  fields: [
    textField('label', 'Nom', {
      description: 'Collez sur le rangement un code-barres ou un QR avec ce nom, pour le choisir au scanner.',
    }),
  ],
  archive: { note: 'Un rangement peut être archivé quand il est vide.' },
  Below: StorageContent,
}
