import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import { displayName } from '#shared/domain/person.ts'
import { forgetPatientAtom, localPatientsAtom } from '#shared/store/patient-atoms.ts'
import { PatientInUse } from '#shared/store/patient-store.ts'
import type { LocalPatient } from '#shared/store/sales-database.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { IconTile } from '#shared/ui/icon-tile.tsx'
import { queueSigns } from './queue-row.tsx'
import classes from './queue.module.css'

/** Patients made here whom the server does not have: refused first, with the gesture that mends it. */
export function PatientQueue({ onLeave }: { onLeave: (() => void) | undefined }) {
  const patients = useAtomValue(localPatientsAtom)
  const [, navigate] = useLocation()
  const correct = (id: string) => {
    onLeave?.()
    navigate(`/clients?corriger=${id}`)
  }
  return patients.toSorted(refusedFirst).map((patient) => <PatientRow key={patient.id} patient={patient} onCorrect={() => correct(patient.id)} />)
}

function PatientRow({ patient, onCorrect }: { patient: LocalPatient; onCorrect: () => void }) {
  const isRefused = patient.status === 'ERROR'
  const [Sign, tone] = queueSigns[isRefused ? 'refused' : 'waiting']
  const entry = isRefused && patient.errors[0] ? catalogueEntry(patient.errors[0].message) : undefined
  return (
    <li className={classes.row} data-state={isRefused ? 'refused' : 'waiting'}>
      <IconTile tone={tone}>
        <Sign size={24} />
      </IconTile>
      <div className={classes.names}>
        <b>{displayName(patient.patient)}</b>
        <span>{formatHour(patient.patient.createdAt)} · Nouveau patient</span>
      </div>
      <div className={classes.end}>
        <span>{isRefused ? 'Refusé' : 'En attente'}</span>
      </div>
      {isRefused && (
        <div className={classes.more}>
          <p className={classes.why}>
            <b>{entry?.title ?? 'Le patient a été refusé'}.</b> {entry?.text}
          </p>
          <div className={classes.choices}>
            <Button variant="outline" color="danger" onClick={onCorrect}>
              Corriger
            </Button>
            <Forget patient={patient} />
          </div>
        </div>
      )}
    </li>
  )
}

/** Asked twice: what was typed goes with him. */
function Forget({ patient }: { patient: LocalPatient }) {
  const forget = useSetAtom(forgetPatientAtom)
  const [step, setStep] = useState<'idle' | 'asked' | 'in-use'>('idle')
  const go = () => {
    if (step !== 'asked') return setStep('asked')
    // Corrected in another window meanwhile: the row shows what stands.
    void forget(patient).catch((error: unknown) => setStep(error instanceof PatientInUse ? 'in-use' : 'idle'))
  }
  return (
    <>
      <Button variant="subtle" color="gray" onClick={go} disabled={step === 'in-use'}>
        {step === 'asked' ? 'Oublier vraiment' : 'Oublier'}
      </Button>
      {step === 'in-use' && (
        <p className={classes.why} role="status">
          Une vente de ce poste porte ce patient{'\u00a0'}: terminez-la, ou donnez-lui un autre patient.
        </p>
      )}
    </>
  )
}

function refusedFirst(a: LocalPatient, b: LocalPatient): number {
  return Number(b.status === 'ERROR') - Number(a.status === 'ERROR')
}
