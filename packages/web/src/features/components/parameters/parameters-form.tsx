/** Parameters of a component: a list at the left, the chosen one's properties at the right. */
import {
  CalendarOutlined,
  DatabaseOutlined,
  DeleteOutlined,
  FieldNumberOutlined,
  FileTextOutlined,
  KeyOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { Parameter } from '@pone/plan/parameters/parameters.ts'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { newId } from '../../../lib/new-id.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { useDocumentEdit, useEditor } from '../context/editor-context.ts'
import { problemsAt } from '../problems/problems.ts'
import { FileChooser } from './parameter-file-chooser.tsx'
import { FileParameterForm } from './parameter-file-form.tsx'
import {
  DateParameterForm,
  RandomParameterForm,
  UniqueIdParameterForm,
} from './parameter-generator-forms.tsx'
import { createParameter, namesOf, parameterKinds, takenNames } from './parameter-model.ts'
import { TableParameterForm } from './parameter-table-form.tsx'
import { ParameterTaking } from './parameter-taking.tsx'
import { ListParameterForm, RangeParameterForm } from './parameter-value-forms.tsx'

const icons = {
  file: FileTextOutlined,
  table: DatabaseOutlined,
  list: UnorderedListOutlined,
  range: FieldNumberOutlined,
  date: CalendarOutlined,
  uniqueId: KeyOutlined,
  random: QuestionCircleOutlined,
} as const

export function ParametersForm() {
  const t = useT()
  const { state, isReadOnly, problems } = useEditor()
  const edit = useDocumentEdit()
  const { parameters } = state.document
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isChoosingFile, setChoosingFile] = useState(false)
  const index = Math.max(
    0,
    parameters.findIndex(parameter => parameter.id === chosenId),
  )
  const chosen = parameters[index]
  const add = (parameter: Parameter) => {
    edit('parameters', [...parameters, parameter])
    setChosenId(parameter.id)
  }
  const change = (parameter: Parameter, field?: string) =>
    edit(
      'parameters',
      parameters.with(index, parameter),
      field === undefined ? undefined : `${parameter.id}.${field}`,
    )
  const taken = takenNames(state.document)
  const addMenu = {
    items: parameterKinds.map(kind => {
      const Icon = icons[kind]
      return {
        key: kind,
        icon: <Icon />,
        label: (
          <span className="cd-menu-item">
            {t(`component.parameter.${kind}`)}
            <small>{t(`component.parameterHelp.${kind}`)}</small>
          </span>
        ),
        onClick: () => (kind === 'file' ? setChoosingFile(true) : add(createParameter(kind, taken))),
      }
    }),
  }
  const addButton = !isReadOnly && (
    <Dropdown menu={addMenu} trigger={['click']}>
      <Button
        size={parameters.length === 0 ? 'middle' : 'small'}
        type={parameters.length === 0 ? 'primary' : 'default'}
        icon={<PlusOutlined />}
      >
        {t('component.parameter.add')}
      </Button>
    </Dropdown>
  )
  return (
    <div className="cd-parameters">
      {isChoosingFile && (
        <FileChooser
          onClose={() => setChoosingFile(false)}
          onChoose={(file, reading, columns) => {
            add({
              id: newId(),
              kind: 'file',
              fileId: file.id,
              selection: 'sequential',
              update: 'iteration',
              exhaustion: 'cycle',
              hasHeader: true,
              ...reading,
              columns,
            })
            setChoosingFile(false)
          }}
        />
      )}
      {!chosen ? (
        <EmptyState
          title={t('component.parameter.empty')}
          text={t('component.parameter.emptyHint')}
          action={addButton}
        />
      ) : (
        <>
          <div className="cd-parameter-list">
            {addButton}
            <div role="listbox" aria-label={t('component.tab.parameters')}>
              {parameters.map((parameter, at) => {
                const Icon = icons[parameter.kind]
                const names = namesOf(parameter)
                return (
                  <div key={parameter.id} className="cd-parameter-row">
                    <button
                      type="button"
                      role="option"
                      aria-selected={at === index}
                      className={problemsAt(problems, `parameters.${at}`).length > 0 ? 'is-wrong' : ''}
                      onClick={() => setChosenId(parameter.id)}
                    >
                      <Icon aria-hidden />
                      <span className="cd-parameter-name">
                        <span className="cd-mono cd-ellipsis">
                          {names.join(', ') || t('component.parameter.noColumns')}
                        </span>
                        <small className="cd-help">{t(`component.parameter.${parameter.kind}`)}</small>
                      </span>
                    </button>
                    {!isReadOnly && (
                      <Button
                        type="text"
                        size="small"
                        icon={<DeleteOutlined />}
                        aria-label={t('component.deleteNamed', { name: names.join(', ') })}
                        onClick={() => edit('parameters', parameters.toSpliced(at, 1))}
                      />
                    )}
                  </div>
                )
              })}
            </div>
          </div>
          <div className="cd-parameter-detail" key={chosen.id} data-field={`parameters.${index}`}>
            {chosen.kind === 'list' && (
              <ListParameterForm parameter={chosen} path={`parameters.${index}`} onChange={change} />
            )}
            {chosen.kind === 'range' && (
              <RangeParameterForm parameter={chosen} path={`parameters.${index}`} onChange={change} />
            )}
            {chosen.kind === 'file' && (
              <FileParameterForm parameter={chosen} path={`parameters.${index}`} onChange={change} />
            )}
            {chosen.kind === 'table' && (
              <TableParameterForm parameter={chosen} path={`parameters.${index}`} onChange={change} />
            )}
            {chosen.kind === 'date' && (
              <DateParameterForm parameter={chosen} path={`parameters.${index}`} onChange={change} />
            )}
            {chosen.kind === 'uniqueId' && (
              <UniqueIdParameterForm parameter={chosen} path={`parameters.${index}`} onChange={change} />
            )}
            {chosen.kind === 'random' && (
              <RandomParameterForm parameter={chosen} path={`parameters.${index}`} onChange={change} />
            )}
            <ParameterTaking parameter={chosen} onChange={change} />
          </div>
        </>
      )}
    </div>
  )
}
