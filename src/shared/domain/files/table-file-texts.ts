import type { Separator, TableFileTrouble } from '#shared/domain/files/table-file.ts'

export const tableTroubleTexts: Record<TableFileTrouble, string> = {
  empty: 'Ce fichier est vide, ou n’a rien sous ses titres de colonnes.',
  oldSpreadsheet:
    'Ce fichier est d’un ancien Excel (.xls), ou protégé par un mot de passe. Ouvrez-le et enregistrez-le en .xlsx ou en CSV, sans mot de passe.',
  brokenSpreadsheet:
    'Ce fichier Excel ne s’ouvre pas\u00a0: il est abîmé. Enregistrez-le de nouveau, ou demandez-le de nouveau.',
  notATable: 'Ce fichier n’est pas un tableau. Choisissez un fichier Excel (.xlsx) ou CSV.',
  oneColumn:
    'Une seule colonne a été trouvée. Les colonnes doivent être séparées par un point-virgule, une virgule, une tabulation ou une barre verticale.',
  tooLarge: 'Ce fichier dépasse 15\u00a0Mo. Partagez-le en plusieurs fichiers.',
  gone: 'Ce fichier n’est plus là, ou a changé depuis. Choisissez-le de nouveau.',
}

export const separatorWords: Record<Separator, string> = {
  ';': 'point-virgule',
  ',': 'virgule',
  '\t': 'tabulation',
  '|': 'barre verticale',
}
