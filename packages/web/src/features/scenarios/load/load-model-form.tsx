/** The fields of each load model; changing the model keeps what the two have in common. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { loadModels } from '@pone/plan/load-models/registry.ts'
import type { DrivenGroup, LoadModel, LoadModelKind } from '@pone/plan/scenario/scenario.ts'
import { maxUsersPerScenario } from '@pone/schema/limits.ts'
import { Button, Segmented } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'
import { fieldsOf, type LoadField, stageFields, switchedTo } from './load-model-fields.ts'
import { NumberInput } from './number-input.tsx'
import { ThreadGroupTable } from './thread-group-table.tsx'

const kinds = Object.keys(loadModels) as LoadModelKind[]
const maxSeconds = 604_800

export interface LoadModelFormProps {
  readonly model: LoadModel
  /** Of the bound components; null while they are read. */
  readonly groups: readonly DrivenGroup[] | null
  readonly isArrivals: boolean
  readonly problems: readonly ScenarioProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (model: LoadModel) => void
}

export function LoadModelForm({
  model,
  groups,
  isArrivals,
  problems,
  isReadOnly,
  onChange,
}: LoadModelFormProps) {
  const t = useT()
  const language = useSession('language')
  const problemAt = (path: string) => problems.find(problem => problem.field === path)?.text
  const input = (field: LoadField, value: number, path: string, set: (value: number) => void) => (
    <NumberInput
      key={path}
      label={t(
        field.unit === 'load' && isArrivals && field.name === 'users'
          ? 'scenario.field.rate'
          : `scenario.field.${field.name}`,
      )}
      value={value}
      min={field.min}
      max={field.unit === 'seconds' ? maxSeconds : maxUsersPerScenario}
      precision={field.unit === 'seconds' ? 1 : 0}
      unit={field.unit === 'seconds' ? t('scenario.load.second') : undefined}
      help={field.help ? t(`scenario.field.${field.help}`) : undefined}
      problem={problemAt(path)}
      isReadOnly={isReadOnly}
      onChange={set}
    />
  )
  const general = problemAt('kind') ?? problemAt('')
  return (
    <div>
      <Segmented<LoadModelKind>
        className="scenario-models"
        disabled={isReadOnly}
        value={model.kind}
        aria-label={t('scenario.load.model')}
        options={kinds.map(kind => ({ value: kind, label: loadModels[kind].title[language] }))}
        onChange={kind => onChange(switchedTo(model, kind))}
      />
      <p className="scenario-help">{loadModels[model.kind].description[language]}</p>
      {general && (
        <p className="scenario-problem" role="alert">
          {general}
        </p>
      )}
      {model.kind === 'threadGroups' ? (
        <ThreadGroupTable groups={groups} problems={problems} />
      ) : model.kind === 'userDefined' ? (
        <ol className="scenario-stages">
          {model.rows.map((row, index) => (
            // Stages have no identity of their own; their place is what they are.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} aria-label={t('scenario.load.stage', { n: index + 1 })}>
              <div className="scenario-fields">
                {stageFields.map(field =>
                  input(field, row[field.name as keyof typeof row], `rows.${index}.${field.name}`, value =>
                    onChange({
                      ...model,
                      rows: model.rows.map((old, at) =>
                        at === index ? { ...old, [field.name]: value } : old,
                      ),
                    }),
                  ),
                )}
              </div>
              {!isReadOnly && (
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined />}
                  disabled={model.rows.length === 1}
                  aria-label={`${t('action.delete')} ${t('scenario.load.stage', { n: index + 1 })}`}
                  onClick={() => onChange({ ...model, rows: model.rows.filter((_, at) => at !== index) })}
                />
              )}
            </li>
          ))}
          {!isReadOnly && (
            <Button
              icon={<PlusOutlined />}
              disabled={model.rows.length >= 100}
              onClick={() =>
                onChange({
                  ...model,
                  rows: [
                    ...model.rows,
                    {
                      users: 10,
                      startDelaySeconds: 0,
                      rampUpSeconds: 10,
                      holdSeconds: 60,
                      rampDownSeconds: 10,
                    },
                  ],
                })
              }
            >
              {t('scenario.load.addRow')}
            </Button>
          )}
        </ol>
      ) : (
        <div className="scenario-fields">
          {fieldsOf(model.kind).map(field =>
            input(field, Number(Reflect.get(model, field.name)), field.name, value =>
              onChange({ ...model, [field.name]: value }),
            ),
          )}
        </div>
      )}
    </div>
  )
}
