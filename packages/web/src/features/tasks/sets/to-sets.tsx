/** Links from an empty task centre to the pages where tasks can be started. */

import type { Engine } from '@pone/plan/engines/engine.ts'
import { defaultEngine } from '@pone/plan/engines/registry.ts'
import { Button, Space } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'

export function ToSets() {
  const t = useT()
  return (
    <Link to={links.taskSets}>
      <Button type="primary">{t('task.centre.toSets')}</Button>
    </Link>
  )
}

/** For an engine other than the default one, first a link to the scenarios, where the engine is selected. */
export function ToTasks({ engine }: { readonly engine: Engine }) {
  const t = useT()
  if (engine === defaultEngine) return <ToSets />
  return (
    <Space>
      <Link to={links.scenarios}>
        <Button type="primary">{t('task.centre.toScenarios')}</Button>
      </Link>
      <Link to={links.taskSets}>
        <Button>{t('task.centre.toSets')}</Button>
      </Link>
    </Space>
  )
}
