/** The fields of each load model; changing the model keeps the values that both have. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { inRateUnit, perSecondOf } from '@pone/plan/load-models/rates.ts'
import { loadModels } from '@pone/plan/load-models/registry.ts'
import type { RateUnit } from '@pone/plan/scenario/rate-units.ts'
import type { DrivenGroup, LoadModel, LoadModelKind } from '@pone/plan/scenario/scenario.ts'
import { maxUsersPerScenario } from '@pone/schema/limits.ts'
import { Button, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'
import { fieldsOf, type LoadField, newStage, stageFields, switchedTo } from './load-model-fields.ts'
import { NumberInput } from './number-input.tsx'
import { ThreadGroupTable } from './thread-group-table.tsx'

const kinds = Object.keys(loadModels) as LoadModelKind[]
const maxSeconds = 604_800
const leastRate = 0.001
const rateDecimals = 6
const maxStages = 100

export interface LoadModelFormProps {
  readonly model: LoadModel
  /** Thread groups of the bound components; null while loading. */
  readonly groups: readonly DrivenGroup[] | null
  readonly isArrivals: boolean
  /** In which rates are given. */
  readonly rateUnit: RateUnit
  readonly problems: readonly ScenarioProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (model: LoadModel) => void
}

/** Renders the input of a model field at a path. */
type Input = (
  field: LoadField,
  value: number,
  path: string,
  set: (value: number) => void,
  hasHelp?: boolean,
) => ReactNode

export function LoadModelForm({
  model,
  groups,
  isArrivals,
  rateUnit,
  problems,
  isReadOnly,
  onChange,
}: LoadModelFormProps) {
  const t = useT()
  const language = useSession('language')
  const problemAt = (path: string) => problems.find(problem => problem.field === path)?.text
  const isRate = (field: LoadField) => isArrivals && field.unit === 'load'
  const input: Input = (field, value, path, set, hasHelp = true) => (
    <NumberInput
      key={path}
      label={t(`scenario.field.${nameOf(field, isArrivals)}`)}
      value={isRate(field) ? inRateUnit(value, rateUnit) : value}
      min={isRate(field) ? Math.min(field.min, leastRate) : field.min}
      max={field.unit === 'seconds' ? maxSeconds : maxUsersPerScenario}
      precision={isRate(field) ? rateDecimals : field.unit === 'seconds' ? 1 : 0}
      unit={isRate(field) ? t(`scenario.rate.${rateUnit}`) : unitOf(field, t)}
      help={hasHelp ? t(`scenario.field.${nameOf(field, isArrivals)}Help`) : undefined}
      problem={problemAt(path)}
      isReadOnly={isReadOnly}
      onChange={next => set(isRate(field) ? perSecondOf(next, rateUnit) : next)}
    />
  )
  const general = problemAt('kind') ?? problemAt('')
  return (
    <div className="scenario-load-model">
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
        <Stages model={model} input={input} isReadOnly={isReadOnly} onChange={onChange} />
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

/** Name of a field in the texts: with arrivals, `users` is a rate. */
const nameOf = (field: LoadField, isArrivals: boolean) =>
  field.name === 'users' && isArrivals ? 'rate' : field.name

/** A count has no unit; a load is of users, unless its label says so. */
function unitOf({ name, unit }: LoadField, t: Translate): string | undefined {
  if (unit === 'seconds') return t('scenario.load.second')
  return unit === 'count' || name === 'users' ? undefined : t('scenario.load.user')
}

/** The stages of a user-defined model, each with users and times; the first one explains its fields. */
function Stages({
  model,
  input,
  isReadOnly,
  onChange,
}: Pick<LoadModelFormProps, 'isReadOnly' | 'onChange'> & {
  readonly model: Extract<LoadModel, { kind: 'userDefined' }>
  readonly input: Input
}) {
  const t = useT()
  const { rows } = model
  return (
    <ol className="scenario-stages">
      {rows.map((row, index) => (
        // Stages have no id, so the key is the index.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} aria-label={t('scenario.load.stage', { n: index + 1 })}>
          <div className="scenario-fields">
            {stageFields.map(field =>
              input(
                field,
                row[field.name as keyof typeof row],
                `rows.${index}.${field.name}`,
                value =>
                  onChange({
                    ...model,
                    rows: rows.map((old, at) => (at === index ? { ...old, [field.name]: value } : old)),
                  }),
                index === 0,
              ),
            )}
          </div>
          {!isReadOnly && (
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              disabled={rows.length === 1}
              aria-label={`${t('action.delete')} ${t('scenario.load.stage', { n: index + 1 })}`}
              onClick={() => onChange({ ...model, rows: rows.filter((_, at) => at !== index) })}
            />
          )}
        </li>
      ))}
      {!isReadOnly && (
        <Button
          icon={<PlusOutlined />}
          disabled={rows.length >= maxStages}
          onClick={() => onChange({ ...model, rows: [...rows, newStage] })}
        >
          {t('scenario.load.addRow')}
        </Button>
      )}
    </ol>
  )
}
