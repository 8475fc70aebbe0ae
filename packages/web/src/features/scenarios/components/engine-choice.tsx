/** Selects the engine of the scenario; components of one engine cannot be used by the other. */

import type { Engine } from '@pone/plan/engines/engine.ts'
import { engineNamed } from '@pone/plan/engines/registry.ts'
import { Radio } from 'antd'
import { engineOptions } from '../../../lib/engine-options.ts'
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
        options={engineOptions}
        onChange={event => choose(engineNamed(event.target.value) ?? engine)}
      />
      <span className="scenario-help">{t(`scenario.engine.${engine}Help`)}</span>
    </div>
  )
}
