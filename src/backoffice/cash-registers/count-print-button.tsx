import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { RegisterReport } from '#shared/contract/cash-registers.ts'
import type { RegisterCount } from '#shared/contract/register-counts.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { CountPages } from '#backoffice/cash-registers/count-pages.tsx'
import { countTitle } from '#backoffice/cash-registers/register-words.ts'

/** « Imprimer »: prints the report of one count on A4. Works offline once the report is shown. */
export function CountPrintButton({
  report,
  count,
  hasKey,
}: {
  report: RegisterReport
  count: RegisterCount
  hasKey: boolean
}) {
  const [isPrinting, setIsPrinting] = useState(false)
  const print = () => setIsPrinting(true)
  useShortcuts({ p: print }, hasKey && !isPrinting)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPrinter size={16} aria-hidden />}
        aria-label={`Imprimer\u00a0: ${countTitle(count)}`}
        onClick={print}
      >
        Imprimer
      </Button>
      {isPrinting && <CountPages report={report} count={count} onPrinted={() => setIsPrinting(false)} />}
    </>
  )
}
