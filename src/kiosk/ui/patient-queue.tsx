import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import { displayName } from '#shared/domain/person.ts'
import { localPatientsAtom } from '#shared/store/patient-atoms.ts'
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
          <Button variant="outline" color="danger" fullWidth onClick={onCorrect}>
            Corriger
          </Button>
        </div>
      )}
    </li>
  )
}

function refusedFirst(a: LocalPatient, b: LocalPatient): number {
  return Number(b.status === 'ERROR') - Number(a.status === 'ERROR')
}
