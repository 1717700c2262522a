import { demoAccounts, demoPharmacies } from '#server/demo/demo-pharmacies.ts'

/** The credentials of the demo, one line each: accounts with their password, members with their PIN. */
export function demoSummary(): string[] {
  const admin = demoAccounts.filter(({ kind }) => kind === 'admin')
  return [
    ...demoPharmacies.flatMap((pharmacy) => [
      `${pharmacy.name} (${pharmacy.city})`,
      ...demoAccounts.filter(({ claims }) => claims.pharmacyId === pharmacy.id).map(accountLine),
      ...pharmacy.members.map(
        ({ lastName, firstName, role, pin }) => `  PIN ${pin}  ${lastName} ${firstName}, ${role}`,
      ),
    ]),
    'Administration (back-office, sans PIN)',
    ...admin.map(accountLine),
  ]
}

function accountLine({ email, password }: (typeof demoAccounts)[number]): string {
  return `  ${email}  mot de passe ${password}`
}
