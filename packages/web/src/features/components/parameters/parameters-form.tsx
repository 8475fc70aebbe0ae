/** Parameters of a component: a list at the left, the properties of the selected one at the right. */
import type { Parameter } from '@pone/plan/parameters/parameters.ts'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { useDocumentEdit, useEditor } from '../context/editor-context.ts'
import { FileChooser } from './parameter-file-chooser.tsx'
import { FileParameterForm } from './parameter-file-form.tsx'
import {
  DateParameterForm,
  RandomParameterForm,
  UniqueIdParameterForm,
} from './parameter-generator-forms.tsx'
import { AddParameter, ParameterList } from './parameter-list.tsx'
import { createFileParameter, createParameter, takenNames } from './parameter-model.ts'
import { TableParameterForm } from './parameter-table-form.tsx'
import { ParameterTaking } from './parameter-taking.tsx'
import { ListParameterForm, RangeParameterForm } from './parameter-value-forms.tsx'

export function ParametersForm() {
  const t = useT()
  const { state } = useEditor()
  const edit = useDocumentEdit()
  const { parameters } = state.document
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isChoosingFile, setChoosingFile] = useState(false)
  const found = parameters.findIndex(parameter => parameter.id === chosenId)
  const index = Math.max(0, found)
  const chosen = parameters[index]
  const add = (parameter: Parameter) => {
    edit('parameters', [...parameters, parameter])
    setChosenId(parameter.id)
  }
  const addKind = (kind: Parameter['kind']) => {
    if (kind === 'file') setChoosingFile(true)
    else add(createParameter(kind, takenNames(state.document)))
  }
  const change = (parameter: Parameter, field?: string) =>
    edit(
      'parameters',
      parameters.with(index, parameter),
      field === undefined ? undefined : `${parameter.id}.${field}`,
    )
  const path = `parameters.${index}`
  return (
    <div className="cd-parameters">
      {isChoosingFile && (
        <FileChooser
          onClose={() => setChoosingFile(false)}
          onChoose={({ id }, reading, columns) => {
            add(createFileParameter(id, reading, columns))
            setChoosingFile(false)
          }}
        />
      )}
      {!chosen ? (
        <EmptyState
          title={t('component.parameter.empty')}
          text={t('component.parameter.emptyHint')}
          action={<AddParameter isPrimary onAdd={addKind} />}
        />
      ) : (
        <>
          <div className="cd-parameter-list">
            <AddParameter isPrimary={false} onAdd={addKind} />
            <ParameterList
              parameters={parameters}
              chosen={index}
              onChoose={setChosenId}
              onDelete={at => edit('parameters', parameters.toSpliced(at, 1))}
            />
          </div>
          <div className="cd-parameter-detail" key={chosen.id} data-field={path}>
            <KindForm parameter={chosen} path={path} onChange={change} />
            <ParameterTaking parameter={chosen} onChange={change} />
          </div>
        </>
      )}
    </div>
  )
}

interface KindFormProps {
  readonly parameter: Parameter
  readonly path: string
  readonly onChange: (parameter: Parameter, field?: string) => void
}

/** The fields of the parameter's kind. */
function KindForm({ parameter, ...rest }: KindFormProps) {
  switch (parameter.kind) {
    case 'list':
      return <ListParameterForm parameter={parameter} {...rest} />
    case 'range':
      return <RangeParameterForm parameter={parameter} {...rest} />
    case 'file':
      return <FileParameterForm parameter={parameter} {...rest} />
    case 'table':
      return <TableParameterForm parameter={parameter} {...rest} />
    case 'date':
      return <DateParameterForm parameter={parameter} {...rest} />
    case 'uniqueId':
      return <UniqueIdParameterForm parameter={parameter} {...rest} />
    case 'random':
      return <RandomParameterForm parameter={parameter} {...rest} />
  }
}
