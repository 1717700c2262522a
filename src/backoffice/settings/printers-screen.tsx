import { Button, TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { call } from '#shared/client/call.ts'
import { printJobs } from '#shared/contract/print-jobs.ts'
import type { NetworkPrinter } from '#shared/contract/pharmacy-settings.ts'
import { pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { RowList } from '#backoffice/ui/forms/row-list.tsx'
import { SettingsPage } from '#backoffice/settings/settings-page.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/settings/settings.module.css'
import { testPage } from '#backoffice/settings/test-page.ts'
import { EditableSheet } from '#backoffice/ui/editable-sheet.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const mostPrinters = 20
const usualPort = '9100'
/** In ms: the server needs this long to give up on a printer that is switched off. */
const limitMs = 20_000
const hostWords = 'Une adresse comme 192.168.1.50, ou un nom sans espace.'
const portWords = 'Un port de 1 à 65535, le plus souvent 9100.'
const networkWords = 'Indiquez une adresse du réseau de la pharmacie, comme 192.168.1.50.'
const printerPortWords = 'Indiquez un port d’imprimante, de 9100 à 9109.'
type PrinterRow = { id: string; name: string; host: string; port: string }

/** The receipt printers in the pharmacy's network. Each terminal chooses its own at the counter, under « Ce poste ». */
export function PrintersScreen() {
  return (
    <SettingsPage title="Imprimantes" facts="du réseau de la pharmacie, choisies à chaque poste sous « Ce poste »">
      {(pharmacy, mayEdit) => (
        <EditableSheet
          title="Imprimantes du réseau"
          mayEdit={mayEdit}
          facts={factsOf(pharmacy)}
          form={(close) => <PrintersForm pharmacy={pharmacy} onClose={close} />}
        />
      )}
    </SettingsPage>
  )
}

function factsOf(pharmacy: Pharmacy): [string, ReactNode][] {
  const { printers } = pharmacy.settings
  if (printers.length === 0)
    return [['Imprimantes', 'Aucune. Les postes impriment par le navigateur, ou par un câble.']]
  return printers.map((printer) => [
    printer.name,
    <PrinterFact key={printer.id} printer={printer} pharmacyName={pharmacy.name} />,
  ])
}

function PrinterFact({
  printer: { id, name, host, port },
  pharmacyName,
}: {
  printer: NetworkPrinter
  pharmacyName: string
}) {
  const gesture = useGesture()
  const [sentAt, setSentAt] = useState<Date | null>(null)
  const print = () => {
    setSentAt(null)
    // One job id per press: repeated after a lost answer, the server prints the page once.
    const job = {
      id: crypto.randomUUID(),
      printerId: id,
      data: btoa(testPage({ pharmacyName, printerName: name, at: pharmacyNow() })),
    }
    gesture.run(async () => {
      await call(printJobs.create, { body: job }, { timeoutMs: limitMs })
      setSentAt(pharmacyNow())
    })
  }
  return (
    <span className={classes.printer}>
      <span>
        {host}, port {port}
      </span>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPrinter size={16} aria-hidden />}
        aria-label={`Imprimer un essai, ${name}`}
        disabled={gesture.isOffline}
        loading={gesture.isRunning}
        onClick={print}
      >
        Imprimer un essai
      </Button>
      <span role="status" className={text.quiet}>
        {sentAt && `Essai envoyé à ${formatHour(sentAt)}.`}
      </span>
      {gesture.modals}
    </span>
  )
}

function PrintersForm({ pharmacy: { settings }, onClose }: { pharmacy: Pharmacy; onClose: () => void }) {
  const send = useSend()
  const form = useForm({
    initial: {
      printers: settings.printers.map(({ port, ...printer }): PrinterRow => ({ ...printer, port: String(port) })),
    },
    schema: pharmacies.changePrinters.body!,
    bodyOf: ({ printers }) => ({
      printers: printers.map(({ id, name, host, port }) => ({ id, name, host, port: portOf(port) })),
    }),
    check: ({ printers }) =>
      printers.flatMap(({ host, port }, index) => [
        ...(/^[A-Za-z0-9.:-]{1,100}$/.test(host.trim()) ? [] : [{ path: `printers.${index}.host`, text: hostWords }]),
        ...(portOf(port) >= 1 && portOf(port) <= 65_535 ? [] : [{ path: `printers.${index}.port`, text: portWords }]),
      ]),
    send: (body) => send(pharmacies.changePrinters, { body }),
    onDone: onClose,
    words: { twice: 'Déjà dans la liste.', 'not in the network': networkWords, 'no printer port': printerPortWords },
  })
  return (
    <FormFrame label="Imprimantes du réseau" form={form} onCancel={onClose}>
      <RowList
        label="Imprimantes"
        heads={['Nom', 'Adresse', 'Port']}
        noun="imprimante"
        rows={form.values.printers}
        onChange={(printers) => form.set({ printers })}
        make={() => ({ id: crypto.randomUUID(), name: '', host: '', port: usualPort })}
        most={mostPrinters}
      >
        {(row, index, change) => (
          <>
            <TextInput
              aria-label={`Nom de l’imprimante ${index + 1}`}
              placeholder="Comptoir 1"
              autoComplete="off"
              value={row.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
              error={form.errorAt(`printers.${index}.name`)}
            />
            <TextInput
              aria-label={`Adresse de l’imprimante ${index + 1}`}
              placeholder="192.168.1.50"
              autoComplete="off"
              spellCheck={false}
              value={row.host}
              onChange={(event) => change({ host: event.currentTarget.value })}
              error={form.errorAt(`printers.${index}.host`)}
            />
            <TextInput
              aria-label={`Port de l’imprimante ${index + 1}`}
              inputMode="numeric"
              autoComplete="off"
              value={row.port}
              onChange={(event) => change({ port: event.currentTarget.value })}
              error={form.errorAt(`printers.${index}.port`)}
            />
          </>
        )}
      </RowList>
    </FormFrame>
  )
}

function portOf(text: string): number {
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN
}
