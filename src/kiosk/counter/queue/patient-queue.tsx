import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { displayName } from '#shared/domain/person.ts'
import { trueInstant } from '#shared/pharmacy-time.ts'
import { forgetPatientAtom, localPatientsAtom } from '#shared/store/sales/patient-atoms.ts'
import { PatientInUse } from '#shared/store/sales/patient-store.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import type { LocalPatient } from '#shared/store/sales/sales-rows.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import classes from './queued-row.module.css'
import { QueuedRow, RefusalWords } from './queued-row.tsx'
import { useRowWords, withTrouble } from './row-words.ts'

/**
 * Patients created here that the server does not have yet. Refused ones come first, with the gesture to correct them.
 */
export function PatientQueue({ onLeave }: { onLeave: (() => void) | undefined }) {
  const patients = useAtomValue(localPatientsAtom)
  const [, navigate] = useLocation()
  const correct = (id: string) => {
    onLeave?.()
    navigate(`/clients?corriger=${id}`)
  }
  return patients
    .toSorted(refusedFirst)
    .map((patient) => <PatientRow key={patient.id} patient={patient} onCorrect={() => correct(patient.id)} />)
}

function PatientRow({ patient, onCorrect }: { patient: LocalPatient; onCorrect: () => void }) {
  const row = useAtomValue(snapshotAtom).outbox.find(({ saleId }) => saleId === patient.id)
  const rowWords = useRowWords()
  const isRefused = patient.status === 'ERROR'
  const waiting = rowWords(row)
  const facts = `${formatHour(trueInstant(patient.patient.createdAt))} · Nouveau patient`
  return (
    <QueuedRow
      state={isRefused ? 'refused' : waiting.state}
      title={displayName(patient.patient)}
      facts={isRefused ? facts : withTrouble(facts, waiting)}
      word={isRefused ? 'Refusé' : waiting.word}
    >
      {isRefused && (
        <>
          <RefusalWords message={patient.errors[0]?.message} otherwise="Le patient a été refusé" />
          <div className={classes.choices}>
            <Button variant="outline" color="danger" onClick={onCorrect}>
              Corriger
            </Button>
            <Forget patient={patient} />
          </div>
        </>
      )}
    </QueuedRow>
  )
}

/** Asks for confirmation, as the typed data are deleted with the patient. */
function Forget({ patient }: { patient: LocalPatient }) {
  const forget = useSetAtom(forgetPatientAtom)
  const [step, setStep] = useState<'idle' | 'asked' | 'in-use'>('idle')
  const go = () => {
    if (step !== 'asked') return setStep('asked')
    // If the patient was corrected in another window meanwhile, the row shows the current state.
    void forget(patient).catch((error: unknown) => setStep(error instanceof PatientInUse ? 'in-use' : 'idle'))
  }
  return (
    <>
      <Button variant="subtle" color="gray" onClick={go} disabled={step === 'in-use'}>
        {step === 'asked' ? 'Oui, supprimer' : 'Supprimer'}
      </Button>
      {step === 'in-use' && (
        <p className={classes.why} role="status">
          Une vente de ce poste est au nom de ce patient{'\u00a0'}: terminez-la, ou donnez-lui un autre patient.
        </p>
      )}
    </>
  )
}

function refusedFirst(a: LocalPatient, b: LocalPatient): number {
  return Number(b.status === 'ERROR') - Number(a.status === 'ERROR')
}
