import type { CopyKind } from '#shared/domain/backup/copy-kind.ts'
import type { Database } from '#server/db/database.ts'

/** Marks a pharmacy as restored from a backup, as the restore does. */
export async function makeCopy(database: Database, pharmacyId: string, kind: CopyKind = 'copy'): Promise<void> {
  await database.platform((tx) =>
    tx
      .updateTable('pharmacies')
      .set({ copy_kind: kind, copy_made_at: new Date(), copy_holds_until: new Date(), copy_skipped: 100 })
      .where('id', '=', pharmacyId)
      .execute(),
  )
}
