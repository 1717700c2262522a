import { TextInput } from '@mantine/core'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { RowList } from '#backoffice/ui/forms/row-list.tsx'
import type { RecordField } from '#backoffice/ui/records/record-declaration.ts'
import classes from '#backoffice/suppliers/supplier-contacts.module.css'
import type { SupplierValues } from '#backoffice/suppliers/supplier-values.ts'

const cells = [
  { key: 'name', label: 'Nom' },
  { key: 'role', label: 'Fonction' },
  { key: 'phone', label: 'Téléphone' },
  { key: 'email', label: 'E-mail' },
] as const

/** Whom to call at a supplier. */
export const contactsField: RecordField<SupplierValues> = {
  key: 'contacts',
  draw: (form) => (
    <RowList
      key="contacts"
      label="Contacts"
      noun="ligne"
      rows={form.values.contacts}
      onChange={(contacts) => form.set({ contacts })}
      make={() => ({ id: uuid7(), name: '', role: '', phone: '', email: '' })}
      most={20}
    >
      {(contact, index, change) => (
        <div className={classes.contact}>
          {cells.map(({ key, label }) => (
            <TextInput
              key={key}
              aria-label={`${label}, contact ${index + 1}`}
              placeholder={label}
              maxLength={200}
              autoComplete="off"
              value={contact[key]}
              error={form.errorAt(`contacts.${index}.${key}`)}
              onChange={(event) => change({ [key]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
    </RowList>
  ),
}
