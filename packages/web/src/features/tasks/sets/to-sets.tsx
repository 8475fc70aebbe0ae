/** The ways from an empty task centre to what can be executed. */
import type { TaskEngine } from '@pone/contract/entities/task.ts'
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

/** For JMeter to the scenarios first: there the engine is chosen. */
export function ToTasks({ engine }: { readonly engine: TaskEngine }) {
  const t = useT()
  if (engine === 'PR') return <ToSets />
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
