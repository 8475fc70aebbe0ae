/** Choice of what drives the scenario; the components of one engine mean nothing to the other. */
import type { Engine } from '@pone/plan/scenario/scenario.ts'
import { Radio } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'

export interface EngineChoiceProps {
  readonly engine: Engine
  readonly hasBindings: boolean
  readonly isReadOnly: boolean
  readonly onChange: (engine: Engine) => void
}

export function EngineChoice({ engine, hasBindings, isReadOnly, onChange }: EngineChoiceProps) {
  const t = useT()
  const confirm = useConfirm()
  const choose = (next: Engine) => {
    if (!hasBindings) return onChange(next)
    confirm({
      title: t('scenario.engine.change'),
      text: t('scenario.engine.changeText'),
      verb: t('scenario.engine.change'),
      onConfirm: async () => onChange(next),
    })
  }
  return (
    <div className="scenario-drive">
      <Radio.Group
        value={engine}
        disabled={isReadOnly}
        aria-label={t('scenario.engine')}
        onChange={event => choose(event.target.value === 'jmeter' ? 'jmeter' : 'pr')}
      >
        <Radio value="pr">PR</Radio>
        <Radio value="jmeter">JMeter</Radio>
      </Radio.Group>
      <span className="scenario-help">{t(`scenario.engine.${engine}Help`)}</span>
    </div>
  )
}
