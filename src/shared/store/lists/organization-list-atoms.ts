import type { Organization } from '#shared/contract/organizations.ts'
import type { SearchItem } from '#shared/domain/search/search-index.ts'
import { listView } from '#shared/store/lists/list-view.ts'
import { phoneTexts } from '#shared/store/lists/phone-texts.ts'

export const organizationView = listView<Organization>('organizations', (organization) =>
  organization.archived ? null : organizationItem(organization),
)

/** Every organization of the pharmacy by id, archived ones too, with the contracts that it pays itself. */
export const organizationsAtom = organizationView.rowsAtom
/** Finds those that are not archived: by name and the beginning of a phone; tax number whole. */
export const organizationIndexAtom = organizationView.indexAtom
export const organizationListStateAtom = organizationView.stateAtom

function organizationItem({ id, name, phone, taxId }: Organization): SearchItem {
  return { id, label: name, texts: phoneTexts(phone), codes: taxId === null ? [] : [taxId], rank: 0 }
}
