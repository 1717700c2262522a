import type { Organization } from '#shared/contract/organizations.ts'
import type { SearchItem } from '#shared/domain/search/search-index.ts'
import { listView } from '#shared/store/lists/list-view.ts'
import { phoneTexts } from '#shared/store/lists/phone-texts.ts'

export const organizationView = listView<Organization>('organizations', (organization) =>
  organization.archived ? null : organizationItem(organization),
)

/** All organizations of the pharmacy by id, archived ones included, with the contracts that they pay. */
export const organizationsAtom = organizationView.rowsAtom
/**
 * Finds organizations that are not archived: by name, by the beginning of a phone number, or by the whole tax number.
 */
export const organizationIndexAtom = organizationView.indexAtom
export const organizationListStateAtom = organizationView.stateAtom

export function organizationItem({ id, name, phone, taxId }: Organization): SearchItem {
  return { id, label: name, texts: phoneTexts(phone), codes: taxId === null ? [] : [taxId], rank: 0 }
}
