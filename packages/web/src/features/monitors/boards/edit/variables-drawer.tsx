/** The variables of a group: monitors of a type, or values of a label, that are chosen while it is shown. */
import { DeleteOutlined } from '@ant-design/icons'
import { type GroupVariable, maxGroupVariables } from '@pone/contract/entities/chart-group.ts'
import { Button, Drawer, Form, Select } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { newId } from '../../../../lib/new-id.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { labelName } from '../../shared/label-name.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { MonitorValues } from '../view/variable-bar.tsx'
import { freeVariableName, type GroupDraft, isVariableUsed } from './draft-model.ts'

interface VariablesDrawerProps {
  readonly draft: GroupDraft
  readonly onChange: (variables: GroupVariable[]) => void
  readonly onClose: () => void
}

export function VariablesDrawer({ draft, onChange, onClose }: VariablesDrawerProps) {
  const t = useT()
  const { variables } = draft
  return (
    <Drawer open size={480} title={t('chartGroup.variables')} onClose={onClose}>
      {variables.length === 0 && <p>{t('chartGroup.noVariables')}</p>}
      <ul className="board-variable-list">
        {variables.map(variable => (
          <li key={variable.key}>
            <Variable
              variable={variable}
              isUsed={isVariableUsed(draft, variable.key)}
              onChange={next => onChange(variables.map(each => (each.key === next.key ? next : each)))}
              onRemove={() => onChange(variables.filter(({ key }) => key !== variable.key))}
            />
          </li>
        ))}
      </ul>
      {variables.length < maxGroupVariables && (
        <NewVariable draft={draft} onAdd={variable => onChange([...variables, variable])} />
      )}
    </Drawer>
  )
}

function Variable(props: {
  readonly variable: GroupVariable
  readonly isUsed: boolean
  readonly onChange: (variable: GroupVariable) => void
  readonly onRemove: () => void
}) {
  const { variable, isUsed, onChange, onRemove } = props
  const t = useT()
  const remove = t('action.of', { action: t('action.remove'), name: variable.name })
  return (
    <>
      {variable.kind === 'monitor' ? (
        <label htmlFor={`board-${variable.key}`}>
          {variable.name}{' '}
          <MonitorValues
            variable={variable}
            values={variable.values}
            onChange={values => onChange({ ...variable, values })}
          />
        </label>
      ) : (
        <span>{variable.name}</span>
      )}
      <Button
        type="text"
        icon={<DeleteOutlined />}
        disabled={isUsed}
        aria-label={remove}
        title={isUsed ? t('chartGroup.variableInUse') : remove}
        onClick={onRemove}
      />
    </>
  )
}

function NewVariable(props: {
  readonly draft: GroupDraft
  readonly onAdd: (variable: GroupVariable) => void
}) {
  const { draft, onAdd } = props
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const [kind, setKind] = useState<GroupVariable['kind']>('monitor')
  const [chosen, setChosen] = useState<string | null>(null)
  const labels = useLabelsOf(draft)
  const options =
    kind === 'monitor'
      ? types.offered.map(({ name, names }) => ({ value: name, label: names[language] }))
      : labels.map(label => ({ value: label, label: labelName(label, t) }))
  const add = () => {
    const option = options.find(({ value }) => value === chosen)
    if (option === undefined) return
    const common = { key: newId(), name: freeVariableName(draft, option.label), values: [] }
    onAdd(
      kind === 'monitor' ? { kind, type: option.value, ...common } : { kind, label: option.value, ...common },
    )
    setChosen(null)
  }
  return (
    <Form layout="vertical" component="div">
      <Form.Item
        label={t('chartGroup.variableKind')}
        extra={t('chartGroup.variablesHelp')}
        htmlFor="variable-kind"
      >
        <div className="board-add">
          <Select
            id="variable-kind"
            value={kind}
            options={(['monitor', 'label'] as const).map(value => ({
              value,
              label: t(`chartGroup.variableKind.${value}`),
            }))}
            onChange={next => {
              setKind(next)
              setChosen(null)
            }}
          />
          <Select
            id="variable-of"
            aria-label={t(kind === 'monitor' ? 'chartGroup.template' : 'chartGroup.label')}
            placeholder={t(kind === 'monitor' ? 'chartGroup.template' : 'chartGroup.label')}
            notFoundContent={kind === 'label' ? t('chartGroup.noLabels') : undefined}
            showSearch={{ optionFilterProp: 'label' }}
            value={chosen}
            options={options}
            onChange={setChosen}
          />
          <Button disabled={chosen === null} onClick={add}>
            {t('chartGroup.addVariable')}
          </Button>
        </div>
      </Form.Item>
    </Form>
  )
}

/** Labels of the sections that the charts show, without those that have a variable. */
function useLabelsOf({ charts, variables }: GroupDraft): readonly string[] {
  const types = useMonitorTypes()
  const taken = new Set(variables.flatMap(each => (each.kind === 'label' ? [each.label] : [])))
  const found = charts.flatMap(({ counters }) =>
    counters.flatMap(
      ({ type, section }) =>
        types.typeOf({ type })?.sections.find(({ key }) => key === section)?.rows?.labels ?? [],
    ),
  )
  return [...new Set(found)].filter(label => !taken.has(label)).toSorted()
}
