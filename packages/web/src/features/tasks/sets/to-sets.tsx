/** Links from an empty task centre to the pages where tasks can be started. */

import type { Engine } from '@pone/plan/engines/engine.ts'
import { defaultEngine } from '@pone/plan/engines/registry.ts'
import { Space } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'

export function ToSets() {
  const t = useT()
  return (
    <ButtonLink to={links.taskSets} type="primary">
      {t('task.centre.toSets')}
    </ButtonLink>
  )
}

/** For an engine other than the default one, first a link to the scenarios, where the engine is selected. */
export function ToTasks({ engine }: { readonly engine: Engine }) {
  const t = useT()
  if (engine === defaultEngine) return <ToSets />
  return (
    <Space>
      <ButtonLink to={links.scenarios} type="primary">
        {t('task.centre.toScenarios')}
      </ButtonLink>
      <ButtonLink to={links.taskSets}>{t('task.centre.toSets')}</ButtonLink>
    </Space>
  )
}
