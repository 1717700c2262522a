import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { type ComponentType, Fragment, useState } from 'react'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { type Form, useForm } from '#backoffice/ui/forms/use-form.ts'
import { useSubmitAgain } from '#backoffice/ui/forms/use-submit-again.ts'
import type { AddressValues } from '#backoffice/ui/lists/filter.ts'
import { agreed, capital, newOne, theOne, thisOne } from '#backoffice/ui/lists/french-noun.ts'
import type { NewPanelProps, PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { ChangesLink } from '#backoffice/ui/records/changes-link.tsx'
import type { RecordDeclaration, RecordRow } from '#backoffice/ui/records/record-declaration.ts'
import classes from '#backoffice/ui/records/records.module.css'
import text from '#shared/ui/text.module.css'
import { refusedAtField } from '#backoffice/ui/records/refused-at-field.ts'
import { TwinNote } from '#backoffice/ui/records/twin-note.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { type Send, useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

type Declared<Row extends RecordRow, Values extends Record<string, unknown>> = RecordDeclaration<Row, Values>

/** The panel of a new record. « Créer » closes it, « Créer et nouveau » (Ctrl+Entrée) shows an empty form. */
export function newRecordPanel<Row extends RecordRow, Values extends Record<string, unknown>>(
  record: Declared<Row, Values>,
): ComponentType<NewPanelProps> {
  return function NewRecordPanel({ text, values, onClose, onMade }) {
    const [made, setMade] = useState(0)
    const leave = useLeave()
    const title = newOne(record.noun)
    useTabTitle(title)
    return (
      <SidePanel title={title} onClose={() => leave(onClose)}>
        <div className={classes.body}>
          <NewForm
            key={made}
            record={record}
            text={made === 0 ? text : ''}
            values={values}
            onClose={onClose}
            onMade={record.opensWhenMade ? onMade : onClose}
            onAgain={() => setMade(made + 1)}
          />
        </div>
      </SidePanel>
    )
  }
}

interface NewFormProps<Row extends RecordRow, Values extends Record<string, unknown>> {
  record: Declared<Row, Values>
  text: string
  values: AddressValues
  onClose: () => void
  onMade: (id: string) => void
  onAgain: () => void
}

function NewForm<Row extends RecordRow, Values extends Record<string, unknown>>({
  record,
  text,
  values,
  onClose,
  onMade,
  onAgain,
}: NewFormProps<Row, Values>) {
  const send = useSend()
  const say = useNotice()
  const { isAgain, submitAgain } = useSubmitAgain()
  const form = useForm({
    ...useTypedValues(record, record.initial(text, values), { isNew: true }),
    noun: record.noun,
    schema: record.calls.create.body!,
    bodyOf: (values: Values) => record.bodyOf?.(values, { isNew: true }) ?? values,
    send: (body) => refusedAtField(record, sendTo(send, record.calls.create, { body })),
    onDone: (row) => {
      say({ text: doneText(record, row as Row, 'créé') })
      if (isAgain()) onAgain()
      else onMade((row as Row).id)
    },
  })
  return (
    <FormFrame
      label={newOne(record.noun)}
      form={form as never}
      submitLabel="Créer"
      onCancel={onClose}
      onSubmitAgain={() => submitAgain(form)}
    >
      <Fields record={record} form={form} own={null} />
    </FormFrame>
  )
}

/** The panel of an existing record. */
export function recordPanel<Row extends RecordRow, Values extends Record<string, unknown>>(
  record: Declared<Row, Values>,
): ComponentType<PanelProps> {
  return function RecordPanel({ id, onClose }) {
    const answer = useAnswer(record.calls.read, { params: { id } } as CallInput<Endpoint>)
    const row = answer.data as Row | undefined
    const leave = useLeave()
    const title = row ? record.nameOf(row) : capital(record.noun.one)
    useTabTitle(title)
    return (
      <SidePanel
        title={title}
        subtitle={
          row && (
            <>
              {record.subtitle?.(row)}
              {row.archived && <StatusTag>{capital(agreed(record.noun, 'archivé'))}</StatusTag>}
            </>
          )
        }
        onClose={() => leave(onClose)}
      >
        {row ? (
          <KnownRecord record={record} row={row} onClose={onClose} />
        ) : (
          <PanelFace
            error={answer.error}
            onRetry={answer.retry}
            missingText={`${capital(thisOne(record.noun))} n’existe pas ou n’existe plus.`}
          />
        )}
      </SidePanel>
    )
  }
}

interface KnownRecordProps<Row extends RecordRow, Values extends Record<string, unknown>> {
  record: Declared<Row, Values>
  row: Row
  onClose: () => void
}

function KnownRecord<Row extends RecordRow, Values extends Record<string, unknown>>({
  record,
  row,
  onClose,
}: KnownRecordProps<Row, Values>) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const mayEdit = useMay({ permission: record.needs })
  const { Below } = record
  const isArchived = row.archived === true
  const archive = (archived: boolean) =>
    sendTo(send, record.calls.patch, { params: { id: row.id }, body: { archived } })
  // No confirmation: the same button and the notice undo it.
  const turn = () =>
    gesture.run(async () => {
      await archive(!isArchived)
      say({
        text: doneText(record, row, isArchived ? 'repris' : 'archivé'),
        undo: () => archive(isArchived),
      })
    })
  return (
    <div className={classes.body}>
      <RecordForm record={record} row={row} onClose={onClose} />
      {record.archive && mayEdit && (
        <WriteButton
          variant="default"
          leftSection={isArchived ? <IconArchiveOff size={18} aria-hidden /> : <IconArchive size={18} aria-hidden />}
          loading={gesture.isRunning}
          onClick={turn}
        >
          {`${isArchived ? 'Reprendre' : 'Archiver'} ${theOne(record.noun)}`}
        </WriteButton>
      )}
      {record.archive?.note && !isArchived && <span className={text.quiet}>{record.archive.note}</span>}
      {Below && <Below row={row} onClose={onClose} />}
      <ChangesLink id={row.id} />
      {gesture.modals}
    </div>
  )
}

/** The form of an existing record, for a panel or a page. */
export function RecordForm<Row extends RecordRow, Values extends Record<string, unknown>>({
  record,
  row,
  onClose,
}: KnownRecordProps<Row, Values>) {
  const send = useSend()
  const say = useNotice()
  const form = useForm({
    ...useTypedValues(record, record.valuesOf(row), { isNew: false }),
    noun: record.noun,
    schema: record.calls.patch.body!,
    bodyOf: (values: Values) => record.bodyOf?.(values, { isNew: false }) ?? values,
    send: (body) => refusedAtField(record, sendTo(send, record.calls.patch, { params: { id: row.id }, body })),
    onDone: () => {
      say({ text: doneText(record, row, 'enregistré') })
      onClose()
    },
  })
  return (
    <FormFrame label={capital(record.noun.one)} form={form as never} onCancel={onClose}>
      <Fields record={record} form={form} own={row.id} />
    </FormFrame>
  )
}

/** The initial values in typed form, and the check of the fields that have terms. */
function useTypedValues<Row extends RecordRow, Values extends Record<string, unknown>>(
  { fields, check }: Declared<Row, Values>,
  kept: Values,
  how: { isNew: boolean },
) {
  // oxlint-disable-next-line react/rules-of-hooks -- the fields of a declaration are constant
  const termed = fields.map(({ key, useTerms }) => ({ key, terms: useTerms?.() }))
  const initial: Values = { ...kept }
  for (const { key, terms } of termed) if (terms) Object.assign(initial, { [key]: terms.typed(String(kept[key])) })
  return {
    initial,
    check: (values: Values) => [
      ...(check?.(values, how) ?? []),
      ...termed.flatMap(({ key, terms }) =>
        terms && values[key] !== initial[key] ? terms.issuesOf(String(values[key])) : [],
      ),
    ],
  }
}

function Fields<Row extends RecordRow, Values extends Record<string, unknown>>({
  record,
  form,
  own,
}: {
  record: Declared<Row, Values>
  form: Form<Values>
  /** The id of the record in this form, which is not its own duplicate; null for a new one. */
  own: string | null
}) {
  return record.fields.map((field, index) => (
    <Fragment key={field.key}>
      {field.draw(form, { isNew: own === null, isFirst: index === 0 })}
      {field.key === record.nameField && (
        <TwinNote
          record={record}
          typed={String(form.values[field.key])}
          values={form.values}
          own={own}
          isRefused={form.errorAt(field.key) !== undefined}
        />
      )}
    </Fragment>
  ))
}

/** « Banque « Ecobank » archivée » */
function doneText<Row extends RecordRow, Values extends Record<string, unknown>>(
  { noun, nameOf }: Declared<Row, Values>,
  row: Row,
  done: string,
): string {
  return `${capital(noun.one)} «\u00a0${nameOf(row)}\u00a0» ${agreed(noun, done)}`
}

/** A declaration holds calls of any type; the schema of the call has checked the body before. */
function sendTo(send: Send, endpoint: Endpoint, input: unknown): Promise<CallReply<Endpoint>> {
  return send(endpoint, input as CallInput<Endpoint>)
}
