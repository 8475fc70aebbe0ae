/** The load of a scenario: what the load controls, the load model and its preview. */
import { rateUnits } from '@pone/plan/scenario/rate-units.ts'
import type { DrivenGroup, ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { InputNumber, Radio, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'
import { LoadModelForm } from '../load/load-model-form.tsx'
import { LoadPreview } from '../load/load-preview.tsx'

export interface LoadSectionProps {
  readonly document: ScenarioDocument
  /** The scenario with the load of its thread groups, where they determine it. */
  readonly driven: ScenarioDocument
  readonly groups: readonly DrivenGroup[] | null
  readonly problems: readonly ScenarioProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (change: Partial<ScenarioDocument>) => void
}

export function LoadSection({ document, driven, groups, problems, isReadOnly, onChange }: LoadSectionProps) {
  const t = useT()
  const isArrivals = document.drive === 'arrivals'
  return (
    <section className="scenario-section" aria-labelledby="scenario-load">
      <h2 id="scenario-load">{t('scenario.section.load')}</h2>
      <div className="scenario-drive">
        <Radio.Group
          value={document.drive}
          disabled={isReadOnly}
          aria-label={t('scenario.load.drive')}
          onChange={event => onChange({ drive: event.target.value === 'arrivals' ? 'arrivals' : 'users' })}
        >
          <Radio value="users">{t('scenario.load.users')}</Radio>
          <Radio value="arrivals">{t('scenario.load.arrivals')}</Radio>
        </Radio.Group>
        {isArrivals && (
          <Select
            value={document.rateUnit}
            disabled={isReadOnly}
            aria-label={t('scenario.load.rateUnit')}
            options={rateUnits.map(value => ({ value, label: t(`scenario.rate.${value}`) }))}
            onChange={rateUnit => onChange({ rateUnit })}
          />
        )}
        <span className="scenario-help">
          {t(isArrivals ? 'scenario.load.arrivalsHelp' : 'scenario.load.usersHelp')}
        </span>
      </div>
      {isArrivals && (
        <div className="scenario-drive">
          <label htmlFor="scenario-max-users">{t('scenario.load.maxUsers')}</label>
          <InputNumber
            id="scenario-max-users"
            value={document.maxUsers}
            min={1}
            max={1_000_000}
            precision={0}
            readOnly={isReadOnly}
            changeOnWheel={false}
            onChange={maxUsers => maxUsers !== null && onChange({ maxUsers })}
          />
          <span className="scenario-help">{t('scenario.load.maxUsersHelp')}</span>
        </div>
      )}
      <div className="scenario-load">
        <LoadModelForm
          model={document.loadModel}
          groups={groups}
          isArrivals={isArrivals}
          rateUnit={document.rateUnit}
          problems={problems}
          isReadOnly={isReadOnly}
          onChange={loadModel => onChange({ loadModel })}
        />
        <LoadPreview model={driven.loadModel} rateUnit={isArrivals ? document.rateUnit : null} />
      </div>
    </section>
  )
}
