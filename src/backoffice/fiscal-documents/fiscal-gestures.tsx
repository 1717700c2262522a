import { Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type FiscalDetail, fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { theTaxId } from '#shared/domain/countries/country-facts.ts'
import { portalHourFault, readPortalCode } from '#shared/domain/fiscal/portal-reading.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { pharmacyNow, pharmacyZone } from '#shared/pharmacy-time.ts'
import { isAboutClient, settlementWords } from '#backoffice/fiscal-documents/fiscal-words.ts'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import { countryCodeAtom, fiscalPlatformAtom } from '#backoffice/ui/country.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** What a person who decides may do with a document that is not certified. */
export function FiscalGestures({ document }: { document: FiscalDetail }) {
  const may = useMay(fiscalDocuments.retry)
  if (!may) return null
  switch (document.state) {
    case 'certified':
    case 'settled':
      return null
    case 'uncertain':
      return <Settle document={document} />
    case 'rejected':
      return (
        <>
          <GiveUp document={document} />
          <Retry document={document} />
        </>
      )
    case 'waiting':
      // A credit note that waits for its invoice cannot be sent.
      return document.nextAt === null ? null : <Retry document={document} />
    case 'incomplete':
      return <Retry document={document} />
  }
}

function Retry({ document }: { document: FiscalDetail }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const countryCode = useAtomValue(countryCodeAtom)
  const retry = (withoutTaxId: boolean) =>
    gesture.run(async () => {
      const input = { params: { id: document.id }, body: { withoutTaxId } }
      await send(fiscalDocuments.retry, input)
      say({ text: 'Envoyée à la plateforme' })
    })
  return (
    <>
      {isAboutClient(document) && (
        <WriteButton variant="default" loading={gesture.isRunning} onClick={() => retry(true)}>
          Certifier sans {theTaxId(countryCode)} du client
        </WriteButton>
      )}
      <WriteButton loading={gesture.isRunning} onClick={() => retry(false)}>
        {document.state === 'incomplete' ? 'Compléter' : 'Renvoyer'}
      </WriteButton>
      {gesture.modals}
    </>
  )
}

/** A refused document that nothing can mend ends by hand. */
function GiveUp({ document: { id } }: { document: FiscalDetail }) {
  const send = useSend()
  return (
    <CancelWithReason
      label="Clore sans normaliser"
      question={'Clore cette facture sans la normaliser\u202f?'}
      consequence={
        'La plateforme l’a refusée\u00a0: la vente reste sans facture normalisée. Dites pourquoi, par exemple qu’elle a été faite à la main sur le portail.'
      }
      yes="Clore"
      run={(reason) => send(fiscalDocuments.settle, { params: { id }, body: { way: 'never', reason } })}
    />
  )
}

function Settle({ document }: { document: FiscalDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <WriteButton onClick={() => setIsOpen(true)}>Noter ce que dit le portail</WriteButton>
      {isOpen && <SettleModal document={document} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const ways = ['found', 'credited', 'never'] as const
type Way = (typeof ways)[number]
const wayHints: Readonly<Record<Way, string>> = {
  found: 'Recopiez ce qu’il en dit\u00a0: la vente a alors sa facture normalisée.',
  credited: 'La facture y était et un avoir l’annule\u00a0: rien ne reste à faire.',
  never: 'Ni cette heure ni cette somme n’y sont.',
}

/** How a document that may have been certified ends: what a person read on the portal, with a reason. */
function SettleModal({ document, onClose }: { document: FiscalDetail; onClose: () => void }) {
  const send = useSend()
  const leave = useLeave()
  const platform = useAtomValue(fiscalPlatformAtom)
  const { example } = fiscalProfile(platform).code
  const form = useForm({
    initial: { way: 'found' as Way, code: '', counters: '', at: '', creditCode: '', reason: '' },
    schema: fiscalDocuments.settle.body!,
    bodyOf: ({ way, code, counters, at, creditCode, reason }) => {
      switch (way) {
        case 'found':
          return { way, code, counters: counters.trim() || null, at, reason }
        case 'credited':
          return { way, creditCode, reason }
        case 'never':
          return { way, reason }
      }
    },
    check: ({ way, at, code, creditCode }) => {
      if (way === 'never') return []
      const read = readPortalCode(platform, way === 'found' ? code : creditCode)
      const hour = { soldAt: new Date(document.soldAt), now: pharmacyNow(), timeZone: pharmacyZone() }
      const fault = way === 'found' ? portalHourFault(at, hour) : null
      return [
        ...(read.ok ? [] : [{ path: way === 'found' ? 'code' : 'creditCode', text: read.text }]),
        ...(fault === null ? [] : [{ path: 'at', text: fault }]),
      ]
    },
    send: (body) => send(fiscalDocuments.settle, { params: { id: document.id }, body }),
    onDone: onClose,
  })
  const { way } = form.values
  return (
    <PanelModal opened onClose={() => leave(onClose)} title="Ce que dit le portail" size={520}>
      <FormFrame label="Ce que dit le portail" form={form} onCancel={onClose}>
        <Radio.Group
          label="Sur le portail de la plateforme"
          value={way}
          onChange={(value) => form.set({ way: ways.find((each) => each === value) ?? 'found' })}
        >
          <Stack gap={8} mt={6}>
            {ways.map((each) => (
              <Radio key={each} value={each} label={settlementWords[each]} description={wayHints[each]} />
            ))}
          </Stack>
        </Radio.Group>
        {way === 'found' && (
          <>
            <TextInput
              label="Code de la facture"
              required
              autoComplete="off"
              placeholder={example}
              {...form.text('code')}
            />
            <TextInput label="Compteurs" autoComplete="off" placeholder="64/64 FV" {...form.text('counters')} />
            <TextInput
              label="Heure lue sur le portail"
              required
              autoComplete="off"
              description="Avec les secondes"
              placeholder="21/11/2026 11:42:07"
              {...form.text('at')}
            />
          </>
        )}
        {way === 'credited' && (
          <TextInput
            label="Code de l’avoir"
            required
            autoComplete="off"
            placeholder={example}
            {...form.text('creditCode')}
          />
        )}
        <Textarea
          label="Raison"
          description="Qui a regardé, quand, et ce qui le prouve. Elle reste dans l’historique."
          required
          rows={2}
          maxLength={200}
          {...form.text('reason')}
        />
      </FormFrame>
    </PanelModal>
  )
}
